import { expect, onTestFinished } from 'vitest'
import type { OrderId, ShopperId, StoredCardId } from '#acquiring/ids'
import { getOrder, type NewOrder, type Order, planOrder } from '#acquiring/orders'
import {
  authorizePayment,
  capturePayment,
  completeChallenge,
  type Follower,
  followersOf,
  type NewPayment,
  type Payment,
  type Payout,
  type Refund,
  requireTransaction,
  reversePayment,
} from '#acquiring/payments'
import { recordPayoutIntent, sendPayout } from '#acquiring/payouts'
import { findCard, planShopper } from '#acquiring/shoppers'
import {
  type AuthorizationState,
  memoryRecord,
  type SandboxLimits,
  type SandboxRecord,
  sandboxAcquirer,
  stateAt,
  visitBank,
} from '#connectors/acquirer/sandbox/index.ts'
import type { SiteInput } from '#core/directory'
import { balances } from '#core/ledger'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, ref } from '#kernel/db/commit/commit.ts'
import { type AcquirerFaultProxy, acquirerFaultProxy } from './acquirer-fault-proxy.ts'
import { by } from './author.ts'
import { createWorld, type Merchant, type World, type WorldParts } from './world.ts'

/**
 * A merchant with payments made through the use cases, without pages; the test controls the connection to the acquirer.
 * When the test is finished the whole installation is verified.
 */
export type PaymentsFixture = {
  world: World
  acquirerProxy: AcquirerFaultProxy
  /** What the acquirer has recorded. */
  record: SandboxRecord
  /** The connector `sandbox-2`, to which payments come only by rules of routing. */
  second: { acquirerProxy: AcquirerFaultProxy; record: SandboxRecord }
  site: Merchant['site']
  /** A new order of a shopper, not yet paid. */
  order(input?: Partial<NewOrder>): Promise<Ordered>
  /** One attempt to pay an order. */
  tries(ordered: Ordered, input?: PaymentInput): Promise<Payment>
  /** A new order and its first attempt: 10.00 with a good card, captured at once, by default. */
  pays(input?: PaymentInput): Promise<Payment>
  captures(payment: Pick<Payment, 'id'>, amount?: string): Promise<Payment>
  reverses(payment: Pick<Payment, 'id'>, amount?: string): Promise<Payment | Refund>
  /** Sends euros to a card that its shopper has just paid 10.00 with. The site must be one that may. */
  paysOut(amount: string): Promise<Payout>
  /** The shopper enters this code at their bank and returns with the bank's response. */
  returnsFromBank(payment: Payment, code: string): Promise<Payment>
  /** The current state of the payment in the acquirer's record. */
  state(payment: Pick<Payment, 'key'>): Promise<AuthorizationState>
  /** The current payment; a refund, if it is one. */
  now(payment: Pick<Payment, 'id'>): Promise<Payment>
  orderNow(payment: Pick<Payment, 'orderId'>): Promise<Order>
  /** The refunds, chargebacks and representments of a payment, oldest first. */
  followersOf(payment: Pick<Payment, 'id'>): Promise<Follower[]>
  /** The balance of every account of the books that is not zero, in minor units: debit above zero. */
  books(): Promise<Record<string, bigint>>
}
export type Ordered = { orderId: OrderId; shopperId: ShopperId; amount: Money; kind: NewPayment['kind'] }
export type PaymentInput = Partial<
  Pick<NewPayment, 'kind' | 'source' | 'initiator' | 'card' | 'alongside' | 'option' | 'level3'>
