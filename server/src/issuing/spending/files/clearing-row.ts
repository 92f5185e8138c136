import { z } from 'zod'
import type { NetworkMerchant, Purpose } from '#connectors/network/message.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { type Column, problemOf, type RowProblem, type UncheckedRow } from '#kernel/base/file-row.ts'
import { type Money, negate, parseMoney } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { country, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import { secretText } from '#kernel/http/secret-text.ts'

/** A presentment or a refund, as a row of a clearing file has it. */
export type ClearingRow = {
  kind: 'clearing' | 'refund'
  presentmentId: string
  /** Absent where the references name a payment of ours. */
  number: Secret<string> | undefined
  reference: {
    acquirerId: string
    rrn: string | undefined
    networkTransactionId: string | undefined
    authorizationCode: string | undefined
  }
  amount: Money
  billing: Money | undefined
  merchant: NetworkMerchant
  purpose: Purpose | undefined
  sequence: { number: number; of: number } | undefined
}

/** What the sender says that the rows of one currency come to: clearings less refunds. */
export type TotalRow = { kind: 'total'; net: Money; count: number }

export type ReadRow = { row: ClearingRow } | { total: TotalRow } | { problems: readonly RowProblem[] }

const word = (max: number, what: string) => text({ max, min: 1, pattern: /^[\x21-\x7e]+$/, what })
const amountText = text({ max: 18, pattern: /^\d{1,13}(?:\.\d{1,4})?$/, what: 'an amount such as 42.99' })
const netText = text({ max: 19, pattern: /^-?\d{1,13}(?:\.\d{1,4})?$/, what: 'clearings less refunds, such as 42.99' })
const currency = oneOf(isoCurrencies)
const part = optional(wholeNumber({ min: 1, max: 99 }))

const kinds = ['clearing', 'refund', 'total'] as const
const presentmentColumns = z.object({
  kind: oneOf(kinds),
  acquirerId: text({ max: 11, pattern: /^\d{1,11}$/, what: 'the acquirer, 1 to 11 digits' }),
  presentmentId: word(40, "the acquirer's own id of the presentment"),
  cardNumber: optional(secretText(/^\d{12,19}$/, 'a card number of 12 to 19 digits')),
  retrievalReference: optional(word(12, 'the retrieval reference of the payment (field 37)')),
  networkTransactionId: optional(word(36, 'the id that the network has given the payment')),
  authorizationCode: optional(word(6, 'the authorization code (field 38)')),
  amount: amountText,
  currency,
  billingAmount: optional(amountText),
  billingCurrency: optional(currency),
  merchantId: text({ max: 15, min: 1, what: 'the merchant (field 42)' }),
  terminalId: optional(text({ max: 16, what: 'the terminal (field 41)' })),
  merchantName: text({ max: 40, min: 1, what: 'the name of the merchant', prose: true }),
  merchantCity: optional(text({ max: 40, what: 'a city', prose: true })),
  merchantCountry: optional(country()),
  merchantCategory: text({ max: 4, pattern: /^\d{4}$/, what: 'a merchant category code of four digits' }),
  purpose: optional(oneOf(['purchase', 'cash', 'quasiCash'])),
  part,
  parts: part,
})
const totalColumns = z.object({
  kind: oneOf(kinds),
  amount: netText,
  currency,
  count: wholeNumber({ min: 0, max: 1e9 }),
})

/** The columns of a file, and whether each must be there. */
export const clearingColumns: readonly Column[] = [
  ...Object.entries(presentmentColumns.shape).map(([name, schema]) => ({
    name,
    isRequired: !schema.safeParse(undefined).success,
  })),
  { name: 'count', isRequired: false },
]

/** Reads a row, and says everything that is wrong with it, without what is in it. */
export function readClearingRow(unchecked: UncheckedRow): ReadRow {
  if (unchecked.kind === 'total') return readTotal(unchecked)
  const parsed = presentmentColumns.safeParse(unchecked)
  if (!parsed.success) return { problems: parsed.error.issues.map(problemOf) }
  const sent = parsed.data
  const { kind } = sent
  if (kind === 'total') throw new Error('totals have columns of their own')
  const amount = parseMoney(sent.amount, sent.currency)
  const billing = billingOf(sent)
  const problems = [
    ...(amount ? [] : [tooManyDecimals('amount', sent.currency)]),
    ...(amount?.minor === 0n ? [{ field: 'amount', message: 'is zero: nothing is cleared' }] : []),
    ...(amount && billing !== 'wrong' && billing?.minor === 0n && amount.minor > 0n
      ? [{ field: 'billingAmount', message: 'is zero, and the amount is not: ask the sender what the holder pays' }]
      : []),
    ...(billing === 'wrong'
      ? [{ field: 'billingAmount', message: 'needs billingCurrency, with as many decimals as it has' }]
      : []),
    ...((sent.part ?? 0) > (sent.parts ?? 0) || (sent.parts !== undefined && sent.part === undefined)
      ? [{ field: 'part', message: 'is the number of this part, and parts how many there are: 1 and 2' }]
      : []),
    ...(sent.cardNumber || sent.retrievalReference || sent.networkTransactionId ? [] : [unnamed]),
  ]
  if (!amount || billing === 'wrong' || problems.length > 0) return { problems }
  return {
    row: {
      kind,
      presentmentId: sent.presentmentId,
      number: sent.cardNumber,
      reference: {
        acquirerId: sent.acquirerId,
        rrn: sent.retrievalReference,
        networkTransactionId: sent.networkTransactionId,
        authorizationCode: sent.authorizationCode,
      },
      amount,
      billing,
      merchant: {
        id: sent.merchantId,
        terminalId: sent.terminalId,
        name: sent.merchantName,
        city: sent.merchantCity,
        country: sent.merchantCountry,
        category: sent.merchantCategory,
      },
      purpose: sent.purpose,
      sequence: sent.part === undefined ? undefined : { number: sent.part, of: sent.parts! },
    },
  }
}

const unnamed: RowProblem = {
  field: 'cardNumber',
  message: 'is required, unless retrievalReference or networkTransactionId names a payment',
}
const tooManyDecimals = (field: string, code: string): RowProblem => ({
  field,
  message: `has more decimals than ${code}`,
})

function billingOf({
  billingAmount,
  billingCurrency,
}: z.output<typeof presentmentColumns>): Money | undefined | 'wrong' {
  if (billingAmount === undefined && billingCurrency === undefined) return undefined
  return (billingAmount !== undefined && billingCurrency && parseMoney(billingAmount, billingCurrency)) || 'wrong'
}

function readTotal(unchecked: UncheckedRow): ReadRow {
  const parsed = totalColumns.safeParse(unchecked)
  if (!parsed.success) return { problems: parsed.error.issues.map(problemOf) }
  const { amount, currency: code, count } = parsed.data
  const read = parseMoney(amount.replace('-', ''), code)
  if (!read) return { problems: [tooManyDecimals('amount', code)] }
  return { total: { kind: 'total', net: amount.startsWith('-') ? negate(read) : read, count } }
}

/** What a row adds to the total of its currency, also when something else is wrong with it. */
export function netOfRow({ kind, amount = '', currency: code }: UncheckedRow): Money | undefined {
  const known = isoCurrencies.find((one) => one === code)
  const read = known && parseMoney(amount, known)
  return read && kind === 'refund' ? negate(read) : kind === 'clearing' ? read : undefined
}
