import { isMerchantCurrency, type MerchantCurrency, merchantCurrencies } from '#acquiring/ids'
import { formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'

export type MicroPayments = {
  /** From which amount on a period is tried in part, by currency. Of a currency that is not in it none is. */
  from: Least
  /** How much of the amount is tried. */
  percent: bigint
}
type Least = Readonly<Partial<Record<MerchantCurrency, bigint>>>

/** Nothing is ever tried in part. */
export const noMicroPayments: MicroPayments = { from: {}, percent: 10n }

/** About the same in each currency. */
const builtIn: Least = { EUR: 20_00n, USD: 20_00n, GBP: 20_00n, CHF: 20_00n, RON: 100_00n, ILS: 80_00n }

/**
 * Whether the small payment is tried once when a card has not enough for the whole (merchant-payments, failure handling;
 * product decision, micro-payment).
 */
export const isTriedInPart = ({ from }: MicroPayments, { minor, currency }: Money): boolean => {
  const least = isMerchantCurrency(currency) ? from[currency] : undefined
  return least !== undefined && minor >= least
}

/** The part of what is due, rounded down: a tenth, unless configured. */
export const microAmount = ({ percent }: Pick<MicroPayments, 'percent'>, { minor, currency }: Money): Money =>
  money((minor * percent) / 100n, currency)

/** `on`, `off`, or other amounts for some currencies and another share: `EUR=50.00,RON=250.00,share=20%`. */
export function readMicroPayments(text: string): { micro: MicroPayments } | { problem: string } {
  if (text === 'off') return { micro: noMicroPayments }
  const from: Partial<Record<MerchantCurrency, bigint>> = { ...builtIn }
  let { percent } = noMicroPayments
  for (const part of text === 'on' ? [] : text.split(',')) {
    const [name, value = ''] = part.trim().split('=')
    const least = isMerchantCurrency(name) ? parseMoney(value, name) : undefined
    if (name === 'share' && sharePattern.test(value)) percent = BigInt(value.slice(0, -1))
    else if (least && isMerchantCurrency(name)) from[name] = least.minor
    else return { problem: howToWrite }
  }
  // Of less, the part is nothing.
  const isNothing = Object.values(from).some((minor) => microAmount({ percent }, money(minor, 'EUR')).minor === 0n)
  return isNothing ? { problem: howToWrite } : { micro: { from, percent } }
}
/** Up to a half: the rest is charged at the next retry. */
const sharePattern = /^(?:[1-9]|[1-4]\d|50)%$/
const howToWrite = `write on, off, share=1% to 50%, or currency=amount, such as EUR=${formatMoney(money(builtIn.EUR ?? 0n, 'EUR'))}, with one of ${merchantCurrencies.join(', ')}`