> & {
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

/** What the two connectors of a fixture cannot do; by default they can do everything. */
export type FixtureLimits = { sandbox?: SandboxLimits; second?: SandboxLimits }

/** A fixture that is verified when the test is finished. */
export async function openPaymentsFixture(
  input: SiteInput = {},
  parts: Pick<WorldParts, 'environment'> & FixtureLimits = {},
): Promise<PaymentsFixture> {
  const fixture = await makePaymentsFixture(input, parts)
  onTestFinished(async () => {
    const { differences } = await fixture.world.verify()
    await fixture.world[Symbol.asyncDispose]()
    expect(differences).toEqual([])
  })
  return fixture
}

/** A fixture that the caller verifies and closes. */
export async function makePaymentsFixture(
  input: SiteInput = {},
  {
    sandbox = {},
    second: secondLimits = {},
    ...parts
  }: Pick<WorldParts, 'leavesDatabase' | 'environment'> & FixtureLimits = {},
): Promise<PaymentsFixture> {
  const [record, secondRecord] = [memoryRecord(), memoryRecord()]
  let acquirerProxy: AcquirerFaultProxy | undefined
  let secondProxy: AcquirerFaultProxy | undefined
  const world = await createWorld({
    ...parts,
    acquirer: ({ clock, bankUrl }) => {
      acquirerProxy = acquirerFaultProxy(sandboxAcquirer({ record, clock, bankUrl, limits: sandbox }))
      return acquirerProxy
    },
    moreAcquirers: ({ clock, bankUrl }) => {
      secondProxy = acquirerFaultProxy(sandboxAcquirer({ record: secondRecord, clock, bankUrl, limits: secondLimits }))
      return { 'sandbox-2': secondProxy }
    },
  })
  const { site } = await world.merchant(input)
  const second = { acquirerProxy: secondProxy!, record: secondRecord }
  return { ...fixtureOf(world, acquirerProxy!, record, site), second }
}

/** The same for another site of the world. */
export function fixtureOf(
  world: World,
  acquirerProxy: AcquirerFaultProxy,
  record: SandboxRecord,
  site: PaymentsFixture['site'],
): Omit<PaymentsFixture, 'second'> {
  const { app, clock } = world
  const siteId = site.id
  const order: PaymentsFixture['order'] = (input = {}) => openOrder(world, site, input)
  const tries: PaymentsFixture['tries'] = (ordered, input = {}) =>
    authorizePayment(app, newPayment(site, ordered, input))
  const now: PaymentsFixture['now'] = async ({ id }) => (await requireTransaction(app.db, siteId, id)) as Payment
  return {
    world,
    acquirerProxy,
    record,
    site,
    order,
    tries,
    now,
    pays: async (input = {}) => {
      const { kind = 'sale', type = 'purchase', amount = '10.00', option } = input
      return tries(await order({ mode: modes[kind], type, amount: euros(amount), option }), input)
    },
    captures: ({ id: paymentId }, amount) =>
      capturePayment(app, { by, siteId, paymentId, amount: amount === undefined ? undefined : euros(amount) }),
    reverses: ({ id: paymentId }, amount) =>
      reversePayment(app, { by, siteId, paymentId, amount: amount === undefined ? undefined : euros(amount) }),
    paysOut: async (amount) => {
      const { shopperId, cardId } = await tries(await order(), { save: true })
      return payOut(world, site, { shopperId, cardId: cardId!, amount: euros(amount) })
    },
    returnsFromBank: async ({ id: paymentId, challenge }, code) => {
      const visit = await visitBank({ record, clock }, challenge?.fields.PaReq ?? '', { code })
      const response = visit.shows === 'way back' ? visit.fields : {}
      return completeChallenge(app, { siteId, paymentId, response })
    },
    state: async ({ key }) => stateAt(await record.story(key), clock.now()),
    orderNow: ({ orderId }) => getOrder(app.db, orderId),
    followersOf: ({ id }) => followersOf(app.db, id),
    books: async () =>
      Object.fromEntries(
        (await balances(app.db)).filter(({ minor }) => minor !== 0n).map(({ account, minor }) => [account, minor]),
      ),
  }
}

export const euros = (text: string): Money => parseMoney(text, 'EUR')!
const modes = { sale: 'authAndCapture', auth: 'auth', verify: 'verifyCard' } as const

/** A shopper of whom the store has said nothing but an email address. */
export const onlyEmail = {
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

let orders = 0
async function openOrder(
  { app, clock }: World,
  site: PaymentsFixture['site'],
  input: Partial<NewOrder>,
): Promise<Ordered> {
  const now = clock.now()
  const [shopper, order] = [ref('shopper'), ref('order')]
  const { mode = 'authAndCapture', amount = euros('10.00') } = input
  const ids = await commit(app, now, [
    planShopper(now, shopper, site.id, { identifier: 'ada', ...onlyEmail }),
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
      ...input,
      shopperId: shopper,
    }),
  ])
  const kind = mode === 'authAndCapture' ? 'sale' : mode === 'auth' ? 'auth' : 'verify'
  return { orderId: ids<OrderId>(order), shopperId: ids<ShopperId>(shopper), amount, kind }
}

const nowhere = { country: undefined, state: undefined, city: undefined, address: undefined, zipCode: undefined }

function newPayment(site: PaymentsFixture['site'], ordered: Ordered, input: PaymentInput): NewPayment {
  const { pan = goodCard, save = false, atBrowser = false } = input
  const details = { pan: new Secret(pan), cvv: new Secret('123'), expiryMonth: 12, expiryYear: 2034, holderName: 'Ada' }
  return {
    site,
    shopper: { id: ordered.shopperId, email: 'ada@example.com', ...nowhere },
    orderId: ordered.orderId,
    kind: input.kind ?? ordered.kind,
    source: input.source ?? 'service-call',
    initiator: input.initiator ?? { type: 'cit', storesCard: save },
    amount: input.amount === undefined ? ordered.amount : euros(input.amount),
    description: 'A cake',
    card: input.card ?? { from: 'typed', brand: 'visa', details, store: save },
    ip: '203.0.113.9',
    threeDSecure: atBrowser ? { returnUrl: () => 'https://florin.test/back', browser } : undefined,
    option: input.option,
    level3: input.level3,
    ...(input.alongside && { alongside: input.alongside }),
  }
}

async function payOut(
  world: World,
  site: PaymentsFixture['site'],
  { shopperId, cardId, amount }: { shopperId: ShopperId; cardId: StoredCardId; amount: Money },
): Promise<Payout> {
  const { app } = world
  const { orderId } = await openOrder(world, site, { type: 'credit', mode: 'credit', amount })
  const card = (await findCard(app.db, shopperId, cardId))!
  const input = { site, shopper: { id: shopperId }, card, amount, description: 'A prize', ip: undefined }
  return sendPayout(app, await recordPayoutIntent(app, { ...input, orderId, alongside: () => [] }))
}

const browser = {
  acceptHeader: 'text/html',
  userAgent: 'a browser',
  language: 'en',
  ip: '203.0.113.9',
  javaScript: false,
}
