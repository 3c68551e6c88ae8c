-- Webhooks: one endpoint per workspace, what is to be told to it, and every attempt to do so.

drop table events;

create table webhook_endpoints (
  workspace_id uuid primary key references workspaces on delete cascade,
  url          text not null,
  events       text[] not null,
  -- Sealed with the service's secret.
  secret       text not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  updated_at   timestamptz(3) not null default clock_timestamp()
);

-- An event on its way to the endpoint. Written in the transaction of what it tells about; the body is rendered once, as
-- the exact text that is signed and sent, however often.
create table deliveries (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  event        text not null,
  -- What it tells about; null for a test.
  subject_id   uuid,
  body         text not null,
  status       text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  -- Attempts that had a result, counted anew when it is replayed.
  attempts     integer not null default 0,
  -- How often it was taken up since the last result: more than once only when a worker ended in the middle.
  claims       integer not null default 0,
  -- When to send it next. While a worker has it: when another may take it over; that moment also tells the claims apart.
  due_at       timestamptz(3) not null default clock_timestamp(),
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create unique index deliveries_by_id on deliveries (id);
create index deliveries_due on deliveries (workspace_id, due_at) where status = 'pending';
create index deliveries_failed on deliveries (workspace_id, id) where status = 'failed';

create table delivery_attempts (
  workspace_id uuid not null,
  delivery_id  uuid not null,
  id           uuid not null,
  at           timestamptz(3) not null,
  -- The answer's; null when none came.
  status       integer,
  duration_ms  integer not null,
  -- In words; null when it was delivered.
  error        text,
  primary key (workspace_id, delivery_id, id),
  foreign key (workspace_id, delivery_id) references deliveries on delete cascade
);
create index delivery_attempts_by_time on delivery_attempts (workspace_id, at);
create index delivery_attempts_delivered on delivery_attempts (workspace_id, at) where error is null;
