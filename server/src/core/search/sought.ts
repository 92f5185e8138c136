import { isoCurrencies, scaleOf } from '#kernel/base/assets.ts'
import { type Currency, parseMoney } from '#kernel/base/money.ts'
import { readDay } from './read-day.ts'

/** What a text may mean. One text may mean several things: `1042` is a number, and the last digits of a card. */
export type Sought = {
  /** As it was typed, with single spaces between the words. */
  text: string
  /** A number that things are counted with. */
  number?: bigint | undefined
  /** In small letters. */
  uuid?: string | undefined
  /** One word: the store's own name of a thing, a reference, an id that is no number. */
  word?: string | undefined
  /** Whole, or its beginning up to a part of the domain. */
  email?: string | undefined
  lastFour?: string | undefined
  /** In minor units of these currencies. */
  amount?: { minor: bigint; currencies: readonly Currency[] } | undefined
  day?: Temporal.PlainDate | undefined
  /** A part of a name or of a description, in small letters; two letters at least. */
  words?: string | undefined
  /** Several facts of one thing: `1111 25.00`. What is found has all of them. */
  isCombined: boolean
}

/** @param today A day without a year is the last one of its name that is not after this one. */
export function readSought(typed: string, today: Temporal.PlainDate): Sought {
  const text = typed.trim().replaceAll(/\s+/g, ' ')
  const day = readDay(text, today)
  const amount = day ? undefined : readAmount(text)
  const combined = day || amount || !text.includes(' ') ? undefined : readSeveral(text.split(' '), today)
  if (combined) return { text, isCombined: true, ...combined }
  const isOneWord = text !== '' && !text.includes(' ')
  return {
    text,
    isCombined: false,
    number: /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : undefined,
    uuid: uuid.test(text) ? text.toLowerCase() : undefined,
    word: isOneWord ? text : undefined,
    email: isOneWord && /^[^@]+@/.test(text) ? text.toLowerCase() : undefined,
    lastFour: /^\d{4}$/.test(text) ? text : undefined,
    amount,
    day,
    words: !day && !amount && /\p{L}.*\p{L}/u.test(text) && !text.includes('@') ? text.toLowerCase() : undefined,
  }
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Undefined when a word is none of a card's last four digits, an amount, a currency or a day, or one comes twice. */
function readSeveral(words: readonly string[], today: Temporal.PlainDate): Partial<Sought> | undefined {
  const joined = joinCurrency(words)
  const found: { lastFour?: string; amount?: Sought['amount']; day?: Temporal.PlainDate } = {}
  for (const word of joined) {
    const day = readDay(word, today)
    const amount = day ? undefined : readAmount(word)
    if (day && !found.day) found.day = day
    else if (amount && !found.amount) found.amount = amount
    else if (/^\d{4}$/.test(word) && !found.lastFour) found.lastFour = word
    else return undefined
  }
  return Object.keys(found).length > 1 ? found : undefined
}

/** `25.00 EUR` is one fact. */
const joinCurrency = (words: readonly string[]): string[] =>
  words
    .join(' ')
    .replaceAll(/(\d) ([a-z]{3}|[€$£¥])(?= |$)/gi, '$1$2')
    .split(' ')

/**
 * `49.90`, `49,90 €`, `EUR 1.234,50`, `1,234.50`. A whole number is an amount only with its currency: without one it is an
 * id. The last point or comma begins the decimals; every other sign groups the digits.
 */
export function readAmount(text: string): Sought['amount'] {
  const [, before, digits, after] = /^([a-z]{3}|[€$£¥])? ?(\d[\d.,']*?) ?([a-z]{3}|[€$£¥])?$/i.exec(text) ?? []
  if (digits === undefined || (before && after)) return undefined
  const named = currencyOf(before ?? after)
  if ((before ?? after) !== undefined && named === undefined) return undefined
  const decimal = /[.,](\d{1,3})$/.exec(digits)?.[1]
  const isWhole = decimal === undefined || (decimal.length === 3 && scaleOf(named?.[0] ?? 'EUR') < 3)
  const whole = (isWhole ? digits : digits.slice(0, -decimal.length - 1)).replaceAll(/[.,']/g, '')
  const plain = isWhole ? whole : `${whole}.${decimal}`
  if (named === undefined && isWhole) return undefined
  // As most currencies count; one that counts otherwise is named.
  const minor = parseMoney(plain, named?.[0] ?? 'EUR')?.minor
  if (minor === undefined) return undefined
  const currencies = named ?? isoCurrencies.filter((currency) => parseMoney(plain, currency)?.minor === minor)
  return { minor, currencies }
}

const signs: Readonly<Record<string, readonly Currency[]>> = {
  '€': ['EUR'],
  $: ['USD', 'AUD', 'CAD', 'NZD', 'SGD', 'HKD'],
  '£': ['GBP'],
  '¥': ['JPY'],
}

function currencyOf(text: string | undefined): readonly Currency[] | undefined {
  if (text === undefined) return undefined
  const code = isoCurrencies.find((known) => known === text.toUpperCase())
  return code ? [code] : signs[text]
}
