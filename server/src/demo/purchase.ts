import type { CheckoutRequest, Order, OrderItem } from '@florin/client'
import type { Instant } from '#kernel/base/clock.ts'
import { add, formatMoney, type Money, money, zero } from '#kernel/base/money.ts'
import { isEmailAddress } from '#kernel/http/read.ts'
import { breadBox, euros, type OrderKind, type Product, products, quantityMax } from './catalogue.ts'
import type { Draft } from './draft.ts'

/** What the visitor orders: the request to sign, and what the shop will compare the payment with. */
export type Purchase = {
  orderId: string
  kind: OrderKind
  title: string
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
  siteId: number
  backUrl: string
  now: Instant
  orderId: string
  visitor: string
  savedCards: readonly number[]
}

/** Turns a draft into a checkout request, as a merchant's own shop would, or says what is missing. */
export function takeOrder(draft: Draft, shop: Shop): Purchase | Problem {
  if (!isEmailAddress(draft.email)) return { problem: 'Enter an e-mail address, such as ada@example.com.' }
  const lines = readLines(draft)
  if (!lines) return { problem: `Enter whole numbers from 0 to ${quantityMax} as quantities.` }
  const paysBasket = draft.kind === 'once' || draft.kind === 'save'
  if (paysBasket && lines.length === 0) return { problem: 'Your basket is empty. Choose at least one thing.' }
  const cardId = shop.savedCards.find((card) => String(card) === draft.card)
  if (draft.card && cardId === undefined) return { problem: 'That saved card is not known here. Choose another one.' }

  const terms = termsOf(draft, lines, shop)
  const storesCard = draft.kind !== 'once' && draft.kind !== 'exact'
  return {
    orderId: shop.orderId,
    kind: draft.kind,
    title: terms.title,
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

type Terms = { title: string; order: Order; dueNow: Money; dueLater: Money | undefined }

function termsOf(draft: Draft, lines: Line[], { orderId, now }: Shop): Terms {
  const oneOff = (title: string, amount: Money, items?: OrderItem[]): Terms => ({
    title,
    dueNow: amount,
    dueLater: undefined,
    order: {
      orderId,
      type: 'purchase',
      amount: formatMoney(amount),
      currency: shopCurrency,
      description: title,
      ...(items && { items }),
    },
  })
  switch (draft.kind) {
    case 'once':
    case 'save':
      return oneOff('Bread from Crumb & Co.', totalOf(lines), lines.map(itemOf))
    case 'verify':
      return oneOff('Card verification', zero(shopCurrency))
    case 'exact':
      return oneOff(`Test amount ${draft.exact}`, euros(draft.exact))
    case 'subscribe':
      return subscription(orderId, now)
    default:
      return draft.kind satisfies never
  }
}

/** The first box is a trial payment; regular billing starts one interval later. */
function subscription(orderId: string, now: Instant): Terms {
  const { name, price, firstPrice, intervalDays } = breadBox
  return {
    title: name,
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
      description: name,
    },
  }
}

const isoWithOffset = (at: Instant): string =>
  at.toZonedDateTimeISO('UTC').toString({ timeZoneName: 'never', smallestUnit: 'second' })

const totalOf = (lines: readonly Line[]): Money =>
  lines.reduce((sum, line) => add(sum, priceOf(line)), zero(shopCurrency))
export const priceOf = ({ product, units }: Line): Money =>
  money(product.price.minor * BigInt(units), product.price.currency)

const itemOf = ({ product, units }: Line): OrderItem => ({
  item: product.name,
  unitPrice: formatMoney(product.price),
  units,
  type: 'physical',
  code: product.id,
  vatPercent: 9,
  itemDescription: product.text,
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
