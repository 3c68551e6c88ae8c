-- What an agent knows beyond its catalogue, and what the team is told about.

create table documents (
  agent_id   uuid not null references agents on delete cascade,
  id         uuid not null,
  title      text not null,
  body       text not null,
  -- Counted once, so that a list need not read the bodies.
  characters integer not null,
  passages   integer not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, id)
);
-- A document saved again under its title replaces the old one.
create unique index documents_by_title on documents (agent_id, lower(title));

-- A document in pieces that make sense alone.
create table passages (
  agent_id    uuid not null,
  document_id uuid not null,
  position    integer not null,
  -- The headings it stands under, from the outside in.
  heading     text not null,
  text        text not null,
  -- Its words as the application reads them; those of title and headings have the weight A.
  words       tsvector not null,
  primary key (agent_id, document_id, position),
  foreign key (agent_id, document_id) references documents on delete cascade
);
-- The agent is text here, so that no other index can answer a search: one that only knows the agent would read all of
-- its passages.
create index passages_by_words on passages using gin ((agent_id::text), words) with (gin_pending_list_limit = 512);
alter index passages_by_words alter column 1 set statistics 0;
alter table passages alter column words set statistics 0;

-- Every word of a document. A question is asked in all forms and synonyms of its words; which of them anybody wrote is
-- looked up here first, so that the search itself is short. And what a misspelt word is compared with.
create table document_words (
  agent_id    uuid not null,
  word        text collate "C" not null,
  document_id uuid not null,
  primary key (agent_id, word, document_id),
  foreign key (agent_id, document_id) references documents on delete cascade
);
create index document_words_of_document on document_words (agent_id, document_id);
create index document_words_by_spelling on document_words using gin (agent_id, word gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- As similar_words of the catalogue; who asks looks closer at what this finds.
create function similar_document_words(agent uuid, misspelt text) returns table (word text)
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select w.word from document_words w
     where w.agent_id = agent and w.word % misspelt
     group by w.word
     order by similarity(w.word, misspelt) desc, w.word
     limit 40
  $$;

-- Something happened in a conversation that a person should look at.
create table alerts (
  workspace_id    uuid not null references workspaces on delete cascade,
  id              uuid not null,
  agent_id        uuid not null,
  conversation_id uuid not null,
  kind            text not null check (kind in ('handover', 'out_of_credits', 'llm_failed')),
  reason          text not null,
  created_at      timestamptz(3) not null default clock_timestamp(),
  seen_at         timestamptz(3),
  primary key (workspace_id, id),
  foreign key (agent_id, conversation_id) references conversations on delete cascade
);
-- Nobody is told again what nobody has looked at yet.
create unique index alerts_open on alerts (agent_id, conversation_id, kind) where seen_at is null;
create index alerts_of_conversation on alerts (agent_id, conversation_id);
create index alerts_unseen on alerts (workspace_id, id) where seen_at is null;

-- An alert on its way to one person's mailbox. Each person has a row, so that who got it is not written to again when
-- another's mailbox refuses.
create table alert_mails (
  workspace_id uuid not null,
  alert_id     uuid not null,
  user_id      uuid not null references users on delete cascade,
  status       text not null default 'pending' check (status in ('pending', 'sent', 'failed')),
  -- Attempts that had a result.
  attempts     integer not null default 0,
  -- How often it was taken up since the last result: more than once only when a worker ended in the middle.
  claims       integer not null default 0,
  -- When to send it next. While a worker has it: when another may take it over; that moment also tells the claims apart.
  due_at       timestamptz(3) not null default clock_timestamp(),
  -- How the last attempt failed.
  error        text,
  primary key (workspace_id, alert_id, user_id),
  foreign key (workspace_id, alert_id) references alerts on delete cascade
);
create index alert_mails_due on alert_mails (due_at) where status = 'pending';
create index alert_mails_of_user on alert_mails (user_id);
