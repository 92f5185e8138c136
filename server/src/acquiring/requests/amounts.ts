import { type Currency, type Money, money } from '#kernel/base/money.ts'

/** A decimal that is no money: a count or a percentage. Exact: `tenThousandths` is its value times 10,000. */
export type Decimal = { readonly tenThousandths: bigint; readonly text: string }

/** At most four decimals, zeros at the end apart. Undefined for anything else. */
export function parseDecimal(read: string): Decimal | undefined {
  const match = /^(\d{1,9})(?:\.(\d{0,24}))?$/.exec(read)
  const fraction = (match?.[2] ?? '').replace(/0+$/, '')
  if (!match || fraction.length > 4) return undefined
  const whole = String(Number(match[1]))
  return {
    tenThousandths: BigInt(whole + fraction.padEnd(4, '0')),
    text: fraction === '' ? whole : `${whole}.${fraction}`,
  }
}

/** Unit price times units, in ten-thousandths of the minor unit: exact. */
export const exactTotal = (unitPrice: Money, units: Decimal): bigint => unitPrice.minor * units.tenThousandths

/** An exact total of this scale for an amount of money. */
export const exactly = ({ minor }: Money): bigint => minor * 10_000n

/** To the nearest minor unit, halves away from zero, so that a discount rounds as the price it reduces. */
export function roundedTotal(exact: bigint, currency: Currency): Money {
  const size = exact < 0n ? -exact : exact
  const minor = (size + 5_000n) / 10_000n
  return money(exact < 0n ? -minor : minor, currency)
}

/** An exact total for a message: at least two decimals, and every other one that is not zero. */
export function exactText(exact: bigint): string {
  const digits = (exact < 0n ? -exact : exact).toString().padStart(7, '0')
  const decimals = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${exact < 0n ? '-' : ''}${digits.slice(0, -6)}.${decimals}`
}

/** `100.5000` is 100.50, as decimal types of .NET and of databases write it; nothing is lost by reading it so. */
export const withTwoDecimals = (read: string): string => read.replace(/^(\d{1,13}\.\d{2})0{1,18}$/, '$1')
