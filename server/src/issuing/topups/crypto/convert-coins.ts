import { scaleOf } from '#kernel/base/assets.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import { type Quantity, quantity } from '#kernel/db/quantity.ts'
import type { CoinRate } from './quote.ts'

/** What coins are worth, cut off at the minor unit: what did not arrive is not credited. */
export function worthOf(
  units: bigint,
  { rate, decimals, currency }: { rate: CoinRate; decimals: number; currency: Currency },
): Money {
  const top = units * rate.numerator * 10n ** BigInt(scaleOf(currency))
  return money(top / (rate.denominator * 10n ** BigInt(decimals)), currency)
}

/** How many coins are worth the amount: rounded up, so that they are. */
export function coinsFor(
  { minor, currency }: Money,
  { rate, decimals }: { rate: CoinRate; decimals: number },
): Quantity {
  const top = minor * rate.denominator * 10n ** BigInt(decimals)
  const bottom = rate.numerator * 10n ** BigInt(scaleOf(currency))
  return quantity((top + bottom - 1n) / bottom)
}
