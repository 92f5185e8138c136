import type { ColumnType } from 'kysely'
import type { Brand } from '#kernel/base/brand.ts'

/**
 * A count of the smallest units of an asset that may outgrow 64 bits, as ether does beyond 9.2 of them. Its column is
 * `numeric(78,0)`, which holds every unsigned number of 256 bits.
 */
export type Quantity = Brand<bigint, 'Quantity'>

/**
 * A column of quantities in `Schema`. The driver reads `numeric` as text, since sums and rates have decimals too, so
 * what is read goes through `readQuantity`; only a `Quantity` is written, with its own digits.
 */
export type QuantityColumn = ColumnType<QuantityText, Quantity, Quantity>
type QuantityText = Brand<string, 'QuantityText'>

const digitsMax = 78
const limit = 10n ** BigInt(digitsMax)

/** Throws `RangeError` for a number that the column cannot hold. */
export function quantity(units: bigint): Quantity {
  if (units >= limit || units <= -limit) throw new RangeError(`a quantity has at most ${digitsMax} digits`)
  return units as Quantity
}

/** What the database returned; throws `SyntaxError` for text that is not a whole number. */
export const readQuantity = (text: QuantityText | string): Quantity => quantity(BigInt(text))
