-- One product in sixteen, to be asked first. An index gives nothing before it has read everybody who has a word; of a word
-- that very many have, a search compares a few hundred, and finds them here in a sixteenth of the time. Both kinds of text
-- are in one index: of two, the planner would take the wrong one for its agent alone.
create index products_sample on products
  using gin ((agent_id::text), product_names(name, category, sku, variant_words),
             product_texts(name, category, sku, variant_words, description))
  with (gin_pending_list_limit = 64)
  where right(id::text, 1) = '0';

alter index products_sample alter column 1 set statistics 0;
alter index products_sample alter column 2 set statistics 0;
alter index products_sample alter column 3 set statistics 0;
