import type { MerchantId } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { type DueWork, startDueWork } from '#kernel/work/due-work.ts'
import type { App } from '../src/app/compose.ts'
import { billingLimit } from './billing-limit.ts'
import type { BenchContext } from './context.ts'
import { measureMinimal, openMinimal } from './minimal.ts'
import { openBenchApp } from './open-app.ts'
import { processorMs } from './processes.ts'
import { connections, type Durations, openLimit } from './throughput.ts'

/** One billing run: so many orders of so many stored ones were due, and were billed by one process. */
export type BillingRow = {
  stored: number
  due: number
  perSecond: number
  /** Of one order, in milliseconds of a processor. */
  processor: { program: number; database: number }
}
export type BillingFindings = {
  /** 100,000 due orders in one run, by default. */
  run: BillingRow
  /** With few and with many stored orders: as many due as with the few, and one in a hundred due. */
  growth: BillingRow[]
  /** What the database alone does in orders a second: with the same rows one by one and in hundreds, and with bare rows. */
  limit: { oneByOne: number; inHundreds: number; minimal: number }
  /** Charges that were made, those of them that are paid, and those that were taken from the card exactly once. */
  charges: number
  paid: number
  captured: number
}

export type BillingSizes = { due: number; stored: readonly number[] }
export const billingSizes = {
  whole: { due: 100_000, stored: [10_000, 1_000_000] },
  quick: { due: 3_000, stored: [10_000, 50_000] },
}

/**
 * How many due orders a second one process bills, against what the database alone can do with the same rows in the same
 * run. The installation is the bench's own; its orders are inserted by SQL, since placing them is not measured.
 */
export async function billingBench(
  ctx: BenchContext,
  { due, stored, durations, say }: BillingSizes & { durations: Durations; say(what: string): void },
): Promise<BillingFindings> {
  const app = await openBenchApp(ctx)
  const tokens = await keepCards(app, ctx)
  const growth: BillingRow[] = []
  let there = 0
  for (const count of stored) {
    say(`${count} stored orders`)
    await storeOrders(ctx, tokens, { from: there, to: count })
    there = count
    // A hundredth of the fewest, again and again, so that what is compared differs only in what is stored.
    for (const each of new Set([stored[0]! / 100, count / 100]))
      growth.push(await billOften(ctx, app, { stored: count, each }))
  }
  await storeOrders(ctx, tokens, { from: there, to: due })
  there = Math.max(there, due)
  say(`${due} due orders`)
  const run = await bill(ctx, app, { stored: there, due, where: `id > ${firstOrder} and id <= ${firstOrder + due}` })
  const [counted] = await ctx.query(
    `select count(*) filter (where status = 'paid') as paid, count(*) as all from billing.periods`,
  )
  const captured = await capturedOnce(ctx)
  await app.close()
  say('the limit')
  const last = (count: number) => Array.from({ length: count }, (_, index) => firstOrder + there - index)
  const limit = {
    oneByOne: await billingLimit(ctx, last(limitOrders), { at: 1, connections }),
    inHundreds: await billingLimit(ctx, last(2 * limitOrders).slice(limitOrders), { at: 100, connections: 4 }),
    minimal: await minimalDue(ctx, durations),
  }
  return { run, growth, limit, charges: Number(counted!.all), paid: Number(counted!.paid), captured }
}
const limitOrders = 2_000

/** One statement for each due row, on bare tables. */
async function minimalDue(ctx: BenchContext, durations: Durations): Promise<number> {
  await openMinimal(ctx)
  const driver = await openLimit(ctx)
  const { perSecond } = await measureMinimal(ctx, driver, { work: 'due', clients: connections, ...durations })
  await driver.stop()
  return perSecond
}

/** Payments that took money: one for each charge, and none for anything else. */
async function capturedOnce({ query }: BenchContext): Promise<number> {
  const [row] = await query(`select count(*) as captured from (
    select from payments.payments where status = 'captured' group by order_id, period having count(*) = 1) as once`)
  return Number(row!.captured)
}

/** The whole program without its pages, and an acquirer that remembers in memory: its storage is not our cost. */
const cardsKept = 1_000
const [firstShopper, firstCard] = [30_000_000, 40_000_000]
export const firstOrder = 50_000_000

