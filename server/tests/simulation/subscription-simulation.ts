import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { updateOrderCard } from '#acquiring/billing'
import type { OrderId, ShopperId } from '#acquiring/ids'
import {
  cancelOrder,
  changeOrder,
  endAfterNextBill,
  endWithPaidPeriod,
  keepOrder,
  placeOrder,
  readTerms,
} from '#acquiring/orders'
import { planShopper } from '#acquiring/shoppers'
import type { Directory, Site } from '#core/directory'
import { formatMoney, money } from '#kernel/base/money.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { Secret } from '#kernel/base/secret.ts'
import { commit, ref } from '#kernel/db/commit/commit.ts'
import type { App } from '../../src/app/compose.ts'
import { by } from '../world/author.ts'
import { onlyEmail } from '../world/payments-fixture.ts'
import { Oracle, type Plan } from './billing-oracle.ts'
import { type Random, randomOf } from './random.ts'
import type { Script, ScriptedResult } from './scripted-acquirer.ts'

/** A subscription and what must become of it. */
export type Subscription = { id: OrderId; site: Site; oracle: Oracle; pans: string[] }

const zones = [
  'Europe/Bucharest',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
  'America/Sao_Paulo',
  'Africa/Casablanca',
]

/** One site in each of some time zones, with invoices and without notifications. */
export async function openSites(directory: Directory): Promise<Site[]> {
  // A seed brings the same cards again, whatever ran before it.
  cards = 0
  const by = { actor: 'test', fromWhere: 'test' }
  const merchant = await directory.createMerchant({ by, name: 'Crumb & Co.' })
  const invoicing = { sellerName: 'Crumb & Co. SRL', sellerAddress: 'Strada Pâinii 7', vatPercent: '9' }
  const site = { by, merchantId: merchant.id, live: false, currencies: ['EUR'], invoicing }
  const made = zones.map((timeZone) => directory.createSite({ ...site, name: timeZone, timeZone }))
  return (await Promise.all(made)).map(({ site }) => site)
}

/** The bank's result for each request of each card, by the seed: mostly yes. */
export function scriptFrom(seed: number): Script {
  return (pan, nth) => {
    const random = randomOf(createHash('sha256').update(`${seed} ${pan} ${nth}`).digest().readUInt32LE())
    // Some cards are in a bad way and are declined again and again.
    const yes = Number(pan.at(-3)) === 7 ? 30 : 86
    const says = random.chance(yes) ? 'yes' : random.pick(noes)
    const luck = random.between(1, 100)
    return {
      says,
      ...(luck <= 2 ? { lost: 'request' } : luck <= 5 ? { lost: 'answer' } : {}),
    } satisfies ScriptedResult as ScriptedResult
  }
}
const noes = [
  ...Array<'insufficient_funds'>(6).fill('insufficient_funds'),
  ...Array<'limit_exceeded'>(3).fill('limit_exceeded'),
  ...Array<'provider_error'>(3).fill('provider_error'),
  ...Array<'card_blacklisted'>(3).fill('card_blacklisted'),
  'authentication_required',
  'declined_by_bank',
  'card_closed',
  'card_lost_or_stolen',
] as const

