import { type Money, parseMoney } from '#kernel/base/money.ts'

export const productIds = ['boule', 'croissant', 'bun', 'baguette', 'pretzel', 'cake'] as const
export type ProductId = (typeof productIds)[number]
export type Product = { id: ProductId; name: string; text: string; price: Money }

/** Most baskets stay under 25.00, above which staging requires 3-D Secure (wire fact 7); the cake alone exceeds it. */
export const products: readonly Product[] = [
  { id: 'boule', name: 'Rye boule', text: 'Three days of sourdough, one dark crust.', price: euros('4.80') },
  { id: 'croissant', name: 'Croissant', text: 'Twenty-seven layers, all of them butter.', price: euros('2.40') },
  { id: 'bun', name: 'Cinnamon bun', text: 'Best while it is too hot to hold.', price: euros('3.20') },
  { id: 'baguette', name: 'Baguette', text: 'Half of it will not reach your home.', price: euros('2.10') },
  { id: 'pretzel', name: 'Pretzel', text: 'Salt outside, soft inside.', price: euros('1.90') },
  {
    id: 'cake',
    name: 'Birthday cake',
    text: 'Large enough that your bank will ask you to confirm.',
    price: euros('28.00'),
  },
]
export const quantityMax = 20

export const orderKinds = ['once', 'subscribe', 'save', 'verify', 'exact'] as const
/** What the visitor wants to try. `once` and `save` pay for the basket; the others bring their own amount. */
export type OrderKind = (typeof orderKinds)[number]

export const breadBox = {
  name: 'Weekly bread box',
  price: euros('18.00'),
  firstPrice: euros('5.00'),
  intervalDays: 7,
}

/** Amounts that make the sandbox do something in particular (wire fact 7). */
export const exactAmounts = {
  '0.02': 'insufficient funds',
  '0.03': 'the bank times out',
  '0.04': 'pending at the bank, then approved',
  '0.05': 'declined by the bank',
  '0.06': 'rejected by the processor',
  '0.07': 'the processor answers nonsense',
  '0.08': 'the processor does not answer at all',
  '25.01': '3-D Secure, as for everything over 25.00',
  '1.00': 'approved, as for any other amount',
} as const

export const languages = {
  en: 'English',
  fr: 'Français',
  de: 'Deutsch',
  ro: 'Română',
  es: 'Español',
  it: 'Italiano',
  ru: 'Русский',
  el: 'Ελληνικά',
  he: 'עברית',
} as const
export type LanguageChoice = keyof typeof languages

export function euros(text: string): Money {
  const amount = parseMoney(text, 'EUR')
  if (!amount) throw new TypeError(`${text} is not an amount`)
  return amount
}
