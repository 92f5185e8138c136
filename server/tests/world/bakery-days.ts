import { expect, onTestFinished } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type Difference, type Report, verify } from '../../src/audit/verify.ts'
import { makePaymentsFixture, type PaymentsFixture } from './payments-fixture.ts'
import { takeWarmDatabase } from './warm-database.ts'

/**
 * A few days of a bakery, produced by the program itself: the history that the verification is tried on. Payments are
 * numbered from 1001 in the order they are made.
 */
export const captured = 'payment 1001' // of order 1001; settled in batch 1
export const parts = 'payment 1002' // captured in part after an authorization, refunded in part; settled
export const part = 'payment 1003' // the refund of 1002
export const voided = 'payment 1004'
export const cancelled = 'payment 1005'
export const whole = 'payment 1006' // refunded whole, after its settlement
export const failed = 'payment 1007' // of order 1006, which was paid in the end
export const paid = 'payment 1008'
export const authorized = 'payment 1009' // of order 1007
export const managed = 'payment 1010' // of order 1008, which is billed later
export const lost = 'payment 1011' // its result is not known yet
export const refund = 'payment 1012' // of 1006

/** The database of these days, without open connections. */
export async function bakeryDays(): Promise<string> {
  const fixture = await makePaymentsFixture({}, { leavesDatabase: true })
  await live(fixture)
  await fixture.world[Symbol.asyncDispose]()
  return fixture.world.databaseUrl
}

async function live(fixture: PaymentsFixture): Promise<void> {
  await fixture.pays()
  const capturedPart = await fixture.captures(await fixture.pays({ kind: 'auth' }), '6.00')
  await fixture.reverses(capturedPart, '2.00')
  await fixture.reverses(await fixture.pays({ kind: 'auth' }))
  await fixture.reverses(await fixture.pays())
  const refundedLater = await fixture.pays({ amount: '20.00' })
  const tried = await fixture.order()
  await fixture.tries(tried, { pan: '4000010000001008' })
  await fixture.tries(tried)
  await fixture.world.pass({ hours: 24 })
  await fixture.pays({ kind: 'auth' })
  await fixture.pays({ type: 'managed', save: true })
  fixture.acquirerProxy.next('authorize', 'response lost')
  await fixture.pays()
  await fixture.reverses(refundedLater)
}

export async function verified(url: string, open = openDb): Promise<Report> {
  const db = open(url, { role: 'florin_app', connectionsMax: 2 })
  try {
    return await verify({ db, log: silentLog })
  } finally {
    await db.close()
  }
}

/**
 * What is found, in short, after these statements were carried out on a copy where no rule of the database holds. Each
 * of them must meet a row.
 */
export async function foundAfter(history: string, statements: readonly string[]): Promise<string[]> {
  const { url, open, plant, release } = await takeWarmDatabase(history)
  onTestFinished(release)
  for (const statement of statements) expect(await plant(statement), statement).not.toBe(0)
  return inShort((await verified(url, open)).differences)
}

/**
 * The log of events repeats every history, and the closed days of the books every entry, so what is planted in these is
 * found there too, and left out here.
 */
const inShort = (differences: readonly Difference[]): string[] =>
  differences
    .filter(
      ({ wrong, look }) =>
        wrong !== 'the log of events and its history do not say the same' && !look.startsWith('ledger.day_balances'),
    )
    .map(({ about, wrong }) => `${about}: ${wrong}`)

/** What is planted, the statements that plant it, and everything that is found because of it. */
export type Plant = [what: string, statements: string[], found: string[]]
/** The notifications of a payment are made when it changes, so what is planted in a history is found there too. */
/** Plants a fallback of this payment to another connector. */
export const fellBack = (reference: string, key: string, next: string): string =>
  `insert into payments.fallbacks (payment_id, connector, key, decline_reason, next_connector, occurred_at)
   values (${numberOf(reference)}, 'other', ${key}, 'provider_error', '${next}', now())`

/** What was summed of the hour in which they happen, for the homes of merchants, is not what their payments say any more. */
export const sumOfHour = (merchantId: number): string =>
  `hour 2026-05-04 10:00:00+00 of merchant ${merchantId}: its sum is not that of its payments`

export const notified = {
  missing: (reference: string) => `${reference}: a change of its public status has no notification`,
  tooOften: (reference: string) => `${reference}: there are more notifications than changes of its public status`,
  another: (id: number) => `notification ${id}: it tells its store something else than its payment`,
  elsewhere: (id: number) => `notification ${id}: it is about a payment that is not of its site and order`,
}
export const numberOf = (reference: string): string => reference.replace('payment ', '')
export const entryOf = (reference: string, recipe = 'paymentCaptured'): string =>
  `(select id from ledger.entries where reference = '${reference}' and recipe = '${recipe}')`
export const change = (reference: string, set: string): string =>
  `update payments.payments set ${set} where id = ${numberOf(reference)}`
export const transitioned = (reference: string, action: string, from: string, to: string): string =>
  `insert into payments.payment_transitions (payment_id, action, from_status, to_status, occurred_at)
   values (${numberOf(reference)}, '${action}', '${from}', '${to}', now())`
export const forget = (reference: string, action: string): string =>
  `delete from payments.payment_transitions where payment_id = ${numberOf(reference)} and action = '${action}'`
