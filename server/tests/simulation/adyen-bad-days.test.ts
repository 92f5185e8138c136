import { expect, test } from 'vitest'
import { importSettlements, listBreaks } from '#acquiring/reconciliation'
import { Refusal } from '#kernel/base/refusal.ts'
import type { Fault } from '../emulators/adyen/emulator.ts'
import type { SentItem } from '../emulators/adyen/webhooks.ts'
import { openAdyenWorld } from '../world/adyen.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { type Random, randomOf } from './random.ts'

/**
 * Bad days with Adyen, over HTTP on both ways: payments, captures, cancellations, refunds and disputes at random, captures
 * and refunds that fail after they were done, while answers are lost before or after a request is carried out, webhooks come late, twice, in any order and in any company,
 * and the program dies while a request is under way. When it is calm again, every payment is what Adyen says it is, and
 * Adyen's settlement report agrees with the books.
 */
const seeds = seedsOf({ short: 1, long: 20 })
const stepsMax = byLength({ short: 24, long: 120 })
const faultPercent = 30
const faultsMin = byLength({ short: 1, long: 10 })
/** Of calm, after the bad days: longer than Adyen is waited for, and than a message is tried again. */
const calmHours = [1, 1, 1, 1, 2, 2, 4, 4, 4, 6, 6, 8, 8, 8]

type AdyenWorld = Awaited<ReturnType<typeof openAdyenWorld>>
/** What Adyen has to say and has not said yet. */
type Days = { adyen: AdyenWorld; random: Random; unsaid: SentItem[]; payments: Paid[]; failed: Set<string> }
type Paid = { id: bigint; key: string }

test.each(seeds)('whatever is lost between us and Adyen, both sides agree in the end (SEED=%i)', async (seed) => {
  await using adyen = await openAdyenWorld({ timeoutMs: 1_000 })
  const { emulator, world } = adyen
  const days: Days = { adyen, random: randomOf(seed), unsaid: [], payments: [], failed: new Set() }
  emulator.faultAtRandom((path) => faultOf(days.random, path))
  for (let step = 1; step <= stepsMax; step++) {
    await (days.payments.length < 3 ? pays : days.random.pick(steps))(days)
    days.payments = await paymentsOf(adyen)
  }
  expect(emulator.faultsMet).toBeGreaterThanOrEqual(faultsMin)
  emulator.faultAtRandom(undefined)
  for (const hours of calmHours) {
    world.clock.pass({ hours })
    await says(days, { everything: true })
  }
  expect((await adyen.messages()).filter(({ status }) => status !== 'applied' && status !== 'ignored')).toEqual([])
  for (const payment of days.payments) {
    const [one, other] = [await ours(adyen, payment), theirs(adyen, payment)]
    // Whether a payment whose capture has failed could be captured once more is up to the scheme.
    expect(one).toEqual(days.failed.has(payment.key) ? { ...other, held: one.held } : other)
  }
  await expectAgreementWithReport(days)
})

const faults: readonly Fault[] = [
  ...(['closedBefore', 'closedAfter', 'truncated', 'unanswered'] as const),
  ...(['failedBefore', 'failedAfter', 'inProgress', 'tooMany'] as const),
]
const faultOf = (random: Random, path: string): Fault | undefined =>
  random.chance(faultPercent) && !path.startsWith('/reports/') ? random.pick(faults) : undefined

type Step = (days: Days) => Promise<unknown>
const pays: Step = ({ adyen, random }) => {
  const holder = random.pick(['JANE DOE', 'JANE DOE', 'JANE DOE', 'NOT_ENOUGH_BALANCE'])
  return adyen.pays({ kind: random.pick(['auth', 'sale']), amount: '10.00', holder })
}
/** What the payment does not allow as it is, is refused. */
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}
const follows =
  (verb: 'captures' | 'reverses', amounts: readonly (string | undefined)[]): Step =>
  ({ adyen, random, payments }) =>
    adyen.fixture[verb](random.pick(payments) as never, random.pick(amounts)).catch(unlessRefused)
const captures = follows('captures', [undefined, '7.00'])
const reverses = follows('reverses', [undefined, '2.50'])

/** Adyen says some of what it has to say, in any order; some of it again and again, and some of it only hours later. */
async function says({ adyen, random, unsaid }: Days, { everything = false } = {}): Promise<void> {
  unsaid.push(...adyen.emulator.takeItems())
  const sent: SentItem[] = []
  for (const item of unsaid.splice(0)) {
    const isSent = everything || random.chance(60)
    if (isSent) sent.splice(random.between(0, sent.length), 0, item)
    if (!isSent || random.chance(15)) unsaid.push(item)
  }
  if (everything) unsaid.length = 0
  while (sent.length > 0) expect((await adyen.deliver(sent.splice(0, random.between(1, 4))))[0]).toBe(200)
  await adyen.runUntilIdle()
}

const passes: Step = async (days) => {
  days.adyen.world.clock.pass({ minutes: days.random.pick([1, 5, 60]) })
  await says(days)
}

