import { merchantCurrencies } from '#acquiring/ids'
import { type Currency, type Money, parseMoney } from '#kernel/base/money.ts'
import { oneOf } from '#kernel/http/field.ts'
import { refuse } from './refusals.ts'

/** An amount above zero, of its own digits. */
export function readAmount(text: string, currency: Currency): Money {
  const amount = parseMoney(text, currency)
  if (!amount || amount.minor === 0n) throw refuse('invalid_payout_amount', { field: 'amount' })
  return amount
}

/** A currency in which merchants take payments. */
export const currencyField = () => oneOf(merchantCurrencies)

/** The same, of what is typed. */
export function readCurrency(text: string): Currency {
  const currency = merchantCurrencies.find((known) => known === text.toUpperCase())
  if (!currency) throw refuse('invalid_bank_currency', { field: 'currency', currencies: merchantCurrencies.join(', ') })
  return currency
}

/** `100.00 EUR` */
export function readMinimum(text: string): Money {
  const [digits = '', code = '', more] = text.trim().split(/\s+/)
  const currency = merchantCurrencies.find((known) => known === code.toUpperCase())
  const amount = currency && more === undefined ? parseMoney(digits, currency) : undefined
  if (!amount) throw refuse('invalid_payout_minimum', { field: 'minimums' })
  return amount
}
