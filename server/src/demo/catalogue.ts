import { type Money, parseMoney } from '#kernel/base/money.ts'

export const productIds = ['boule', 'croissant', 'bun', 'baguette', 'pretzel', 'cake'] as const
export type ProductId = (typeof productIds)[number]
/** Its name and text are in `languages/`. */
export type Product = { id: ProductId; price: Money }

/** Above it staging requires 3-D Secure (wire fact 7). */
export const challengedAbove = euros('25.00')
/** Above it the holder of a card of the demo app approves a payment in the app. */
export const approvedInAppAbove = euros('30.00')

/** Most baskets stay under `challengedAbove`; the cake alone exceeds it. */
export const products: readonly Product[] = [
  { id: 'boule', price: euros('4.80') },
  { id: 'croissant', price: euros('2.40') },
  { id: 'bun', price: euros('3.20') },
  { id: 'baguette', price: euros('2.10') },
  { id: 'pretzel', price: euros('1.90') },
  { id: 'cake', price: euros('28.00') },
]
export const quantityMax = 20

export const orderKinds = ['once', 'subscribe', 'save', 'verify', 'exact'] as const
/** What the visitor wants to try. `once` and `save` pay for the basket; the others bring their own amount. */
export type OrderKind = (typeof orderKinds)[number]

export const breadBox = {
  price: euros('18.00'),
  firstPrice: euros('5.00'),
  intervalDays: 7,
}

/** Amounts that make the sandbox do something in particular (wire fact 7). */
export const exactAmounts = ['0.02', '0.03', '0.04', '0.05', '0.06', '0.07', '0.08', '25.01', '1.00'] as const
export type ExactAmount = (typeof exactAmounts)[number]

export function euros(text: string): Money {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new TypeError(`${text} is not an amount`)
  return amount
}
