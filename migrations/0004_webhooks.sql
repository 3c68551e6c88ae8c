-- Webhooks: one endpoint per workspace, what is to be told to it, and every attempt to do so.

drop table events;

create table webhook_endpoints (
  workspace_id uuid primary key references workspaces on delete cascade,
  url          text not null,
  events       text[] not null,
  -- Sealed with the service's secret.
  secret       text not null,
  -- How it has been doing: attempts without success since the last one, and the last of each kind.
  failing           integer not null default 0,
  last_attempt_at   timestamptz(3),
  last_error        text,
  last_delivered_at timestamptz(3),
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
  -- When to send it next.
  due_at       timestamptz(3) not null default clock_timestamp(),
  -- While a worker has it: when another may take it over. That moment also tells the claims apart. In no index, so that
  -- claiming touches none.
  lease_until  timestamptz(3),
  -- Every attempt, oldest first: {"at", "status" (null when no answer came), "duration_ms", "error" (null when delivered)}.
  log          jsonb not null default '[]',
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
) with (fillfactor = 70);
create index deliveries_due on deliveries (workspace_id, due_at) where status = 'pending';
create index deliveries_failed on deliveries (workspace_id, id) where status = 'failed';
