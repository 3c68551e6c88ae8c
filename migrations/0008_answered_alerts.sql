-- An alert is seen by whoever answers its conversation, hands it back or closes it. Those that were raised before that was
-- so, and have been dealt with since, call for nobody any more.
update alerts a set seen_at = clock_timestamp()
  from conversations c
 where a.seen_at is null and c.agent_id = a.agent_id and c.id = a.conversation_id
   and (c.handler = 'ai'
        or exists (select from messages m
                    where m.agent_id = a.agent_id and m.conversation_id = a.conversation_id
                      and m.author_user_id is not null and m.created_at >= a.created_at));
