import { expect, test } from 'vitest'
import { cards, openStripeWorld } from '../world/stripe.ts'

type StripeWorld = Awaited<ReturnType<typeof openStripeWorld>>

/** What a person does in the dashboard of Stripe. */
async function capturesThere({ emulator }: StripeWorld, minor: number): Promise<void> {
  const { id } = emulator.state.intents.values().toArray().at(-1)!
  const reply = await fetch(`${emulator.url}/v1/payment_intents/${id}/capture`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${emulator.settings.secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      'stripe-version': '2026-10-28.endive',
      'idempotency-key': 'by hand',
    },
    body: `amount_to_capture=${minor}`,
  })
  expect(reply.status).toBe(200)
}

const card = { from: 'typed', brand: 'visa', details: cards.approved, store: false } as const
const refundsOf = ({ emulator }: StripeWorld) => emulator.state.refunds.size

test.each([
  ['all of it', 2000, '20.00'],
  ['a part', 1500, '15.00'],
])(
  'an authorization of which somebody has captured %s at Stripe is not refunded when it lapses; a capture of that books it',
  async (_, minor, amount) => {
    await using at = await openStripeWorld()
    const held = await at.pays({ kind: 'auth', amount: '20.00', card })
    await capturesThere(at, minor)
    for (let day = 0; day < 9; day++) await at.world.pass({ hours: 24 })
    expect([(await at.now(held)).status, refundsOf(at)]).toEqual(['authorized', 0])
    expect(await at.captures(held, '14.00')).toMatchObject({ status: 'authorized' })
    expect(await at.captures(held, amount)).toMatchObject({ status: 'captured' })
    expect(await at.reverses(await at.now(held), amount)).toMatchObject({ status: 'cancelled' })
    expect(refundsOf(at)).toBe(1)
  },
)

test('what we have captured ourselves is refunded when it is cancelled', async () => {
  await using at = await openStripeWorld()
  const sold = await at.pays({ kind: 'sale', amount: '20.00', card })
  expect(await at.reverses(sold)).toMatchObject({ status: expect.stringMatching(/cancelled|refunded/) })
  const held = await at.pays({ kind: 'auth', amount: '20.00', card })
  await at.captures(held, '20.00')
  await at.reverses(await at.now(held))
  expect(refundsOf(at)).toBe(2)
})
