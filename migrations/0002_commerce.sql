-- The catalogue, orders with their stock and their history, payments, and the outbox of events.
-- Money is integer sen. Nothing that an order once named is ever deleted: products are archived, variants removed from sale.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table products (
  agent_id      uuid not null references agents on delete cascade,
  id            uuid not null,
  source        text not null check (source in ('api', 'store_type_a', 'store_type_b')),
  external_id   text not null,
  name          text not null,
  description   text,
  category      text,
  sku           text,
  image_url     text,
  -- Null: price on request, cannot be ordered.
  price_sen     integer check (price_sen >= 0),
  is_active     boolean not null,
  -- Names and SKUs of its variants, so that one index finds them.
  variant_words text not null default '',
  -- Null: not tracked, sells without limit. Open orders are counted in `held` all the same.
  on_hand       integer check (on_hand >= 0),
  held          bigint not null default 0 check (held >= 0),
  archived_at   timestamptz(3),
  created_at    timestamptz(3) not null default clock_timestamp(),
  updated_at    timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, id),
  unique (agent_id, source, external_id)
);
create unique index products_by_id on products (id);

create table variants (
  agent_id    uuid not null,
  id          uuid not null,
  product_id  uuid not null,
  -- As in its product, so that a stock level needs no look there.
  product_external_id text not null,
  source      text not null check (source in ('api', 'store_type_a', 'store_type_b')),
  external_id text not null,
  name        text not null,
  sku         text,
  -- Null: the product's own price.
  price_sen   integer check (price_sen >= 0),
  is_active   boolean not null,
  position    integer not null,
  on_hand     integer check (on_hand >= 0),
  held        bigint not null default 0 check (held >= 0),
  -- No longer among the product's variants; kept for the orders that name it.
  removed_at  timestamptz(3),
  primary key (agent_id, id),
  unique (agent_id, source, external_id),
  foreign key (agent_id, product_id) references products on delete cascade
);
create index variants_of_product on variants (agent_id, product_id, position);

-- One row per agent: the last lock of placing an order, which makes commit order and cursor order one.
create table order_books (
  agent_id      uuid primary key references agents on delete cascade,
  placed        bigint not null,
  last_order_at timestamptz(3) not null
);

create table orders (
  agent_id           uuid not null references agents on delete cascade,
  id                 uuid not null,
  order_number       text not null,
  status             text not null check (status in ('pending_payment', 'paid', 'cancelled', 'refunded')),
  channel            text not null,
  conversation_id    uuid,
  customer_name      text not null,
  customer_phone     text not null,
  subtotal_sen       bigint not null,
  total_sen          bigint not null,
  -- The unguessable part of the payment link, and the link as it was given out; null while payments are off.
  pay_token          text unique,
  payment_url        text,
  payment_expires_at timestamptz(3) not null,
  expired            boolean not null default false,
  paid_at            timestamptz(3),
  external_id        text,
  external_status    text,
  -- When the store took the order over: its first external id, or marked as handled by hand.
  acknowledged_at    timestamptz(3),
  -- Why the team should look at it.
  attention          text check (attention in ('stock_short', 'paid_twice', 'paid_after_refund', 'wrong_amount',
                                               'refund_failed')),
  created_at         timestamptz(3) not null,
  primary key (agent_id, id),
  unique (agent_id, order_number)
);
create unique index orders_by_id on orders (id);
create unique index orders_by_external_id on orders (agent_id, external_id) where external_id is not null;
create unique index orders_by_time on orders (agent_id, created_at);
create index orders_unacknowledged on orders (agent_id, created_at) where external_id is null;
create index orders_by_status on orders (agent_id, status, created_at desc);
create index orders_of_conversation on orders (agent_id, conversation_id, created_at) where conversation_id is not null;
create index orders_alerting on orders (agent_id, created_at) where attention is not null;
create index orders_unpaid on orders (payment_expires_at) where status = 'pending_payment';

-- Names and prices as they were when the order was placed.
create table order_lines (
  agent_id             uuid not null,
  order_id             uuid not null,
  position             integer not null,
  product_id           uuid,
  variant_id           uuid,
  product_external_id  text,
  variant_external_id  text,
  name                 text not null,
  sku                  text,
  quantity             integer not null check (quantity > 0),
  unit_price_sen       integer not null,
  special_instructions text,
  stock                text not null check (stock in ('held', 'taken', 'free')),
  primary key (agent_id, order_id, position),
  foreign key (agent_id, order_id) references orders on delete cascade
);

-- Who or what moved an order, and when. Append-only.
create table order_history (
  agent_id   uuid not null,
  order_id   uuid not null,
  id         uuid not null,
  action     text not null,
  status     text not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'system', 'agent', 'customer', 'payments')),
  actor_id   uuid,
  detail     jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  primary key (agent_id, order_id, id),
  foreign key (agent_id, order_id) references orders on delete cascade
);

create table payments (
  agent_id   uuid not null,
  id         uuid not null,
  order_id   uuid not null,
  provider   text not null,
  -- The provider's session, where it is paid, and the money once it came.
  reference  text,
  url        text,
  charge     text,
  amount_sen bigint not null,
  status     text not null check (status in ('opening', 'open', 'closed', 'paid', 'refunding', 'refunded')),
  -- Until when the process that works on it has it for itself.
  lease_until timestamptz(3),
  created_at timestamptz(3) not null default clock_timestamp(),
  paid_at    timestamptz(3),
  primary key (agent_id, id),
  foreign key (agent_id, order_id) references orders on delete cascade
);
create unique index payments_open on payments (agent_id, order_id) where status in ('opening', 'open');
create index payments_of_order on payments (agent_id, order_id);
create index payments_by_charge on payments (provider, charge) where charge is not null;
create unique index payments_by_reference on payments (provider, reference) where reference is not null;
create index payments_unsettled on payments (created_at) where status in ('opening', 'open', 'refunding');

-- What happened, rendered once as the exact text that is sent. Written in the transaction of what it tells about.
create table events (
  workspace_id uuid not null references workspaces on delete cascade,
  id           uuid not null,
  agent_id     uuid not null,
  event        text not null,
  subject_id   uuid not null,
  body         text not null,
  created_at   timestamptz(3) not null default clock_timestamp(),
  primary key (workspace_id, id)
);
create index events_of_subject on events (workspace_id, subject_id);
