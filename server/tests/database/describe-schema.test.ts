import pg from 'pg'
import { expect, test } from 'vitest'
import { describeSchema } from '#database/describe-schema.ts'
import { migrate } from '#database/migrate.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate, emptyDatabase } from '../world/database.ts'

freshDatabases({ atMost: 16, because: 'each test describes a schema of its own' })

const shop = `
  create schema shop;
  comment on schema shop is 'Cups, and who bought them.';
  create type shop.size as enum ('small', 'LARGE one');
  create function shop.refuse() returns trigger language plpgsql as $$ begin raise exception 'NO'; end $$;
  create table shop.cups (
    id    bigint generated always as identity (start with 7) primary key,
    "Big" shop.size not null default 'LARGE one',
    label varchar(20) unique check (label <> 'NOT HERE'),
    twice text generated always as (label || label) stored,
    made  timestamptz not null default now()
  );
  comment on column shop.cups.label is 'As printed.';
  create table shop.sales (counter_id bigint references shop.cups on delete cascade, minor bigint) partition by hash (counter_id);
  create index on shop.sales (minor) include (counter_id) where minor > 0;
  create trigger no_change before update on shop.cups for each row execute function shop.refuse();
  create view shop.sold as select count(*) as cups from shop.sales;
  grant usage on schema shop to florin_app;
  grant select, insert on shop.cups to florin_app;
  grant update (label) on shop.cups to florin_vault;
  grant select on shop.sold to public;
  grant usage on sequence shop.cups_id_seq to florin_app;
`

test('a schema is described with all that belongs to it, in an order that is always the same', async () => {
  const described = await describeSchema(await databaseWith(shop))
  expect(described.split('\n').slice(4).join('\n')).toBe(`-- Cups, and who bought them.
create schema shop;
grant usage on schema shop to florin_app;

create type shop.size as enum ('small', 'LARGE one');

create or replace function shop.refuse()
 returns trigger
 language plpgsql
as $function$ begin raise exception 'NO'; end $function$;

create table shop.cups (
  id    bigint                generated always as identity (start with 7),
  "Big" shop.size             not null default 'LARGE one'::shop.size,
  label character varying(20),
  twice text                  generated always as (((label)::text || (label)::text)) stored,
  made  timestamptz           not null default now(),
  constraint cups_pkey primary key (id),
  constraint cups_label_key unique (label),
  constraint cups_label_check check (((label)::text <> 'NOT HERE'))
);
create trigger no_change before update on shop.cups for each row execute function shop.refuse();
grant insert, select on table shop.cups to florin_app;
grant update (label) on table shop.cups to florin_vault;
grant usage on sequence shop.cups_id_seq to florin_app;
comment on column shop.cups.label is 'As printed.';

create table shop.sales (
  counter_id bigint,
  minor      bigint,
  constraint sales_counter_id_fkey foreign key (counter_id) references shop.cups(id) on delete cascade
) partition by hash (counter_id);
create index sales_minor_counter_id_idx on only shop.sales (minor) include (counter_id) where (minor > 0);

create view shop.sold as
 select count(*) as cups
   from shop.sales;
grant select on table shop.sold to public;
`)
})

test.each([
  ['a column', 'alter table shop.cups add column colour text'],
  ['a default', 'alter table shop.cups alter column made drop default'],
  ['a null', 'alter table shop.cups alter column made drop not null'],
  ['a check', 'alter table shop.cups add check (id > 0)'],
  ['an index', 'create index on shop.cups (made)'],
  ['a right', 'grant delete on shop.cups to florin_app'],
  ['a rule of rows', 'alter table shop.cups enable row level security'],
  ['a trigger', 'drop trigger no_change on shop.cups'],
  ['a silenced trigger', 'alter table shop.cups disable trigger no_change'],
  [
    'a function',
    `create or replace function shop.refuse() returns trigger language plpgsql as 'begin return new; end'`,
  ],
  ['a table', 'create table shop.saucers ()'],
  ['a schema', 'create schema kitchen'],
])('the description changes with %s', async (_, change) => {
  const url = await databaseWith(shop)
  const before = await describeSchema(url)
  await run(url, change)
  expect(await describeSchema(url)).not.toBe(before)
})

test('two databases made by the same migrations are described alike, and the history of migrations is left out', async () => {
  const [one, other] = [await copyOfTemplate(), await emptyDatabase()]
  await migrate(other, { log: () => {} })
  const described = await describeSchema(one)
  expect(await describeSchema(other)).toBe(described)
  expect(described).toContain('create schema florin;')
  expect(described).not.toContain('florin.migrations')
})

async function databaseWith(sql: string): Promise<string> {
  const url = await emptyDatabase()
  await run(url, sql)
  return url
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