/** The program dies while a request is on its way, which Adyen carries out all the same. */
const dies: Step = async (days) => {
  const { adyen, random } = days
  const held = adyen.emulator.hold(/./)
  const doing = random
    .pick([pays, captures, reverses])(days)
    .catch(() => undefined)
  await Promise.race([held.arrived, doing])
  await adyen.dies()
  held.release()
  await doing
}

const isChargedBack: Step = async ({ adyen: { emulator }, random, payments }) => {
  const { key } = random.pick(payments)
  const { captured, refunded } = emulator.balanceOf(key)
  if (captured - refunded < 500 || isDisputed(emulator, key)) return
  emulator.chargeBack(key, 500)
  if (random.chance(50)) emulator.decideDispute(key, random.pick(['won', 'lost']))
}
/**
 * Days later, and once for each payment: its capture is rejected by the scheme, or a part refund by the bank of the card. A
 * whole one may be a cancellation of ours, whose failure a person decides about.
 */
const failsAfterwards: Step = async ({ adyen: { emulator }, random, payments, failed }) => {
  const { key } = random.pick(payments)
  const { captured, refunded } = emulator.balanceOf(key)
  if (captured === 0 || refunded === captured || failed.has(key) || isDisputed(emulator, key)) return
  failed.add(key)
  if (refunded > 0) emulator.failRefund(key)
  else emulator.failCapture(key)
}

const isDisputed = ({ state }: AdyenWorld['emulator'], key: string): boolean =>
  [...state.disputes.values()].some(({ payment }) => payment.reference === key)

const steps = [pays, pays, captures, captures, reverses, reverses, passes, passes, isChargedBack, failsAfterwards, dies]

async function paymentsOf({ world }: AdyenWorld): Promise<Paid[]> {
  const rows = await world.query('select id, key from payments.payments where parent_id is null order by id')
  return rows.map(({ id, key }) => ({ id: BigInt(id as string), key: key as string }))
}

/** Whether a payment holds money, and what of it has stayed with the merchant. */
type Money = { held: boolean; stayed: bigint; disputed: number }

async function ours({ fixture }: AdyenWorld, { id }: Paid): Promise<Money> {
  const payment = await fixture.now({ id } as never)
  const followers = await fixture.followersOf(payment)
  for (const { status } of [payment, ...followers]) expect(status).not.toMatch(/ing$|uncertain/)
  const sumOf = (statuses: readonly string[]) =>
    followers.reduce((sum, one) => (statuses.includes(one.status) ? sum + one.captured.minor : sum), 0n)
  const isOver = ['cancelled', 'declined', 'failed', 'captureFailed'].includes(payment.status)
  return {
    held: payment.status === 'authorized',
    stayed: isOver ? 0n : payment.captured.minor - sumOf(['refunded']),
    disputed: followers.filter(({ type }) => type === 'chargeback').length,
  }
}

function theirs({ emulator }: AdyenWorld, { key }: Paid): Money {
  const made = [...emulator.state.payments.values()].filter(({ reference }) => reference === key)
  expect(made.length).toBeLessThanOrEqual(1)
  const { status, captured, refunded } = emulator.balanceOf(key)
  const disputes = [...emulator.state.disputes.values()].filter(({ payment }) => payment.reference === key)
  return {
    held: status === 'authorised' && captured === 0,
    stayed: BigInt(captured - refunded),
    disputed: disputes.length,
  }
}

async function expectAgreementWithReport(days: Days): Promise<void> {
  const { adyen } = days
  adyen.emulator.closeBatch()
  await says(days, { everything: true })
  while ((await importSettlements(adyen.app)) === 'more') {}
  const breaks = (await listBreaks(adyen.app.db, {}, { page: 1, size: 50 })).data
  // A capture that failed of a payment that we had cancelled, whose money went back in another way than the books say.
  const [failures, others] = [
    breaks.filter(({ kind }) => kind === 'unknown'),
    breaks.filter(({ kind }) => kind !== 'unknown'),
  ]
  for (const { row } of failures)
    expect(await rowOf(days, row!)).toEqual({ type: 'captureFailure', status: 'cancelled' })
  // A payment that was over when Adyen approved it was cancelled there at once: an operator sees that money came and went.
  expect([...new Set(others.map(({ kind }) => kind))]).toEqual(others.length > 0 ? ['unbooked'] : [])
  const moved = Map.groupBy(others, ({ transactionId }) => transactionId)
  for (const rows of moved.values()) expect(rows.reduce((sum, { reported }) => sum + reported!.minor, 0n)).toBe(0n)
}

/** Of a row of the report its type, and the status of the payment that it names. */
async function rowOf({ adyen }: Days, { reportId, line }: { reportId: bigint; line: number }) {
  const [row] = await adyen.world.query(
    `select type, status from reconciliation.rows join payments.payments on payments.key = rows.key::uuid
     where report_id = ${reportId} and line = ${line}`,
  )
  return row
}
