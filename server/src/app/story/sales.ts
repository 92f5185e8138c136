import { type Money, money } from '#kernel/base/money.ts'
import { type Buyer, buyers } from './people.ts'
import { chance, oneOf } from './stage.ts'

/** Where the bakery sells. */
export type Shop = 'online' | 'market' | 'cafe'

/** One attempt to sell something. */
export type Sale = {
  orderId: string
  shop: Shop
  /** Of the zone of the story. */
  time: string
  buyer: Buyer
  amount: Money
  what: string
  /** `refused`: their bank declines; the cards of the sandbox say why. */
  how: 'paid' | 'confirmed' | 'refused'
  /** Whole, or a part, so many days later. */
  refund: { days: number; amount: Money | undefined } | undefined
}

/** Monday to Sunday: on Saturdays people buy bread for two days. */
const weekday = [6, 6, 7, 8, 11, 15, 5]

const bread = [
  ['Country loaf', 6_40],
  ['Rye bread', 7_20],
  ['Sourdough, two loaves', 12_80],
  ['Bread box', 18_00],
  ['Croissants for the office', 21_50],
  ['Apple pie', 16_90],
  ['Cozonac', 24_00],
  ['Birthday cake', 38_00],
  ['Cake with your own text', 45_00],
  ['Buns for a party', 54_00],
] as const

/** What is sold on a day of the story; the same in every story that has this day of the week. */
export function salesOf(day: number, dayOfWeek: number): Sale[] {
  const about = weekday[dayOfWeek - 1]!
  const count = Math.max(2, Math.round(about * (0.8 + 0.45 * chance(`busy ${day}`))))
  return Array.from({ length: count }, (_, nth) => saleOf(day, nth))
}

function saleOf(day: number, nth: number): Sale {
  const name = `${day}-${nth}`
  const shop = shopOf(name)
  const [what, minor] = oneOf(bread.slice(0, chance(`dear ${name}`) < 0.75 ? 7 : bread.length), `bread ${name}`)
  const amount = shop === 'cafe' ? money(BigInt(minor) * 5n, 'RON') : money(BigInt(minor), 'EUR')
  const luck = chance(`luck ${name}`)
  const needsBank = minor > 25_00 && shop === 'online'
  const how = luck < 0.09 ? 'refused' : needsBank ? 'confirmed' : 'paid'
  return {
    orderId: `crumb-${day}-${nth}`,
    shop,
    time: timeOf(name),
    buyer: oneOf(buyers, `buyer ${name}`),
    amount,
    what,
    how,
    refund: how !== 'refused' && chance(`refund ${name}`) < 0.03 ? refundOf(name, amount) : undefined,
  }
}

function shopOf(name: string): Shop {
  const at = chance(`shop ${name}`)
  if (at < 0.72) return 'online'
  return at < 0.9 ? 'market' : 'cafe'
}

/** Most between eight and one, some until eight in the evening. */
function timeOf(name: string): string {
  const at = chance(`hour ${name}`)
  const minutes = at < 0.6 ? 8 * 60 + (at / 0.6) * 300 : 13 * 60 + ((at - 0.6) / 0.4) * 420
  const [hour, minute] = [Math.floor(minutes / 60), Math.floor(minutes % 60)]
  const second = Math.floor(chance(`second ${name}`) * 60)
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
}

const refundOf = (name: string, amount: Money): Sale['refund'] => ({
  days: 1 + Math.floor(chance(`later ${name}`) * 3),
  amount: chance(`part ${name}`) < 0.5 ? money(amount.minor / 2n, amount.currency) : undefined,
})
