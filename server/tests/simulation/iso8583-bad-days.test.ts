import { expect, test } from 'vitest'
import { decideRefusedRequest, listRefusedRequests } from '#acquiring/processors'
import { Refusal } from '#kernel/base/refusal.ts'
import { operator } from '../world/connected.ts'
import { openIso8583World } from '../world/iso8583.ts'
import type { Mishap } from '../world/iso8583-host/emulated-host.ts'
import { approvedCard, declinedCard } from '../world/iso8583-host/ledger.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { type Random, randomOf } from './random.ts'

/**
 * Bad days with a host of an acquirer, over TCP: payments, captures, cancellations and refunds at random, while messages
 * and answers are lost, late, doubled, forged, refused or cut off, an operator decides about captures that are refused,
 * sign-ons are not answered, the host restarts, and the program dies while a message is on its way. When it is calm again,
 * the books and the host agree about all money.
 */
const seeds = seedsOf({ short: 2, long: 20 })
const stepsMin = byLength({ short: 30, long: 150 })
const mishapPercent = 60
const mishapsMin = byLength({ short: 3, long: 20 })
/** Of calm, after the bad days: longer than the longest wait before a message is repeated, and than a result is awaited. */
const calmHours = [1, 1, 1, 1, 2, 2, 4, 4, 4, 6, 6, 8]

type HostWorld = Awaited<ReturnType<typeof openIso8583World>>
type Paid = { id: bigint }
type Days = { at: HostWorld; random: Random; payments: Paid[] }

test.each(seeds)('whatever is lost between us and a host, both sides agree in the end (SEED=%i)', async (seed) => {
  await using at = await openIso8583World({ respondWithinSeconds: 0.3 })
  const { host, world } = at
  const days: Days = { at, random: randomOf(seed), payments: [] }
  host.mishapsAtRandom(() => (days.random.chance(mishapPercent) ? days.random.pick(mishaps) : undefined))
  // On a slow machine more lines fail, and each message that does not leave meets no mishap.
  for (let step = 1; step <= stepsMin || (host.mishapsMet < mishapsMin && step <= 20 * stepsMin); step++) {
    await (days.payments.length < 3 ? pays : days.random.pick(steps))(days)
    days.payments = await paymentsOf(at)
  }
  expect(host.mishapsMet).toBeGreaterThanOrEqual(mishapsMin)
  host.mishapsAtRandom(undefined)
  for (const hours of calmHours) {
    world.clock.pass({ hours })
    await at.runUntilIdle()
  }
  host.release()
  await at.runUntilIdle()
  expect(await world.query(`select kind, status from isohost.messages where status = 'open'`)).toEqual([])
  const { held, captured, refunded, clashes } = host.ledger
  expect(await ours(days)).toEqual({ held, captured, refunded })
  expect(clashes).toBe(0)
})

const mishaps: readonly Mishap[] = [
  ...(['never arrives', 'answer is lost', 'answered late', 'answered twice', 'trouble'] as const),
  ...(['cut before it is read', 'cut within the answer', 'forged', 'refused'] as const),
]

type Step = (days: Days) => Promise<unknown>
const pays: Step = ({ at: { fixture }, random }) =>
  fixture.pays({
    kind: random.pick(['auth', 'sale']),
    amount: '10.00',
    pan: random.chance(15) ? declinedCard : approvedCard,
  })
/** What the payment does not allow as it is, is refused. */
const unlessRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error
}
const follows =
  (verb: 'captures' | 'reverses', amounts: readonly (string | undefined)[]): Step =>
  ({ at: { fixture }, random, payments }) =>
    fixture[verb](random.pick(payments) as never, random.pick(amounts)).catch(unlessRefused)
const captures = follows('captures', [undefined, '7.00'])
const reverses = follows('reverses', [undefined, '2.50'])

const passes: Step = async ({ at, random }) => {
  at.world.clock.pass({ minutes: random.pick([1, 5, 60, 600]) })
  await at.runUntilIdle()
}

/** Answers that were held back come when nobody waits for them any more. */
const answersLate: Step = async ({ at: { host } }) => host.release()

const restarts: Step = async ({ at: { host }, random }) => {
  host.restart()
  if (random.chance(30)) host.loseSignOn()
}

/** The program dies while a message is on its way, on which the host acts all the same. */
const dies: Step = async (days) => {
  const { at, random } = days
  const before = at.host.received.length
  const doing = random
    .pick([pays, captures, reverses])(days)
    .catch(() => undefined)
  await Promise.race([at.host.arrivedAfter(before), doing])
  await at.dies()
  await doing
}

/** An operator decides about what the host refuses, unless an answer is awaited. */
const decides: Step = async ({ at: { app }, random }) => {
  const open = await listRefusedRequests(app.processors, { status: 'open' })
  if (open.length === 0) return
  const { id } = random.pick(open)
  const decision = random.pick(['tryAgain', 'giveUp'] as const)
  await decideRefusedRequest(app.processors, { by: operator, connection: 'host', id, decision }).catch(unlessRefused)
}

const steps = [pays, pays, captures, captures, reverses, reverses, passes, passes, answersLate, restarts, dies, decides]

async function paymentsOf({ world }: HostWorld): Promise<Paid[]> {
  const rows = await world.query('select id from payments.payments where parent_id is null order by id')
  return rows.map(({ id }) => ({ id: BigInt(id as string) }))
}

/** What the books say that the host holds, has captured and has refunded, in minor units. */
async function ours({ at: { fixture }, payments }: Days) {
  let [held, captured, refunded] = [0, 0, 0]
  for (const { id } of payments) {
    const payment = await fixture.now({ id } as never)
    const followers = await fixture.followersOf(payment)
    for (const { status } of [payment, ...followers]) expect(status).not.toMatch(/ing$|uncertain/)
    if (payment.status === 'authorized') held += Number(payment.amount.minor)
    if (['captured', 'refunded'].includes(payment.status)) captured += Number(payment.captured.minor)
    const done = followers.filter(({ type, status }) => type === 'refund' && status === 'refunded')
    refunded += done.reduce((sum, one) => sum + Number(one.captured.minor), 0)
  }
  return { held, captured, refunded }
}
