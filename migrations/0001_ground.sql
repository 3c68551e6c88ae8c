-- Workspaces, their agents and people, API keys, conversations, and what is written about them.
-- Ids are UUIDv7 made by the application. The tenant leads every key of agent-owned data.

create table service_state (
  name  text primary key,
  value text not null
);

create table workspaces (
  id                     uuid primary key,
  name                   text not null,
  plan                   text not null check (plan in ('free', 'paid')),
  verified               boolean not null,
  credits                bigint not null,
  outbound_number        text,
  payment_window_seconds integer check (payment_window_seconds > 0),
  is_demo                boolean not null default false,
  created_at             timestamptz(3) not null default clock_timestamp()
);

create table credit_ledger (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  amount       bigint not null,
  balance      bigint not null,
  reason       text not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
);

create table agents (
  id              uuid primary key,
  workspace_id    uuid not null references workspaces on delete cascade,
  name            text not null,
  voice           boolean not null,
  welcome         text not null,
  allowed_domains text[] not null,
  created_at      timestamptz(3) not null default clock_timestamp()
);
create index agents_of_workspace on agents (workspace_id, created_at);

create table users (
  id            uuid primary key,
  workspace_id  uuid not null references workspaces on delete cascade,
  email         text not null,
  password_hash text,
  role          text not null check (role in ('owner', 'member')),
  created_at    timestamptz(3) not null default clock_timestamp()
);
create unique index users_by_email on users (lower(email));
create index users_of_workspace on users (workspace_id);

create table sign_ins (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  hash       text not null unique,
  user_agent text,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null
);
create index sign_ins_of_user on sign_ins (user_id);
create index sign_ins_by_expiry on sign_ins (expires_at);

-- A link to choose a password, good for one use.
create table password_links (
  hash       text primary key,
  user_id    uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index password_links_of_user on password_links (user_id);
create index password_links_by_expiry on password_links (expires_at);

create table management_tokens (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  hash         text not null unique,
  prefix       text not null,
  only_inbound boolean not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  revoked_at   timestamptz(3)
);
create index management_tokens_of_user on management_tokens (user_id);

-- What a key may do never changes after creation, so that only its revocation has to be read live.
create table api_keys (
  id           uuid primary key,
  workspace_id uuid not null references workspaces on delete cascade,
  agent_id     uuid not null references agents on delete cascade,
  name         text not null,
  hash         text not null unique,
  prefix       text not null,
  scopes       text[] not null,
  origins      text[] not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  last_used_at timestamptz(3),
  revoked_at   timestamptz(3)
);
create index api_keys_of_agent on api_keys (agent_id, created_at);

create table conversations (
  agent_id         uuid not null references agents on delete cascade,
  id               uuid not null,
  channel          text not null check (channel ~ '^[a-z][a-z0-9_-]{0,29}$'),
  external_user_id text not null,
  customer_name    text,
  customer_phone   text,
  status           text not null default 'open' check (status in ('open', 'pending', 'closed')),
  handler          text not null default 'ai' check (handler in ('ai', 'human')),
  labels           text[] not null default '{}',
  summary          text,
  last_message_at  timestamptz(3),
  created_at       timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, id),
  unique (agent_id, channel, external_user_id)
);
create unique index conversations_by_id on conversations (id);
create index conversations_by_activity
  on conversations (agent_id, coalesce(last_message_at, created_at) desc, id desc);
create index conversations_by_status_and_activity
  on conversations (agent_id, status, coalesce(last_message_at, created_at) desc, id desc);

create index conversations_by_channel_and_activity
  on conversations (agent_id, channel, coalesce(last_message_at, created_at) desc, id desc);

create table messages (
  agent_id            uuid not null,
  conversation_id     uuid not null,
  id                  uuid not null,
  role                text not null check (role in ('user', 'assistant')),
  content             text not null,
  channel             text not null,
  author_user_id      uuid references users on delete set null,
  external_message_id text,
  created_at          timestamptz(3) not null,
  primary key (agent_id, id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);
-- The page's own order, and the proof that no two messages of a conversation share a stamp.
create unique index messages_by_time on messages (agent_id, conversation_id, created_at);
create unique index messages_by_external_id
  on messages (agent_id, conversation_id, external_message_id) where external_message_id is not null;
create index messages_by_author on messages (author_user_id) where author_user_id is not null;

create table notes (
  agent_id        uuid not null,
  conversation_id uuid not null,
  id              uuid not null,
  body            text not null,
  author_kind     text not null,
  author_id       uuid,
  created_at      timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);
create index notes_by_time on notes (agent_id, conversation_id, created_at);

create table do_not_call (
  workspace_id uuid not null references workspaces on delete cascade,
  phone        text not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, phone)
);

create table call_opt_outs (
  agent_id   uuid not null references agents on delete cascade,
  phone      text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, phone)
);

-- Append-only: rows are written in the transaction of what they tell about and never changed.
create table audit_log (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  agent_id     uuid,
  actor_kind   text not null check (actor_kind in ('key', 'user', 'system')),
  actor_id     uuid,
  action       text not null,
  target_id    text not null,
  detail       jsonb not null,
  request_id   text,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index audit_log_by_time on audit_log (workspace_id, created_at desc, id desc);
