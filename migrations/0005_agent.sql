-- The agent: what it knows about its shop, whose turn it is in a conversation, what it did, and how it ended.

alter table agents
  add column persona       text not null default '',
  -- {"mon": [["07:00", "18:00"]], …}; a day that is missing is closed; {} when nobody said.
  add column opening_hours jsonb not null default '{}',
  add column time_zone     text not null default 'Asia/Kuala_Lumpur';

alter table conversations
  add column outcome          text check (outcome in ('order_placed', 'answered', 'handed_over', 'no_reply')),
  add column suggested_labels text[] not null default '{}',
  -- When to look back at it: some time after the last message, or at once when it is closed. Null: done, or never begun.
  add column conclude_at      timestamptz(3);
create index conversations_to_conclude on conversations (conclude_at) where conclude_at is not null;
create index conversations_by_creation on conversations (agent_id, created_at);

create table turns (
  agent_id        uuid not null,
  conversation_id uuid not null,
  -- The customer's last message, and the last one that needs no answer any more.
  heard_until     timestamptz(3) not null,
  answered_until  timestamptz(3),
  -- Who is thinking at the moment, and how often somebody began since the last answer.
  claim           uuid,
  claims          integer not null default 0,
  -- When a worker takes it up; while somebody is thinking: when another may. Null: nothing to answer.
  due_at          timestamptz(3),
  memory          jsonb not null default '{}',
  primary key (agent_id, conversation_id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);
create index turns_due on turns (due_at) where due_at is not null;

-- What the agent did on the way to its replies.
create table actions (
  agent_id        uuid not null,
  conversation_id uuid not null,
  id              uuid not null,
  tool            text not null,
  input           jsonb not null,
  result          jsonb not null,
  created_at      timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, conversation_id, id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);

create index orders_of_customer on orders (agent_id, customer_phone, created_at);
