import { isMerchantCurrency, type MerchantCurrency, merchantCurrencies } from '#acquiring/ids'
import { formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'

/** From which amount on a period is tried in part, by currency. Of a currency that is not in it none is. */
export type MicroPayments = Readonly<Partial<Record<MerchantCurrency, bigint>>>

/** About the same in each currency. */
const builtIn: MicroPayments = { EUR: 20_00n, USD: 20_00n, GBP: 20_00n, CHF: 20_00n, RON: 100_00n, ILS: 80_00n }

/**
 * Whether the small payment is tried once when a card has not enough for the whole (merchant-payments, failure handling;
 * product decision, micro-payment).
 */
export const isTriedInPart = (from: MicroPayments, { minor, currency }: Money): boolean => {
  const least = isMerchantCurrency(currency) ? from[currency] : undefined
  return least !== undefined && minor >= least
}

/** A tenth of what is due, rounded down. */
export const microAmount = ({ minor, currency }: Money): Money => money(minor / parts, currency)
const parts = 10n

/** `on`, `off`, or other amounts for some currencies: `EUR=50.00,RON=250.00`. */
export function readMicroPayments(text: string): { from: MicroPayments } | { problem: string } {
  if (text === 'off') return { from: {} }
  if (text === 'on') return { from: builtIn }
  const from: Partial<Record<MerchantCurrency, bigint>> = { ...builtIn }
  for (const part of text.split(',')) {
    const [currency, amount = ''] = part.trim().split('=')
    const least = isMerchantCurrency(currency) ? parseMoney(amount, currency) : undefined
    // Of less, a tenth is nothing.
    if (!least || !isMerchantCurrency(currency) || least.minor < parts) return { problem: howToWrite }
    from[currency] = least.minor
  }
  return { from }
}
const howToWrite = `write on, off, or currency=amount, such as EUR=${formatMoney(money(builtIn.EUR ?? 0n, 'EUR'))}, with one of ${merchantCurrencies.join(', ')}`
