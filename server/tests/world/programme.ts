import { addProduct, type Product } from '#issuing/programmes'
import { approveKyc } from './issuing.ts'
import type { PartnerFixture } from './partner.ts'
import type { World } from './world.ts'

const by = { actor: 'test', fromWhere: 'test' }

type Input = Partial<Parameters<typeof addProduct>[1]['input']>

/** A card product of the partner: virtual and physical cards in euros and dollars, without a bureau. */
export const openProduct = (world: World, { partner }: PartnerFixture, input: Input = {}): Promise<Product> =>
  addProduct(world.app, {
    by,
    partnerId: partner.id,
    input: {
      name: 'Everyday card',
      prefix: '53212345',
      currencies: ['EUR', 'USD'],
      virtual: true,
      physical: true,
      ...input,
    },
  })

export const plastic = {
  isVirtual: false,
  nameOnCard: 'Ana Popescu',
  deliveryAddress: {
    recipient: 'Ana Popescu',
    street: 'Strada Lungă 5',
    city: 'Brașov',
    postalCode: '500035',
    country: 'RO',
  },
  pin: '2580',
}

/** An approved customer with an account in euros. */
export async function openCardholder(world: World, partner: PartnerFixture, product: Product) {
  const customer = await partner.customer()
  await approveKyc(world, customer.customerId)
  const { body: account } = await customer.call('POST', '/accounts', { body: { currency: 'EUR' } })
  const issue = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
    customer.call('POST', '/cards', {
      body: { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR', label: 'Groceries', ...more },
      headers,
    })
  const at = (card: unknown, path = '') => `/cards/${(card as { id: string }).id}${path}`
  return {
    ...customer,
    account,
    issue,
    /** The issued card itself. */
    card: async (more?: Record<string, unknown>) => (await issue(more)).body as { id: string; last4: string },
    post: (card: unknown, path: string, body?: unknown) => customer.call('POST', at(card, path), { body }),
    get: (card: unknown, path = '') => customer.call('GET', at(card, path)),
    statusOf: async (card: unknown) => (await customer.call('GET', at(card))).body.status,
  }
}
