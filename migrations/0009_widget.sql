-- Website chat: how it looks, who its visitors are, and what replies show and sound like.

alter table agents
  -- The languages it serves, the usual one first: what speech is understood as before anybody has said a word.
  add column languages text[] not null default '{en,ms}' check (cardinality(languages) > 0),
  -- {"accent": "#rrggbb", "theme": …, "side": …, "suggestions": […]}; what is missing is as it comes.
  add column look jsonb not null default '{}';

alter table messages
  -- What a reply shows beside its words: {"order": id} or {"products": [id, …]}. What they are like is looked up.
  add column shows jsonb;

create table visitor_sessions (
  hash       text primary key,
  agent_id   uuid not null references agents on delete cascade,
  visitor_id uuid not null,
  -- The site it was given to; it works nowhere else.
  origin     text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null
);
create index visitor_sessions_of_agent on visitor_sessions (agent_id);
create index visitor_sessions_by_expiry on visitor_sessions (expires_at);

-- Replies that were read aloud, so that nobody pays twice for the same words.
create table spoken_messages (
  agent_id   uuid not null,
  message_id uuid not null,
  audio      bytea not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, message_id),
  foreign key (agent_id, message_id) references messages on delete cascade
);
create index spoken_messages_by_age on spoken_messages (created_at);

-- Talks through the Talk button: a ticket that opens one socket once, and what is paid for it.
create table web_talks (
  id          uuid primary key,
  agent_id    uuid not null references agents on delete cascade,
  visitor_id  uuid not null,
  origin      text not null,
  ticket_hash text not null unique,
  opens_until timestamptz(3) not null,
  opened_at   timestamptz(3),
  -- When it was last known to go on; what a process that ended leaves behind is ended here.
  beat_at     timestamptz(3),
  ended_at    timestamptz(3),
  seconds     integer,
  reason      text,
  created_at  timestamptz(3) not null default clock_timestamp()
);
create index web_talks_of_agent on web_talks (agent_id);
create index web_talks_open on web_talks (beat_at) where opened_at is not null and ended_at is null;
create index web_talks_by_age on web_talks (created_at);
