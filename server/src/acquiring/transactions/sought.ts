import { isIP } from 'node:net'
import type { OrderId, PaymentId } from '#acquiring/ids'
import { merchantCurrencies } from '#acquiring/ids'
import type { Lookup, Paid } from '#acquiring/payments'
import { readId } from '#kernel/base/id.ts'
import { type Currency, formatMoney, money, parseMoney } from '#kernel/base/money.ts'

/** What a text that a person remembers of a payment may mean. */
export type Sought = {
  /** What is looked for, as text for the person. */
  what: string
  lookup: Lookup | { by: 'storeOrder' | 'customer' | 'email'; text: string }
}

/**
 * Every exact lookup that a text may mean: a number may be the id of a payment and of an order. Several words are parts
 * of one thing: the last four digits of a card, an amount with or without its currency, a day.
 */
export function readSought(text: string): Sought[] {
  const words = text.trim().split(/\s+/)
  return words.length === 1 ? oneWord(words[0]!) : severalWords(words)
}

function oneWord(word: string): Sought[] {
  const id = readId<bigint>(word)
  const [, first6, last4] = /^(\d{6})[*x.…]+(\d{4})$/i.exec(word) ?? []
  if (word.includes('@')) return [{ what: `the customer ${word}`, lookup: { by: 'email', text: word } }]
  if (isIP(word)) return [{ what: `the address ${word}`, lookup: { by: 'ip', ip: word } }]
  if (first6) return [{ what: `the card ${first6}******${last4}`, lookup: { by: 'card', first6, last4: last4! } }]
  return [
    ...(id === undefined ? [] : ofNumber(id)),
    ...(/^\d{4}$/.test(word)
      ? [{ what: `cards ending in ${word}`, lookup: { by: 'card', last4: word } } as const]
      : []),
    { what: `the store's order ${word}`, lookup: { by: 'storeOrder', text: word } },
    { what: `the store's customer ${word}`, lookup: { by: 'customer', text: word } },
    { what: `the acquirer's reference ${word}`, lookup: { by: 'reference', text: word } },
    ...(/^[0-9a-z]{6}$/i.test(word)
      ? [{ what: `the authorization code ${word}`, lookup: { by: 'authorizationCode', text: word } } as const]
      : []),
    ...(uuid.test(word)
      ? [{ what: `the request with the key ${word}`, lookup: { by: 'key', key: word } } as const]
      : []),
  ]
}
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const ofNumber = (id: bigint): Sought[] => [
  { what: `payment ${id}`, lookup: { by: 'id', id: id as PaymentId } },
  { what: `order ${id}`, lookup: { by: 'orders', ids: [id as OrderId] } },
]

/** Empty when a word is none of a card's last four digits, an amount, a currency or a day, or one of them comes twice. */
function severalWords(words: readonly string[]): Sought[] {
  let [last4, amount, currency, date]: (string | undefined)[] = []
  for (const word of words) {
    const known = merchantCurrencies.find((code) => code === word.toUpperCase())
    if (known && !currency) currency = known
    else if (/^\d{4}-\d\d-\d\d$/.test(word) && !date) date = word
    else if (/^\d{4}$/.test(word) && !last4) last4 = word
    else if (/^\d{1,13}(?:\.\d{1,2})?$/.test(word) && !amount) amount = word
    else return []
  }
  const day = date === undefined ? undefined : dayOf(date)
  const paid = amount === undefined ? undefined : parseMoney(amount, (currency ?? 'EUR') as Currency)
  if (date !== undefined && !day) return []
  const span: Paid = { minor: paid?.minor, currency, day }
  const shown =
    paid && `${formatMoney(money(paid.minor, paid.currency))}${currency === undefined ? '' : ` ${currency}`}`
  const facts = [shown, day && `of ${date} (UTC)`].filter((part) => part !== undefined).join(' ')
  if (last4 !== undefined && (paid || day))
    return [{ what: `${facts}, with a card ending in ${last4}`, lookup: { by: 'card', last4, ...span } }]
  return paid && day ? [{ what: facts, lookup: { by: 'amount', ...span } }] : []
}

function dayOf(date: string): Paid['day'] {
  try {
    const from = Temporal.PlainDate.from(date).toZonedDateTime('UTC')
    return { from: from.toInstant(), until: from.add({ days: 1 }).toInstant() }
  } catch {
    return undefined
  }
}