let cards = 0
/** A unique card number: 16 digits that pass the Luhn check. */
function newPan(): string {
  const body = `4${String(++cards * 7919).padStart(14, '0')}`
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

function newCard(random: Random) {
  const pan = newPan()
  const expiry = random.chance(25)
    ? { year: 2026 + random.between(1, 2), month: random.between(1, 12) }
    : { year: 2034, month: 12 }
  const details = {
    pan: new Secret(pan),
    cvv: new Secret('123'),
    expiryMonth: expiry.month,
    expiryYear: expiry.year,
    holderName: 'Ada',
  }
  return { pan, expiry, details }
}

const intervals = [
  ...Array<[unit: 'month' | 'day', count: number]>(10).fill(['month', 1]),
  ...Array<['month' | 'day', number]>(4).fill(['day', 7]),
  ['month', 3],
  ['month', 12],
  ['day', 10],
  ['day', 31],
] as const

/** A shopper subscribes through the interface that stores use, and pays the first charge. */
export async function subscribe(app: App, random: Random, site: Site, script: Script): Promise<Subscription> {
  const now = app.clock.now()
  const [unit, count] = random.pick(intervals)
  const amount = random.pick([999, 1500, 1999, 2000, 2505, 4990, 12_345])
  const retryDays = random.pick([undefined, undefined, [1], [2, 4], [1, 2, 3, 5, 8]])
  const firstBillAt = random.chance(25) ? now.add({ milliseconds: random.between(1, 40 * 86_400_000) }) : undefined
  const trial = firstBillAt !== undefined || random.chance(20)
  const card = newCard(random)
  const shopperId = await newShopper(app, site, card.pan)
  const unchecked = {
    orderType: 'recurring',
    amount: formatMoney(money(BigInt(amount), 'EUR')),
    currency: 'EUR',
    intervalType: unit,
    intervalValue: String(count),
    retryPayment: retryDays?.map((days) => `P${days}D`).join(','),
    ...(trial && { trialAmount: '1.00' }),
    ...(firstBillAt && { firstBillDate: firstBillAt.toString() }),
  }
  const terms = readTerms(unchecked, { ...site, mode: 'authAndCapture', now })
  const { order } = await placeOrder(app, {
    site,
    shopperId,
    terms,
    externalId: undefined,
    description: 'Bread, for ever',
    card: { from: 'typed', brand: 'visa', details: card.details, save: true },
    ip: undefined,
  })
  const plan: Plan = {
    zone: site.timeZone,
    amount,
    unit,
    count,
    retryDays: retryDays ?? [1, 3, 7],
    firstBillAt: firstBillAt?.epochMilliseconds,
  }
  const oracle = new Oracle(plan, script, now.epochMilliseconds, card)
  return { id: order.id, site, oracle, pans: [card.pan] }
}

async function newShopper(app: App, site: Site, identifier: string): Promise<ShopperId> {
  const as = ref('shopper')
  const now = app.clock.now()
  const ids = await commit(app, now, [planShopper(now, as, site.id, { identifier, ...onlyEmail })])
  return ids<ShopperId>(as)
}

/** Changes a subscription, both in Florin and in the oracle. */
export async function change(
  app: App,
  random: Random,
  { id: orderId, site, oracle, pans }: Subscription,
): Promise<string> {
  const now = app.clock.now()
  const siteId = site.id
  const input = random.between(1, 10)
  if (input <= 5) {
    const card = newCard(random)
    await updateOrderCard(app, { by, siteId, orderId, card: { brand: 'visa', details: card.details }, ip: undefined })
    pans.push(card.pan)
    oracle.changeCard(now.epochMilliseconds, card)
    return 'card'
  }
  if (input <= 9) {
    const nextDueAt = now.add({ milliseconds: random.between(1, 45 * 86_400_000) })
    if (input === 7) return planOrKeep(app, { orderId, siteId, oracle })
    const moved = await changeOrder(app, { by, siteId, orderId, nextDueAt }).then(() => true, unlessNotBilledAgain)
    assert.equal(moved, oracle.isBilledAgain)
    if (moved) oracle.moveNextDue(nextDueAt.epochMilliseconds)
    return moved ? 'date' : 'date refused'
  }
  await cancelOrder(app, { siteId, orderId, by, party: 'merchant', reason: undefined, message: undefined })
  oracle.end('cancelled_by_merchant')
  return 'cancelled'
}

/** An order that ends with what is paid has no date to move. */
const unlessNotBilledAgain = (error: unknown): false => {
  if (!(error instanceof Refusal) || error.code !== 'order_not_billed_again') throw error
  return false
}

/** Cancels a subscription after its next bill or with what is paid, or keeps it where that was done before. */
async function planOrKeep(
  app: App,
  { orderId, siteId, oracle }: { orderId: OrderId; siteId: Site['id']; oracle: Oracle },
): Promise<string> {
  if (oracle.isToEnd) {
    await keepOrder(app, { by, siteId, orderId, party: oracle.plannedBy })
    oracle.keep()
    return 'kept'
  }
  if (oracle.canEndWithPaidPeriod && oracle.period % 2 === 0) {
    const party = oracle.period % 4 === 0 ? 'merchant' : 'shopper'
    await endWithPaidPeriod(app, { by, siteId, orderId, party, message: undefined })
    oracle.endWithPaidPeriod(app.clock.now().epochMilliseconds, party)
    return `planned by the ${party}`
  }
  await endAfterNextBill(app, { by, siteId, orderId, message: undefined })
  oracle.endAfterNextBill()
  return 'planned'
}
