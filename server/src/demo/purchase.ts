import type { CheckoutRequest, Order, OrderItem } from '@florin/client'
import { formatText, type Language } from '#core/i18n'
import type { Instant } from '#kernel/base/clock.ts'
import { add, formatMoney, type Money, money, zero } from '#kernel/base/money.ts'
import { isEmailAddress } from '#kernel/http/read.ts'
import { breadBox, euros, type OrderKind, type Product, products, quantityMax } from './catalogue.ts'
import type { Draft } from './draft.ts'
import type { StoreI18n } from './languages/index.ts'

/** What the visitor orders: the request to sign, and what the shop will compare the payment with. */
export type Purchase = {
  orderId: string
  kind: OrderKind
  /** In which it was ordered. */
  language: Language
  lines: readonly Line[]
  /** What is paid now. */
  dueNow: Money
  /** What a subscription costs from the second time on. */
  dueLater: Money | undefined
  request: CheckoutRequest
}
export type Line = { product: Product; units: number }
/** What is wrong with a draft, as text for the visitor. */
export type Problem = { problem: string }

type Shop = {
  i18n: StoreI18n
  siteId: number
  backUrl: string
  now: Instant
  orderId: string
  visitor: string
  savedCards: readonly number[]
}

/** Turns a draft into a checkout request, as a merchant's own shop would, or says what is missing. */
export function takeOrder(draft: Draft, shop: Shop): Purchase | Problem {
  const { problems } = shop.i18n.messages
  if (!isEmailAddress(draft.email)) return { problem: problems.email }
  const lines = readLines(draft)
  if (!lines) return { problem: formatText(problems.quantity, { max: quantityMax }) }
  const paysBasket = draft.kind === 'once' || draft.kind === 'save'
  if (paysBasket && lines.length === 0) return { problem: problems.basket }
  const cardId = shop.savedCards.find((card) => String(card) === draft.card)
  if (draft.card && cardId === undefined) return { problem: problems.card }

  const terms = termsOf(draft, lines, shop)
  const storesCard = draft.kind !== 'once' && draft.kind !== 'exact'
  return {
    orderId: shop.orderId,
    kind: draft.kind,
    language: shop.i18n.language,
    lines: paysBasket ? lines : [],
    dueNow: terms.dueNow,
    dueLater: terms.dueLater,
    request: {
      siteId: shop.siteId,
      customer: customerOf(draft, shop.visitor),
      order: terms.order,
      cardTransactionMode: draft.kind === 'verify' ? 'verifyCard' : 'authAndCapture',
      saveCard: storesCard,
      // A card that is to be proven or stored is a new one.
      ...(cardId !== undefined && draft.kind !== 'save' && draft.kind !== 'verify' && { cardId }),
      invoiceEmail: draft.email,
      backUrl: shop.backUrl,
      customData: { shop: 'Crumb & Co.', tried: draft.kind },
    },
  }
}

/** The filled in lines; undefined when a quantity is not a number of pieces. */
function readLines(draft: Draft): Line[] | undefined {
  const typed = products.map((product) => ({ product, text: draft.quantity[product.id] || '0' }))
  if (!typed.every(({ text }) => /^\d{1,2}$/.test(text) && Number(text) <= quantityMax)) return undefined
  return typed.map(({ product, text }) => ({ product, units: Number(text) })).filter(({ units }) => units > 0)
}

/** The shop sells in euros only; its catalogue is priced in them. */
const shopCurrency = 'EUR'

type Terms = { order: Order; dueNow: Money; dueLater: Money | undefined }

/** What an order is called on the pages of the shop, and on its payment page. */
export function titleOf({ kind, dueNow }: Pick<Purchase, 'kind' | 'dueNow'>, { messages, money }: StoreI18n): string {
  const { bread, box, verify, exact } = messages.titles
  const titles = { once: bread, save: bread, subscribe: box, verify, exact }
  return formatText(titles[kind], { amount: money(dueNow) })
}

function termsOf(draft: Draft, lines: Line[], { i18n, orderId, now }: Shop): Terms {
  const oneOff = (amount: Money, items?: OrderItem[]): Terms => ({
    dueNow: amount,
    dueLater: undefined,
    order: {
      orderId,
      type: 'purchase',
      amount: formatMoney(amount),
      currency: shopCurrency,
      description: titleOf({ kind: draft.kind, dueNow: amount }, i18n),
      ...(items && { items }),
    },
  })
  switch (draft.kind) {
    case 'once':
    case 'save':
      return oneOff(
        totalOf(lines),
        lines.map((line) => itemOf(line, i18n)),
      )
    case 'verify':
      return oneOff(zero(shopCurrency))
    case 'exact':
      return oneOff(euros(draft.exact))
    case 'subscribe':
      return subscription(orderId, now, i18n)
    default:
      return draft.kind satisfies never
  }
}

/** The first box is a trial payment; regular billing starts one interval later. */
function subscription(orderId: string, now: Instant, { messages }: StoreI18n): Terms {
  const { price, firstPrice, intervalDays } = breadBox
  return {
    dueNow: firstPrice,
    dueLater: price,
    order: {
      orderId,
      type: 'recurring',
      intervalType: 'day',
      intervalValue: intervalDays,
      amount: formatMoney(price),
      trialAmount: formatMoney(firstPrice),
      currency: shopCurrency,
      firstBillDate: isoWithOffset(now.add({ hours: 24 * intervalDays })),
      description: messages.titles.box,
    },
  }
}

const isoWithOffset = (at: Instant): string =>
  at.toZonedDateTimeISO('UTC').toString({ timeZoneName: 'never', smallestUnit: 'second' })

const totalOf = (lines: readonly Line[]): Money =>
  lines.reduce((sum, line) => add(sum, priceOf(line)), zero(shopCurrency))
export const priceOf = ({ product, units }: Line): Money =>
  money(product.price.minor * BigInt(units), product.price.currency)

const itemOf = ({ product, units }: Line, { messages }: StoreI18n): OrderItem => ({
  item: messages.products[product.id].name,
  unitPrice: formatMoney(product.price),
  units,
  type: 'physical',
  code: product.id,
  vatPercent: 9,
  itemDescription: messages.products[product.id].text,
})

function customerOf({ email, name }: Draft, visitor: string): NonNullable<CheckoutRequest['customer']> {
  const [firstName, ...lastNames] = name.split(/\s+/)
  return {
    identifier: visitor,
    email,
    ...(firstName && { firstName }),
    ...(lastNames.length > 0 && { lastName: lastNames.join(' ') }),
  }
}
