-- Payment links: hosted pages that a merchant makes once and shares, each version of them, and the orders that came of
-- them.
create schema links;
grant usage on schema links to florin_app;

create table links.links (
  id             bigint generated always as identity (start with 1001) primary key,
  hash           text not null unique, -- its public id, which cannot be guessed
  site_id        integer not null,
  version        integer not null default 1,
  active         boolean not null,
  currency       text not null,
  minor          bigint not null check (minor > 0),
  customer_email text,
  limit_access   integer check (limit_access > 0), -- how often it can be paid; null: without a limit
  expire_date    date, -- its last day, in the site's time zone
  -- Changed only together with the use they count; a use is reserved only while one is free (reservation.ts).
  reserved       integer not null default 0 check (reserved >= 0), -- payments under way
  paid           integer not null default 0 check (paid >= 0),
  free           integer not null generated always as (coalesce(limit_access, 2147483647) - reserved - paid) stored,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  removed_at     timestamptz
);
create index on links.links (site_id, id) where removed_at is null;

-- Every version of a link. A shopper pays the one that they opened.
create table links.versions (
  link_id bigint not null references links.links,
  version integer not null,
  terms   jsonb not null,
  made_at timestamptz not null,
  primary key (link_id, version)
);
create trigger append_only before update or delete or truncate on links.versions
  execute function florin.refuse_change();

-- Every order that came of a link, and whether it counts as a use of it.
create table links.uses (
  order_id bigint primary key,
  link_id  bigint not null,
  version  integer not null,
  place    text not null check (place in ('none', 'reserved', 'paid')),
  foreign key (link_id, version) references links.versions
);
create index on links.uses (link_id);

grant select, insert, update on links.links, links.uses to florin_app;
grant select, insert on links.versions to florin_app;
