-- Alerts about more than conversations: orders that somebody has to decide about, and the credits of the whole workspace.

alter table alerts
  alter column agent_id drop not null,
  alter column conversation_id drop not null,
  add column order_id uuid,
  add foreign key (agent_id, order_id) references orders on delete cascade;
create index alerts_of_order on alerts (agent_id, order_id) where order_id is not null;

-- Low credits were told about with the call that used them, and so more than once.
update alerts a set seen_at = clock_timestamp()
 where a.kind = 'low_credits' and a.seen_at is null
   and exists (select from alerts b
                where b.workspace_id = a.workspace_id and b.kind = 'low_credits' and b.seen_at is null and b.id > a.id);
update alerts set agent_id = null, conversation_id = null where kind = 'low_credits';

alter table alerts drop constraint alerts_kind_check;
alter table alerts add constraint alerts_kind_check check (
  case when kind in ('handover', 'out_of_credits', 'llm_failed') then num_nulls(agent_id, conversation_id) = 0
       when kind = 'order_attention' then num_nulls(agent_id, order_id) = 0
       else kind = 'low_credits' end);

-- Nobody is told again what nobody has looked at yet.
drop index alerts_open;
create unique index alerts_open on alerts (workspace_id, kind, coalesce(order_id, conversation_id, workspace_id))
  where seen_at is null;

-- What waits for somebody already. Alerts are in the order of their ids, which begin with the time.
insert into alerts (workspace_id, id, agent_id, order_id, kind, reason)
select a.workspace_id,
       (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
        || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
       o.agent_id, o.id, 'order_attention', o.attention
  from orders o join agents a on a.id = o.agent_id
 where o.attention is not null;
