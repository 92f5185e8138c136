import type { BenchContext } from './context.ts'
import type { LimitTimed, MinimalTiming } from './limit-process.ts'
import { type Helper, processorMs } from './processes.ts'
import type { Durations, LimitRow } from './throughput.ts'

/**
 * What a durable payment costs at the very least: one statement that inserts a payment, its order, a ledger entry with two
 * lines, and an event, each in the barest table there can be. Beside it everything that we add is seen.
 */
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
  grant select, insert on all tables in schema bench to florin_app`

export const minimalPayment = `
  with o as (insert into bench.orders (external_id, minor, status) values ($1, $2, 'complete-ok') returning id),
  p as (insert into bench.payments (order_id, minor, status) select id, $2, 'captured' from o returning id),
  e as (insert into bench.entries (payment_id) select id from p returning id),
  l as (insert into bench.lines (entry_id, account, minor)
        select id, account, minor from e, (values ('acquirer', $2::bigint), ('merchant', - $2::bigint)) as v(account, minor)),
  n as (insert into bench.events (body) select jsonb_build_object('payment', id) from p)
  select id from p`

export async function openMinimal({ query }: BenchContext): Promise<void> {
  for (const statement of tables.split(';')) await query(statement)
}

/** So many clients of the bare driver make minimal payments. */
export async function measureMinimal(
  ctx: BenchContext,
  limit: Helper,
  timing: Durations & { clients: number },
): Promise<LimitRow> {
  const before = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  const asked: MinimalTiming = { minimal: minimalPayment, ...timing }
  const { done, seconds, each } = await limit.ask<LimitTimed>(asked)
  const all = done * (1 + timing.warmUpMs / timing.ms)
  const after = [processorMs(ctx.databasePid, { children: true }), processorMs(limit.pid)] as const
  const [databaseMs, driverMs] = [(after[0] - before[0]) / all, (after[1] - before[1]) / all]
  return { perSecond: done / seconds, each, databaseMs, driverMs }
}
