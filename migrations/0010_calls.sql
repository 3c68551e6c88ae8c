-- Phone calls: who was rung and what became of it, what it cost, and the texts that go with it.

create table calls (
  agent_id         uuid not null references agents on delete cascade,
  id               uuid not null,
  workspace_id     uuid not null references workspaces on delete cascade,
  conversation_id  uuid not null,
  direction        text not null check (direction in ('outbound', 'inbound')),
  carrier          text not null check (carrier in ('sandbox', 'twilio', 'elevenlabs')),
  -- The carrier's own name for it; null while it is asked, and for good when its answer was lost.
  reference        text,
  status           text not null default 'dialing'
    check (status in ('dialing', 'in_progress', 'completed', 'no_answer', 'busy', 'failed', 'cancelled')),
  to_number        text not null,
  from_number      text not null,
  variables        jsonb not null default '{}',
  answered_by      text check (answered_by in ('human', 'machine_start', 'machine_end_beep', 'machine_end_silence',
                                               'machine_end_other', 'fax', 'unknown')),
  duration_seconds integer not null default 0 check (duration_seconds >= 0),
  summary          text,
  recording        text not null default 'pending' check (recording in ('pending', 'available', 'none')),
  -- Where the carrier has it, until it is ours; how often it was fetched for nothing; and where it lies with us.
  recording_reference text,
  recording_tries  integer not null default 0,
  recording_key    text,
  recorded_at      timestamptz(3),
  -- How much faster than ours the carrier's clock runs: the sandbox shortens the waiting.
  speed            real not null default 1,
  -- Who placed it, and whether the audit log has it: its row is written when the carrier has accepted.
  placed_by        uuid,
  audited          boolean not null default false,
  dialled_at       timestamptz(3) not null default clock_timestamp(),
  answered_at      timestamptz(3),
  -- The last sign of life of the process that talks.
  seen_at          timestamptz(3),
  -- When somebody else is to ask what became of it, as long as it goes on; then, when its recording is fetched next.
  due_at           timestamptz(3),
  -- While it is talked: no other process may, and nobody looks back at it.
  talking          boolean not null default false,
  ended_at         timestamptz(3),
  -- When its conversation was closed and left to be looked back at.
  wrapped_at       timestamptz(3),
  created_at       timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);
create unique index calls_by_id on calls (id);
create unique index calls_by_reference on calls (carrier, reference) where reference is not null;
create index calls_of_conversation on calls (agent_id, conversation_id);
create index calls_by_time on calls (agent_id, created_at desc, id desc);
-- The trailing minute of a workspace.
create index calls_dialled on calls (workspace_id, dialled_at) where direction = 'outbound';
create index calls_going on calls (due_at) where ended_at is null;
create index calls_to_wrap on calls (ended_at) where wrapped_at is null;
create index calls_unsummarised on calls (wrapped_at) where summary is null;
create index calls_to_fetch on calls (due_at) where recording = 'pending' and recording_reference is not null;
create index calls_recorded on calls (recorded_at) where recording = 'available';

-- The same key and body within 24 hours is the same request. A row is there while the first is under way, and stays
-- when it was answered with 202.
create table call_requests (
  agent_id   uuid not null references agents on delete cascade,
  key        text not null,
  body_hash  text not null,
  -- Whose turn it is, and until when others wait for it.
  claim      uuid not null,
  claimed_until timestamptz(3) not null,
  -- Set in the transaction that writes the call, before anybody is rung: from then on nobody dials again for this key.
  call_id    uuid,
  answered   boolean not null default false,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, key)
);
create index call_requests_by_age on call_requests (created_at);

-- What a charge is for, so that nothing is charged twice, whoever tells about it again.
alter table credit_ledger add column charged_for uuid;
create unique index credit_ledger_charged_for on credit_ledger (charged_for) where charged_for is not null;

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check
  check (kind in ('handover', 'out_of_credits', 'llm_failed', 'low_credits'));

-- Short messages to customers' phones, sent by a worker.
create table texts (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  agent_id     uuid not null references agents on delete cascade,
  -- What it is about: nobody is told the same twice.
  subject_id   uuid not null,
  to_number    text not null,
  from_number  text,
  body         text not null,
  status       text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  attempts     integer not null default 0,
  claims       integer not null default 0,
  -- When to send it next; while a worker has it: when another may take it over.
  due_at       timestamptz(3) not null default clock_timestamp(),
  -- The carrier's own name for it, or why it was not sent.
  reference    text,
  error        text,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id),
  unique (workspace_id, subject_id)
);
create index texts_due on texts (due_at) where status = 'pending';
create index texts_of_agent on texts (agent_id);
