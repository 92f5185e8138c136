import { expect, onTestFinished } from 'vitest'
import {
  memoryRecord,
  type SandboxRecord,
  type Standing,
  sandboxAcquirer,
  standingAt,
  visitBank,
} from '#connectors/acquirer/sandbox/index.ts'
import type { SiteWish } from '#directory'
import { commit, ref } from '#kernel/commit.ts'
import type { OrderId, ShopperId, StoredCardId } from '#kernel/ids.ts'
import { type Money, parseMoney } from '#kernel/money.ts'
import { Secret } from '#kernel/secret.ts'
import { balances } from '#ledger'
import { getOrder, type NewOrder, type Order, planOrder } from '#orders'
import {
  askPayout,
  authorizePayment,
  capturePayment,
  findPayment,
  type NewPayment,
  type Payment,
  paymentsOf,
  proceedPayment,
  promisePayout,
  undoPayment,
} from '#payments'
import { findCard, planShopper } from '#shoppers'
import { type LineToAcquirer, lineTo } from './line-to-acquirer.ts'
import { createWorld, type Merchant, type World, type WorldParts } from './world.ts'

/**
 * A merchant's till: payments are made through the use cases, without pages, and the line to the acquirer is in the
 * test's hand. When the test is finished the whole house is verified.
 */
export type Till = {
  world: World
  line: LineToAcquirer
  /** The other side of the table. */
  record: SandboxRecord
  site: Merchant['site']
  /** A new order of a shopper, not yet paid. */
  order(wish?: Partial<NewOrder>): Promise<Ordered>
  /** One attempt to pay an order. */
  tries(ordered: Ordered, wish?: PaymentWish): Promise<Payment>
  /** A new order and its first attempt: 10.00 with a good card, taken at once, unless told otherwise. */
  pays(wish?: PaymentWish): Promise<Payment>
  captures(payment: Payment, amount?: string): Promise<Payment>
  undoes(payment: Payment, amount?: string): Promise<Payment>
  /** Sends euros to a card that its shopper has just paid 10.00 with. The site must be one that may. */
  paysOut(amount: string): Promise<Payment>
  /** The shopper types this code at their bank and comes back with what the bank gave them. */
  returnsFromBank(payment: Payment, code: string): Promise<Payment>
  /** The payment as it stands now, on the acquirer's side of the table. */
  standing(payment: Pick<Payment, 'key'>): Promise<Standing>
  /** The payment as it stands now. */
  now(payment: Pick<Payment, 'id'>): Promise<Payment>
  orderNow(payment: Pick<Payment, 'orderId'>): Promise<Order>
  refundsOf(payment: Payment): Promise<Payment[]>
  /** The balance of every account of the books that is not zero, in minor units: debit above zero. */
  books(): Promise<Record<string, bigint>>
}
export type Ordered = { orderId: OrderId; shopperId: ShopperId; amount: Money; kind: NewPayment['kind'] }
export type PaymentWish = Partial<Pick<NewPayment, 'kind' | 'source' | 'origin' | 'card' | 'alongside'>> & {
  /** Whole euros and cents. */
  amount?: string
  /** The number of the card that is typed. */
  pan?: string
  save?: boolean
  /** The shopper has a browser, so their bank can be shown in it. */
  atBrowser?: boolean
  type?: NewOrder['type']
}

export const goodCard = '4111111111111111'
/** Always challenged, then approved. */
export const challengedCard = '5555555555555599'
export const rightCode = '00000'

