import { type Quantity, quantity } from '#kernel/db/quantity.ts'

/** "1.5" with 6 decimals is 1500000. Undefined for what is no such number, or has more decimals. */
export function parseQuantity(text: string, decimals: number): Quantity | undefined {
  const match = /^(\d{1,30})(?:\.(\d+))?$/.exec(text)
  if (!match || (match[2]?.length ?? 0) > decimals) return undefined
  return quantity(BigInt(match[1] + (match[2] ?? '').padEnd(decimals, '0')))
}

/** The exact decimal text, without zeros at its end: "1.5". */
export function formatQuantity(units: bigint, decimals: number): string {
  const digits = units.toString().padStart(decimals + 1, '0')
  const [whole, part] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)]
  const shown = part.replace(/0+$/, '')
  return shown === '' ? whole : `${whole}.${shown}`
}
