import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { readConfig } from '#kernel/config.ts'
import { type DueWork, startDueWork } from '#kernel/due-work.ts'
import type { MerchantId } from '#kernel/ids.ts'
import { openLog } from '#kernel/log.ts'
import { Secret } from '#kernel/secret.ts'
import { type App, openApp } from '../src/app.ts'
import { verify } from '../src/audit/verify.ts'
import { billingLimit } from './billing-limit.ts'
import type { House } from './house.ts'
import { processorMs } from './processes.ts'
import { connections } from './throughput.ts'

/** One billing run: so many orders of so many stored ones were due, and were billed by one process. */
export type BillingRow = {
  stored: number
  due: number
  perSecond: number
  /** Of one order, in milliseconds of a processor. */
  processor: { program: number; database: number }
}
export type BillingFindings = {
  /** 100,000 due orders in one run, unless told otherwise. */
  run: BillingRow
  /** The same with few and with many stored orders, of which one in a hundred is due. */
  growth: BillingRow[]
  /** What the database alone does with the same rows, in orders a second: asked one by one, and in hundreds. */
  limit: { oneByOne: number; inHundreds: number }
  /** Charges of the orders that were billed; each must be paid, once. */
  paid: number
  differences: number
}

export type BillingSizes = { due: number; stored: readonly number[] }
export const billingSizes = {
  whole: { due: 100_000, stored: [10_000, 1_000_000] },
  quick: { due: 5_000, stored: [10_000, 50_000] },
}

/**
 * How many due orders a second one process bills, against what the database alone can do with the same rows in the same
 * run. The house is the bench's own; its orders are put there by SQL, since how they came there is not measured.
 */
export async function billingBench(house: House, { due, stored }: BillingSizes): Promise<BillingFindings> {
  const app = await openBiller(house)
  const tokens = await keepCards(app, house)
  const growth: BillingRow[] = []
  let run: BillingRow | undefined
  let there = 0
  for (const count of stored) {
    await storeOrders(house, tokens, { from: there, to: count })
    there = count
    growth.push(await billHundredth(house, app, count))
  }
  await storeOrders(house, tokens, { from: there, to: Math.max(there, due) })
  there = Math.max(there, due)
  run = await bill(house, app, { stored: there, due, where: `id > ${firstOrder} and id <= ${firstOrder + due}` })
  const [counted] = await house.query(`select count(*) as paid from orders.charges where status = 'paid'`)
  const limit = await billingLimit(house)
  const { differences } = await verify(app)
  await app.close()
  return { run, growth, limit, paid: Number(counted!.paid), differences: differences.length }
}

/** The whole program without its pages, and an acquirer that remembers in memory: its storage is not our cost. */
const openBiller = (house: House): Promise<App> =>
  openApp({
    config: readConfig({
      DATABASE_URL: house.databaseUrl,
      FLORIN_KEYS: house.keys,
      FLORIN_DATABASE_CONNECTIONS: String(connections),
    }),
    log: openLog({ level: 'error', to: process.stderr }),
    databaseUrl: house.databaseUrl,
    publicUrl: 'http://127.0.0.1',
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record: memoryRecord(), clock, bankUrl }),
  })

const cardsKept = 1_000
const [firstShopper, firstCard, firstOrder] = [30_000_000, 40_000_000, 50_000_000]

/** A thousand card numbers in the vault, which the orders share: what is read of them is as much as of a million. */
async function keepCards({ vault }: App, { query, siteId }: House): Promise<string[]> {
  const [site] = await query(`select merchant_id from directory.sites where id = ${siteId}`)
  const merchantId = Number(site!.merchant_id) as MerchantId
  const kept = Array.from({ length: cardsKept }, () => vault.keep({ merchantId, pan: new Secret('4111111111111111') }))
  return (await Promise.all(kept)).map(({ token }) => token)
}

/** Active monthly orders, each of a shopper and a card of its own, that fall due in many years. */
async function storeOrders(
  { query, siteId }: House,
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

/** One in a hundred is due, spread over all; with few orders another hundredth is due again and again. */
async function billHundredth(house: House, app: App, stored: number): Promise<BillingRow> {
  const runs = Math.max(1, Math.round(5_000 / (stored / 100)))
  const rows: BillingRow[] = []
  for (let run = 0; run < runs; run++) {
    const due = stored / 100
    rows.push(
      await bill(house, app, {
        stored,
        due,
        where: `id > ${firstOrder} and id <= ${firstOrder + stored} and id % 100 = ${run % 100}`,
      }),
    )
  }
  const mean = (of: (row: BillingRow) => number) => rows.reduce((sum, row) => sum + of(row), 0) / rows.length
  return {
    stored,
    due: rows.reduce((sum, { due }) => sum + due, 0),
    perSecond: rows.length / rows.reduce((sum, { perSecond }) => sum + 1 / perSecond, 0),
    processor: {
      program: mean(({ processor }) => processor.program),
      database: mean(({ processor }) => processor.database),
    },
  }
}

/** Makes the orders due and waits until the engine has billed them all; claims and everything else are in the time. */
async function bill(
  house: House,
  app: App,
  { stored, due, where }: { stored: number; due: number; where: string },
): Promise<BillingRow> {
  await house.query(`update orders.orders set anchor_at = now() - interval '1 hour', anchor_period = next_period,
    due_at = now() - interval '1 hour' where ${where}`)
  await house.query('vacuum analyze orders.orders')
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
  const before = [processorMs(process.pid), processorMs(house.databasePid, { children: true })] as const
  const began = performance.now()
  const working = await startDueWork(app, works, { everyMs: 100 })
  await all.promise
  const seconds = (performance.now() - began) / 1000
  const after = [processorMs(process.pid), processorMs(house.databasePid, { children: true })] as const
  await working.stop()
  const processor = { program: (after[0] - before[0]) / due, database: (after[1] - before[1]) / due }
  return { stored, due, perSecond: due / seconds, processor }
}
