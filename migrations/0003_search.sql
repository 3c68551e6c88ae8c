-- What finds products by words, and what keeps that cheap to maintain.

-- The names of a thing, and everything that is written about it. The names are few words, so they are asked first. Signs
-- between words become spaces, so that `kopi/teh` and `ABC-001` are two words each, in a text as in a question. The cost
-- says what the planner cannot know: to read through all texts never is the cheaper way. Both use nothing but what
-- PostgreSQL brings: whoever builds an index anew sees nothing else.
create function product_names(name text, category text, sku text, variant_words text) returns tsvector
  language plpgsql immutable parallel safe cost 1000000
  as $$
    begin
      return to_tsvector('simple', translate(concat_ws(' ', name, category, sku, variant_words),
        '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”…•·°™®©×，。、（）',
        '                                                      '));
    end
  $$;

create function product_texts(name text, category text, sku text, variant_words text, description text) returns tsvector
  language plpgsql immutable parallel safe cost 1000000
  as $$
    begin
      return to_tsvector('simple', translate(concat_ws(' ', name, category, sku, variant_words, description),
        '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~–—‘’“”…•·°™®©×，。、（）',
        '                                                      '));
    end
  $$;

-- A search reads what waits to be merged one by one, so little may wait. The agent is text here, so that no other index
-- can answer a search: one that only knows the agent would read all of its products.
create index products_by_names on products using gin ((agent_id::text), product_names(name, category, sku, variant_words))
  with (gin_pending_list_limit = 512);
create index products_by_texts on products
  using gin ((agent_id::text), product_texts(name, category, sku, variant_words, description))
  with (gin_pending_list_limit = 512);

-- Statistics of these would take seconds to gather, and the planner has nothing to choose.
alter index products_by_names alter column 1 set statistics 0;
alter index products_by_names alter column 2 set statistics 0;
alter index products_by_texts alter column 1 set statistics 0;
alter index products_by_texts alter column 2 set statistics 0;

create index products_by_name on products (agent_id, lower(name) collate "C", id);
create index products_archived on products (agent_id, lower(name) collate "C", id) where archived_at is not null;

-- Room on the page lets a changed price or stock level stay where it was, without touching any index. A sync changes all
-- rows of a page at once, and what a product has in the indexes is ten times the work of the row itself.
alter table products set (fillfactor = 50);
alter table variants set (fillfactor = 70);

-- Every word of an agent's catalogue: what a misspelt word is compared with. Small beside the texts, so that is fast.
create table catalogue_words (
  agent_id uuid not null references agents on delete cascade,
  word     text collate "C" not null,
  primary key (agent_id, word)
);
create index catalogue_words_by_spelling on catalogue_words using gin (agent_id, word gin_trgm_ops)
  with (gin_pending_list_limit = 256);

-- pg_trgm's own threshold of 0.3 misses swapped letters in short words (`ayma`); who asks looks closer at what this finds.
create function similar_words(agent uuid, misspelt text) returns table (word text)
  language sql stable set pg_trgm.similarity_threshold = 0.2
  as $$
    select w.word from catalogue_words w
     where w.agent_id = agent and w.word % misspelt
     order by similarity(w.word, misspelt) desc, w.word
     limit 40
  $$;
