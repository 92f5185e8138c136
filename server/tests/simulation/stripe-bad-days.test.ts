import { expect, test } from 'vitest'
import type { Payment } from '#acquiring/payments'
import { Refusal } from '#kernel/base/refusal.ts'
import type { FaultKind } from '../emulators/stripe/faults.ts'
import { byLength, seedsOf } from '../world/length.ts'
import { openStripeWorld } from '../world/stripe.ts'
import { type Random, randomOf } from './random.ts'

/**
 * Bad days with Stripe, over HTTP: payments, captures, cancellations and refunds at random, while the connection breaks
 * before or after a request is carried out, answers are cut or never come, and Stripe has faults of its own. When it is
 * calm again, every payment is what Stripe says it is, and the books are whole.
 */
const seeds = seedsOf({ short: 2, long: 20 })
const stepsMax = byLength({ short: 14, long: 120 })
const faultPercent = 22

type Fixture = Awaited<ReturnType<typeof openStripeWorld>>

test.each(seeds)('whatever is lost on its way to Stripe, both sides agree in the end (SEED=%i)', async (seed) => {
  await using fixture = await openStripeWorld({ timeoutMs: 300 })
  const { emulator, world } = fixture
  const random = randomOf(seed)
  emulator.faults.atRandom((request) => faultOf(random, request))
  const payments: Payment[] = []
  for (let step = 1; step <= stepsMax; step++)
    await (payments.length < 3 ? pays : random.pick(steps))(fixture, payments, random)
  emulator.faults.atRandom(undefined)
  for (let hour = 0; hour < 30; hour++) await world.pass({ hours: 1 })
  expect([...emulator.faults.had.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(stepsMax / 10)
  for (const payment of payments) expect(await ours(fixture, payment)).toEqual(theirs(fixture, payment))
})

/** What Stripe may have left half done of a refund waits for an operator: the other faults come to an end by themselves. */
function faultOf(random: Random, request: string): FaultKind | undefined {
  if (!random.chance(faultPercent)) return undefined
  const kinds: FaultKind[] = ['closeBefore', 'closeAfter', 'hang', 'faultAfter', 'truncate', 'locked', 'tooMany']
  return random.pick(request === 'POST /v1/refunds' ? kinds : [...kinds, 'faultBefore'])
}

type Step = (fixture: Fixture, payments: Payment[], random: Random) => Promise<void>
const pays: Step = async (fixture, payments, random) => {
  const pan = random.pick(['4242424242424242', '4242424242424242', '4000000000009995'])
  payments.push(await fixture.pays({ kind: random.pick(['auth', 'sale']), amount: '10.00', pan }))
}
const follows =
  (verb: 'captures' | 'reverses', amounts: readonly (string | undefined)[]): Step =>
  async (fixture, payments, random) => {
    const payment = random.pick(payments)
    // What the payment does not allow as it is, is refused.
    await fixture[verb](payment, random.pick(amounts)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  }
const passes: Step = async ({ world }, _payments, random) => world.pass({ minutes: random.pick([1, 5, 60]) })
const captures = follows('captures', [undefined, '7.00'])
const reverses = follows('reverses', [undefined, '2.50'])
const steps: readonly Step[] = [pays, pays, captures, captures, reverses, reverses, passes]

/** What a payment holds, has captured and has returned. */
type Money = { held: boolean; captured: bigint; returned: bigint }

async function ours({ now, followersOf }: Fixture, payment: Payment): Promise<Money> {
  const { status, captured } = await now(payment)
  const refunds = (await followersOf(payment)).filter((one) => one.type === 'refund')
  for (const one of [status, ...refunds.map((refund) => refund.status)]) expect(one).not.toMatch(/ing$|uncertain/)
  const refunded = refunds.filter((one) => one.status === 'refunded')
  const sum = refunded.reduce((total, one) => total + one.captured.minor, 0n)
  if (status === 'cancelled') return { held: false, captured: captured.minor, returned: captured.minor }
  return { held: status === 'authorized', captured: captured.minor, returned: sum }
}

function theirs({ emulator }: Fixture, { key }: Payment): Money {
  const intents = [...emulator.state.intents.values()].filter(({ metadata }) => metadata.florin_request === key)
  const charges = [...emulator.state.charges.values()].filter(
    ({ intent, status }) => status === 'succeeded' && intents.some(({ id }) => id === intent),
  )
  expect(charges.length).toBeLessThanOrEqual(1)
  const [charge] = charges
  const held = intents.some(({ status }) => status === 'requires_capture')
  return { held, captured: BigInt(charge?.captured ?? 0), returned: BigInt(charge?.refunded ?? 0) }
}
