/** The exact sum of amounts as decimal texts of one currency: `12.30` and `-2.30` are `10.00`. */
export function sumOf(amounts: readonly string[]): string {
  const digits = Math.max(0, ...amounts.map((amount) => amount.split('.')[1]?.length ?? 0))
  const total = amounts.reduce((sum, amount) => sum + minorOf(amount, digits), 0n)
  const sign = total < 0n ? '-' : ''
  const text = String(total < 0n ? -total : total).padStart(digits + 1, '0')
  return digits === 0 ? `${sign}${text}` : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `12.30` is `-12.30`, and nothing stays nothing. */
export const negated = (amount: string): string =>
  !/[1-9]/.test(amount) ? amount : amount.startsWith('-') ? amount.slice(1) : `-${amount}`

function minorOf(amount: string, digits: number): bigint {
  const [whole = '0', part = ''] = amount.replace('-', '').split('.')
  const minor = BigInt(`${whole}${part.padEnd(digits, '0')}`)
  return amount.startsWith('-') ? -minor : minor
}