/** A till that is verified when the test is finished. */
export async function openTill(wish: SiteWish = {}): Promise<Till> {
  const till = await makeTill(wish)
  onTestFinished(async () => {
    const { differences } = await till.world.verify()
    await till.world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  return till
}

/** A till that the caller looks after. */
export async function makeTill(wish: SiteWish = {}, parts: Pick<WorldParts, 'leavesDatabase'> = {}): Promise<Till> {
  const record = memoryRecord()
  let line: LineToAcquirer | undefined
  const world = await createWorld({
    ...parts,
    acquirer: ({ clock, bankUrl }) => {
      line = lineTo(sandboxAcquirer({ record, clock, bankUrl }))
      return line
    },
  })
  const { site } = await world.merchant(wish)
  return tillOf(world, line!, record, site)
}

function tillOf(world: World, line: LineToAcquirer, record: SandboxRecord, site: Till['site']): Till {
  const { app, clock } = world
  const siteId = site.id
  const order: Till['order'] = (wish = {}) => openOrder(world, site, wish)
  const tries: Till['tries'] = (ordered, wish = {}) => authorizePayment(app, newPayment(site, ordered, wish))
  const now: Till['now'] = async ({ id }) => (await findPayment(app.db, siteId, id))!
  return {
    world,
    line,
    record,
    site,
    order,
    tries,
    now,
    pays: async (wish = {}) => {
      const { kind = 'sale', type = 'purchase', amount = '10.00' } = wish
      return tries(await order({ mode: modes[kind], type, amount: euros(amount) }), wish)
    },
    captures: ({ id: paymentId }, amount) =>
      capturePayment(app, { siteId, paymentId, amount: amount === undefined ? undefined : euros(amount) }),
    undoes: ({ id: paymentId }, amount) =>
      undoPayment(app, { siteId, paymentId, amount: amount === undefined ? undefined : euros(amount) }),
    paysOut: async (amount) => {
      const { shopperId, cardId } = await tries(await order(), { save: true })
      return payOut(world, site, { shopperId, cardId: cardId!, amount: euros(amount) })
    },
    returnsFromBank: async ({ id: paymentId, challenge }, code) => {
      const visit = await visitBank({ record, clock }, challenge?.fields.PaReq ?? '', { code })
      const response = visit.shows === 'way back' ? visit.fields : {}
      return proceedPayment(app, { siteId, paymentId, response })
    },
    standing: async ({ key }) => standingAt(await record.story(key), clock.now()),
    orderNow: ({ orderId }) => getOrder(app.db, orderId),
    refundsOf: async (payment) =>
      (await paymentsOf(app.db, payment.orderId)).filter(({ parentId }) => parentId === payment.id),
    books: async () =>
      Object.fromEntries(
        (await balances(app.db)).filter(({ minor }) => minor !== 0n).map(({ account, minor }) => [account, minor]),
      ),
  }
}

export const euros = (text: string): Money => parseMoney(text, 'EUR')!
const modes = { sale: 'authAndCapture', auth: 'auth', verify: 'verifyCard' } as const

let orders = 0
async function openOrder({ app, clock }: World, site: Till['site'], wish: Partial<NewOrder>): Promise<Ordered> {
  const now = clock.now()
  const [shopper, order] = [ref('shopper'), ref('order')]
  const { mode = 'authAndCapture', amount = euros('10.00') } = wish
  const unknown = {
    email: 'ada@example.com',
    firstName: undefined,
    lastName: undefined,
    country: undefined,
    state: undefined,
    city: undefined,
    address: undefined,
    zipCode: undefined,
    phone: undefined,
    tags: [],
  }
  const ids = await commit(app, now, [
    planShopper(now, shopper, site.id, 'ada', unknown),
    planOrder(now, order, {
      siteId: site.id,
      externalId: `cake-${++orders}`,
      type: 'purchase',
      mode,
      amount,
      trialAmount: undefined,
      description: 'A cake',
      items: [],
      tags: [],
      level3: undefined,
      customData: undefined,
      invoiceEmail: undefined,
      backUrl: undefined,
      interval: undefined,
      firstBillAt: undefined,
      retryPayment: undefined,
      ...wish,
      shopperId: shopper,
    }),
  ])
  const kind = mode === 'authAndCapture' ? 'sale' : mode === 'auth' ? 'auth' : 'verify'
  return { orderId: ids<OrderId>(order), shopperId: ids<ShopperId>(shopper), amount, kind }
}

function newPayment(site: Till['site'], ordered: Ordered, wish: PaymentWish): NewPayment {
  const { pan = goodCard, save = false, atBrowser = false } = wish
  const details = { pan: new Secret(pan), cvv: new Secret('123'), expiryMonth: 12, expiryYear: 2034, holderName: 'Ada' }
  return {
    site,
    shopper: { id: ordered.shopperId, email: 'ada@example.com', country: undefined },
    orderId: ordered.orderId,
    kind: wish.kind ?? ordered.kind,
    source: wish.source ?? 'service-call',
    origin: wish.origin ?? { by: 'shopper', storesCard: save },
    amount: wish.amount === undefined ? ordered.amount : euros(wish.amount),
    description: 'A cake',
    card: wish.card ?? { from: 'typed', brand: 'visa', details, store: save },
    ip: '203.0.113.9',
    threeDSecure: atBrowser ? { returnUrl: 'https://florin.test/back', browser } : undefined,
    ...(wish.alongside && { alongside: wish.alongside }),
  }
}

async function payOut(
  world: World,
  site: Till['site'],
  { shopperId, cardId, amount }: { shopperId: ShopperId; cardId: StoredCardId; amount: Money },
): Promise<Payment> {
  const { app } = world
  const { orderId } = await openOrder(world, site, { type: 'credit', mode: 'credit', amount })
  const card = (await findCard(app.db, shopperId, cardId))!
  const wish = { site, shopper: { id: shopperId }, card, amount, description: 'A prize', ip: undefined }
  return askPayout(app, await promisePayout(app, { ...wish, orderId, alongside: [] }))
}

const browser = {
  acceptHeader: 'text/html',
  userAgent: 'a browser',
  language: 'en',
  ip: '203.0.113.9',
  javaScript: false,
}
