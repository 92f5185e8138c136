import type { BenchContext } from './context.ts'
import type { LimitTimed, MinimalTiming } from './limit-process.ts'
import { type Helper, processorMs } from './processes.ts'
import type { Durations, LimitRow } from './throughput.ts'

/**
 * What a durable piece of work costs at the very least: one statement on the barest tables there can be. Beside it
 * everything that we add is seen.
 */
export type MinimalWork = keyof typeof minimalStatements

const tables = `
  create schema bench;
  grant usage on schema bench to florin_app;
  create table bench.orders (
    id bigint generated always as identity primary key, external_id text not null, minor bigint not null, status text not null
  );
  create table bench.payments (
    id bigint generated always as identity primary key, order_id bigint not null, minor bigint not null, status text not null
  );
  create table bench.entries (id bigint generated always as identity primary key, payment_id bigint not null);
  create table bench.lines (entry_id bigint not null, account text not null, minor bigint not null);
  create table bench.events (id bigint generated always as identity primary key, body jsonb not null);
  create table bench.due (id bigint primary key, minor bigint not null, due_at timestamptz) with (fillfactor = 50);
  insert into bench.due select n, 990, now() from generate_series(0, 9999) as n;
  create table bench.accounts (id bigint primary key, free bigint not null, held bigint not null) with (fillfactor = 50);
  insert into bench.accounts values (1, 1000000000000, 0);
  create table bench.holds (id bigint generated always as identity primary key, account_id bigint not null, minor bigint not null);
  create table bench.cards (id bigint generated always as identity primary key, number text not null unique, status text not null);
  create table bench.transitions (id bigint generated always as identity primary key, card_id bigint not null);
  grant select, insert, update on all tables in schema bench to florin_app`

/** What follows from a payment `p` of `$2`: an entry with two lines, and an event. */
const booked = `
  e as (insert into bench.entries (payment_id) select id from p returning id),
  l as (insert into bench.lines (entry_id, account, minor)
        select id, account, minor from e, (values ('acquirer', $2::bigint), ('merchant', - $2::bigint)) as v(account, minor)),
  n as (insert into bench.events (body) select jsonb_build_object('payment', id) from p)
  select id from p`

/** `$1` is a number that rises with each, and `$2` an amount. */
const minimalStatements = {
  /** An order and its payment. */
  payment: `
  with o as (insert into bench.orders (external_id, minor, status) values ('bread-' || $1::bigint, $2, 'complete-ok') returning id),
  p as (insert into bench.payments (order_id, minor, status) select id, $2, 'captured' from o returning id), ${booked}`,
  /** A row that is due is moved on to its next day, and its payment. */
  due: `
  with d as (update bench.due set due_at = due_at + interval '1 month' where id = $1::bigint % 10000 returning id),
  p as (insert into bench.payments (order_id, minor, status) select id, $2, 'captured' from d returning id), ${booked}`,
  /** An amount is held of the one account that all hold of, if it is free: such as a place of a link. */
  hold: `
  with a as (update bench.accounts set free = free - $2, held = held + $2 where id = sign($1::bigint) and free >= $2 returning id),
  h as (insert into bench.holds (account_id, minor) select id, $2 from a returning id),
  n as (insert into bench.events (body) select jsonb_build_object('hold', id) from h)
  select id from h`,
  /** The next place of the one range that all take from, the card with that number, its history, and an event. */
  card: `
  with a as (update bench.accounts set held = held + 1 where id = sign($1::bigint + $2) returning held),
  c as (insert into bench.cards (number, status) select 'card-' || held, 'active' from a returning id),
  t as (insert into bench.transitions (card_id) select id from c),
  n as (insert into bench.events (body) select jsonb_build_object('card', id) from c)
  select id from c`,
}

export async function openMinimal({ query }: BenchContext): Promise<void> {
  for (const statement of tables.split(';')) await query(statement)
}

/** So many clients of the bare driver do the minimal work. */
export async function measureMinimal(
  ctx: BenchContext,
  limit: Helper,
  { work, ...timing }: Durations & { work: MinimalWork; clients: number },
): Promise<LimitRow> {
  const before = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  const asked: MinimalTiming = { minimal: minimalStatements[work], ...timing }
  const { done, seconds, each } = await limit.ask<LimitTimed>(asked)
  const all = done * (1 + timing.warmUpMs / timing.ms)
  const after = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  const [databaseMs, driverMs] = [(after[0] - before[0]) / all, (after[1] - before[1]) / all]
  return { perSecond: done / seconds, each, databaseMs, driverMs }
}
