import { afterAll, beforeAll } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { formatMoney } from '#kernel/base/money.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { disputesBetween, onUs, throughTheBank, typed } from '../world/on-us.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openMerchantSide } from '../world/three-ds.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
let closed: Spender
let poor: Spender
beforeAll(async () => {
  world = await createWorld(onUs)
  nordwind = await openPartner(world)
  closed = await openSpender(world, nordwind, { funds: '0.00' })
  await closed.post(closed.issued, '/close')
  poor = await openSpender(world, nordwind, { funds: '0.00' })
})
afterAll(() => world[Symbol.asyncDispose]())

const cannot = { disputeResponses: false, settlements: false, settledBy: 'entry' as const, walletTokens: false }
const amounts = { minMinor: 1n, maxMinor: 99_999_999_999n }

acquirerConformance(
  'the on-us connector',
  { challenges: true, disputes: true, capabilities: { ...cannot, amounts } },
  async () => {
    const ana = await openSpender(world, nordwind, { funds: '3000000000.00' })
    // Five small payments without a question are used up, so that the next ones are challenged.
    await using shop = await openMerchantSide(world)
    for (let count = 0; count < 5; count++) await shop.authenticate(ana, '1.00')
    const { acquirer } = world.app.connectors.find('on-us')!
    const { raises, decides } = disputesBetween(world, nordwind)
    const open = new Map<string, string>()
    return {
      acquirer,
      currency: 'EUR',
      approved: typed(ana),
      declined: typed(poor),
      closed: typed(closed),
      dispute: {
        open: async (key, amount) => void open.set(key, await raises(key, { amount: formatMoney(amount) })),
        decide: async (key, outcome) => void (await decides(open.get(key)!, outcome === 'won' ? 'lose' : 'win')),
      },
      challenge: {
        card: typed(ana),
        result: ({ redirect }, as) =>
          throughTheBank(world, redirect.fields, async (id) => {
            const authStatus = as === 'cardholder' ? 'success' : 'canceled'
            for (const { call } of [ana, poor])
              await call('PATCH', `/transactions/3d-secure/${id}`, { body: { authType: 'fingerprint', authStatus } })
          }),
      },
    }
  },
)