/** A thousand card numbers in the vault, which the orders share: what is read of them is as much as of a million. */
export async function keepCards({ vault }: App, { query, siteId }: BenchContext): Promise<string[]> {
  const [site] = await query(`select merchant_id from directory.sites where id = ${siteId}`)
  const merchantId = Number(site!.merchant_id) as MerchantId
  const kept = Array.from({ length: cardsKept }, () =>
    vault.tokenize({ merchantId, pan: new Secret('4111111111111111') }),
  )
  return (await Promise.all(kept)).map(({ token }) => token)
}

/** Active monthly orders, each of a shopper and a card of its own, that fall due in many years. */
export async function storeOrders(
  { query, siteId }: BenchContext,
  tokens: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (to <= from) return
  const rows = `generate_series(${from + 1}, ${to}) as n`
  await query(`insert into shoppers.shoppers (id, site_id, identifier, email, created_at) overriding system value
    select ${firstShopper} + n, ${siteId}, 'subscriber-' || n, 'subscriber-' || n || '@example.com', now() from ${rows}`)
  await query(`insert into shoppers.cards (id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year,
      fingerprint, status, network_transaction_id, created_at) overriding system value
    select ${firstCard} + n, ${firstShopper} + n, ('{${tokens.join(',')}}'::uuid[])[1 + n % ${tokens.length}], 'visa',
      '411111', '1111', 12, 2090, sha256(n::text::bytea), 'active', '400000000000001', now() from ${rows}`)
  await query(`insert into orders.orders (id, site_id, shopper_id, external_id, type, status, currency, minor, mode,
      description, items, interval_type, interval_value, card_id, anchor_at, anchor_period, next_period, due_at, created_at)
    overriding system value
    select ${firstOrder} + n, ${siteId}, ${firstShopper} + n, 'subscription-' || n, 'recurring', 'in-progress', 'EUR', 990,
      'authAndCapture', 'Bread, weekly', '[]', 'month', 1, ${firstCard} + n, now() + interval '20 years', 1, 1,
      now() + interval '20 years' + n * interval '1 second', now() from ${rows}`)
  await query('analyze')
  await query('checkpoint')
}

/** So many are due at once, spread over all that are stored; again with others until there is something to measure. */
async function billOften(
  ctx: BenchContext,
  app: App,
  { stored, each }: { stored: number; each: number },
): Promise<BillingRow> {
  const apart = stored / each
  const runs = Math.max(1, Math.min(apart, Math.round(billedMin / each)))
  const rows: BillingRow[] = []
  for (let run = 0; run < runs; run++) {
    const where = `id > ${firstOrder} and id <= ${firstOrder + stored} and id % ${apart} = ${run}`
    rows.push(await bill(ctx, app, { stored, due: each, where }))
  }
  const mean = (of: (row: BillingRow) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  return {
    stored,
    due: each,
    perSecond: 1 / mean(({ perSecond }) => 1 / perSecond),
    processor: { program: mean((row) => row.processor.program), database: mean((row) => row.processor.database) },
  }
}

/** As many are billed in several runs, where one is over too soon. */
const billedMin = 5_000

/** Makes the orders due and waits until the engine has billed them all; claims and everything else are in the time. */
export async function bill(
  ctx: BenchContext,
  app: App,
  { stored, due, where }: { stored: number; due: number; where: string },
): Promise<BillingRow> {
  await ctx.query(`update orders.orders set anchor_at = now() - interval '1 hour', anchor_period = next_period,
    due_at = now() - interval '1 hour' where ${where}`)
  const all = Promise.withResolvers<void>()
  let done = 0
  const counted = (work: DueWork): DueWork => ({
    ...work,
    run: async (id) => {
      await work.run(id)
      if (++done === due) all.resolve()
    },
  })
  const works = app.jobs.filter(({ name }) => name === 'bill orders').map(counted)
  const before = [processorMs(process.pid), processorMs(ctx.databasePid, { children: true })] as const
  const began = performance.now()
  const working = await startDueWork(app, works, { everyMs: 20 })
  await all.promise
  const seconds = (performance.now() - began) / 1000
  const after = [processorMs(process.pid), processorMs(ctx.databasePid, { children: true })] as const
  await working.stop()
  const processor = { program: (after[0] - before[0]) / due, database: (after[1] - before[1]) / due }
  return { stored, due, perSecond: due / seconds, processor }
}
