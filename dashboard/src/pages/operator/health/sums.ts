type Sum = { currency: string; amount: string; count: number }

/** One total for each currency: they are never added up with each other. Amounts are decimal texts of one scale. */
export function sumsOf(of: readonly Sum[]): Sum[] {
  return [...Map.groupBy(of, ({ currency }) => currency)].map(([currency, all]) => {
    const scale = Math.max(...all.map(({ amount }) => decimalsOf(amount)))
    const minor = all.reduce((sum, { amount }) => sum + minorOf(amount, scale), 0n)
    return { currency, amount: textOf(minor, scale), count: all.reduce((sum, { count }) => sum + count, 0) }
  })
}

const decimalsOf = (amount: string): number => amount.split('.')[1]?.length ?? 0

const minorOf = (amount: string, scale: number): bigint =>
  BigInt(amount.replace('.', '')) * 10n ** BigInt(scale - decimalsOf(amount))

function textOf(minor: bigint, scale: number): string {
  const sign = minor < 0n ? '-' : ''
  const digits = String(minor < 0n ? -minor : minor).padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
