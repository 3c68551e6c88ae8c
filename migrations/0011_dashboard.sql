-- The dashboard: finding conversations and customers among many.

-- The words of what was said. As in the passages, the agent is text, so that no index that knows only the agent answers.
-- The beginning of a very long message is enough to find it by.
create index messages_by_words on messages
  using gin ((agent_id::text), to_tsvector('simple', left(content, 10000))) with (gin_pending_list_limit = 1024);
alter index messages_by_words alter column 1 set statistics 0;
alter index messages_by_words alter column 2 set statistics 0;

-- Pieces of names and numbers, as people remember them.
create index conversations_by_customer on conversations
  using gin ((agent_id::text), customer_name gin_trgm_ops, customer_phone gin_trgm_ops)
  with (gin_pending_list_limit = 512);
create index orders_by_customer on orders
  using gin ((agent_id::text), customer_name gin_trgm_ops, customer_phone gin_trgm_ops)
  with (gin_pending_list_limit = 512);

-- What one customer has had to do with the shop, newest last.
create index conversations_of_phone
  on conversations (agent_id, customer_phone, coalesce(last_message_at, created_at), id)
  where customer_phone is not null;
create index texts_to on texts (workspace_id, to_number);
