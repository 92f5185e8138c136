import type { PaymentId, ShopperId } from '#acquiring/ids'
import { type OrderInput, type Placed, placeOrder } from '#acquiring/orders'
import { completeChallenge, isPayment, type Payment, reversePayment } from '#acquiring/payments'
import { planShopper } from '#acquiring/shoppers'
import { databaseRecord, defaultSandbox, rightCode, visitBank } from '#connectors/acquirer/sandbox/index.ts'
import type { Site } from '#core/directory'
import type { Money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, ref } from '#kernel/db/commit/commit.ts'
import type { Buyer } from './people.ts'
import { author, type Stage } from './stage.ts'

type Card = { pan: string; expiry?: Buyer['expiry'] }

export type Bought = {
  site: Site
  buyer: Buyer
  orderId: string
  amount: Money
  what: string
  /** Another than that of the buyer. */
  card?: Card
  save?: boolean
  /** They confirm it with their bank (3-D Secure), with this code. */
  bankCode?: string
  /** The store says that the customer has agreed before, and charges without them. */
  withoutThem?: boolean
  terms?: Partial<OrderInput['terms']>
}

/** Opens an order of a customer and pays it, as the store's own server does. */
export async function buy(stage: Stage, bought: Bought): Promise<Placed> {
  const { app } = stage
  const { site, buyer, orderId, amount, what } = bought
  const shopperId = await shopperOf(stage, site, buyer)
  const isAtBank = bought.bankCode !== undefined
  const placed = await placeOrder(app, {
    site,
    shopperId,
    terms: { ...once, amount, ...bought.terms },
    externalId: orderId,
    description: what,
    card: { from: 'typed', brand: buyer.brand, details: detailsOf(buyer, bought.card), ...kept(stage, bought) },
    ip: addressOf(buyer),
    ...(isAtBank && { threeDSecure: { returnUrl: () => `${stage.publicUrl}/demo/return`, browser } }),
  })
  if (!isAtBank || !placed.payment || !isPayment(placed.payment)) return placed
  return { ...placed, payment: await visit(stage, placed.payment, bought.bankCode!) }
}

const once: OrderInput['terms'] = {
  type: 'purchase',
  mode: 'authAndCapture',
  amount: { minor: 0n, currency: 'EUR' } as Money,
  trialAmount: undefined,
  interval: undefined,
  firstBillAt: undefined,
  retryPayment: undefined,
}

const kept = ({ clock }: Stage, { save = false, withoutThem = false }: Bought) => ({
  save,
  ...(withoutThem && { networkTransaction: { id: 'MCC0004711', at: clock.now().subtract({ hours: 24 * 30 }) } }),
})

const detailsOf = (buyer: Buyer, { pan, expiry }: Card = buyer) => ({
  pan: new Secret(pan),
  cvv: new Secret('123'),
  expiryMonth: (expiry ?? buyer.expiry).month,
  expiryYear: (expiry ?? buyer.expiry).year,
  holderName: `${buyer.firstName} ${buyer.lastName}`,
})

async function shopperOf({ app, clock }: Stage, site: Site, buyer: Buyer): Promise<ShopperId> {
  const now = clock.now()
  const shopper = ref('shopper')
  const { identifier, email, firstName, lastName, country } = buyer
  const facts = { email, firstName, lastName, country, ...unsaid }
  const ids = await commit(app, now, [planShopper(now, shopper, site.id, { identifier, ...facts })], 'till')
  return ids<ShopperId>(shopper)
}
const unsaid = {
  state: undefined,
  city: undefined,
  address: undefined,
  zipCode: undefined,
  phone: undefined,
  tags: [],
}

/** Addresses for documentation (RFC 5737), one for each person. */
const addressOf = ({ email }: Buyer): string =>
  `203.0.113.${[...email].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 250}`

/** Their bank asks them, when it does: without a challenge there is nothing to do. */
async function visit({ app, clock }: Stage, payment: Payment, code: string): Promise<Payment> {
  if (!payment.challenge) return payment
  const record = databaseRecord(app.db, defaultSandbox)
  const seen = await visitBank({ record, clock }, payment.challenge.fields.PaReq ?? '', { code })
  const response = seen.shows === 'way back' ? seen.fields : {}
  return completeChallenge(app, { siteId: payment.siteId, paymentId: payment.id, response })
}

export { rightCode }

/** Somebody of the store returns money. */
export const giveBack = ({ app }: Stage, site: Site, paymentId: PaymentId, amount: Money | undefined) =>
  reversePayment(app, {
    by: { ...author, reason: 'The customer asked for it.' },
    siteId: site.id,
    paymentId,
    amount,
    why: { reason: 'customer-demand', message: undefined },
  })

const browser = {
  acceptHeader: 'text/html',
  userAgent: 'a browser',
  language: 'ro',
  ip: '203.0.113.9',
  javaScript: false,
}
