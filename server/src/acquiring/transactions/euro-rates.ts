import assert from 'node:assert/strict'
import { isMerchantCurrency, type MerchantCurrency } from '#acquiring/ids'
import { formatMoney, type Money, money } from '#kernel/base/money.ts'

/**
 * What a euro costs in the other currencies, to compare amounts by (`amountInEur`), never to book them. Reference rates
 * of the European Central Bank; a rate holds from its day until the next one in the list. An installation that lives by
 * the comparison adds a line when it likes: https://www.ecb.europa.eu/stats/policy_and_exchange_rates/
 */
const rates: readonly { from: string; perEuro: Readonly<Record<Exclude<MerchantCurrency, 'EUR'>, string>> }[] = [
  { from: '2024-12-31', perEuro: { USD: '1.0389', GBP: '0.82918', CHF: '0.9412', RON: '4.9743', ILS: '3.7885' } },
]

/**
 * The euros of an amount on a day, rounded to the nearest cent, halves up. The first rates also hold for what was
 * before.
 */
export function amountInEur({ minor, currency }: Money, day: Temporal.PlainDate): string {
  if (currency === 'EUR') return formatMoney({ minor, currency })
  assert(isMerchantCurrency(currency), `there is no euro rate of ${currency}`)
  const { perEuro } = rates.findLast(({ from }) => Temporal.PlainDate.compare(from, day) <= 0) ?? rates[0]!
  const rate = scaled(perEuro[currency])
  return formatMoney(money((2n * minor * scale + rate) / (2n * rate), 'EUR'))
}

const scaleDigits = 6
const scale = 10n ** BigInt(scaleDigits)
const scaled = (decimal: string): bigint => {
  const [whole, part = ''] = decimal.split('.')
  return BigInt(whole! + part.padEnd(scaleDigits, '0'))
}
