import { z } from 'zod'
import { type CurrencyCode, isoCurrencies, scaleOf } from '#kernel/base/assets.ts'
import { NumberText } from '#kernel/base/json.ts'
import { type Currency, type Money, money } from '#kernel/base/money.ts'

/**
 * An amount in the unit in which a processor counts its currency. Minor units belong to the processor: each has its own
 * exceptions to ISO 4217. Only its table makes and reads one, so that our `minor` neither goes into a request nor is taken
 * out of an answer as it is.
 */
class Amount<Processor extends string> {
  /** Only for the compiler: amounts of two processors do not mix. */
  declare readonly processor: Processor
  readonly #digits: string
  constructor(digits: string) {
    this.#digits = digits
  }
  /** Its digits, as they are written into a request and were signed in a message. */
  toString(): string {
    return this.#digits
  }
  /** JSON has it as a number. */
  toJSON(): NumberText {
    return new NumberText(this.#digits)
  }
}
export type WireAmount<Processor extends string> = Amount<Processor>

export const isWireAmount = (value: unknown): value is WireAmount<string> => value instanceof Amount

/** `step`: what amounts on the wire are multiples of, 1 by default. */
type Row = { codes: string; decimals: number; step?: bigint }

/** The unit of each currency that a processor counts. Of any other currency nothing is sent, and nothing is read. */
export type WireUnits<Processor extends string> = {
  readonly currencies: readonly CurrencyCode[]
  /** Our minor units of which amounts must be multiples to be written: 100 of IDR 150000.00 where it has no decimals. */
  stepOf(currency: CurrencyCode): bigint
  /** The largest amount of at most so many digits on the wire, in our minor units. */
  largestOf(currency: CurrencyCode, digits: number): bigint
  fits(amount: Money): boolean
  /** @throws TypeError when it does not fit. */
  write(amount: Money): WireAmount<Processor>
  /** Undefined: the currency has no unit here, or the amount is a fraction of our smallest unit. */
  read(currency: string, value: WireAmount<Processor>): Money | undefined
  isSame(currency: string, value: WireAmount<Processor>, amount: Money): boolean
  /** How a number of a message is read; it is nothing but an amount on the wire until `read` has its currency. */
  readonly received: z.ZodType<WireAmount<Processor>>
}

export function wireUnits<Processor extends string>(processor: Processor, rows: readonly Row[]): WireUnits<Processor> {
  const units = unitsOf(rows)
  const fits = ({ minor, currency }: Money): boolean => {
    const unit = units.get(currency)
    return unit !== undefined && minor % unit.ourStep === 0n
  }
  const read = (currency: string, value: WireAmount<Processor>): Money | undefined => {
    const unit = units.get(currency)
    if (!unit || !integerPattern.test(String(value))) return undefined
    const scaled = BigInt(String(value)) * unit.perWire
    return scaled % unit.perMinor === 0n ? money(scaled / unit.perMinor, unit.currency) : undefined
  }
  return {
    currencies: [...units.values()].map(({ currency }) => currency),
    stepOf: (currency) => units.get(currency)!.ourStep,
    largestOf: (currency, digits) => {
      const { perWire, perMinor, ourStep } = units.get(currency)!
      const largest = ((10n ** BigInt(digits) - 1n) * perWire) / perMinor
      return largest - (largest % ourStep)
    },
    fits,
    write: (amount) => {
      const { minor, currency } = amount
      if (!fits(amount)) throw new TypeError(`${processor} does not count ${minor} minor units of ${currency}`)
      const { perWire, perMinor } = units.get(currency)!
      return new Amount<Processor>(String((minor * perMinor) / perWire))
    },
    read,
    isSame: (currency, value, amount) => {
      const known = read(currency, value)
      return known?.currency === amount.currency && known.minor === amount.minor
    },
    received: z.instanceof(NumberText).transform(({ text }) => new Amount<Processor>(text)),
  }
}
const integerPattern = /^-?\d+$/

/** `perWire / perMinor`: our minor units in one unit on the wire. */
type Unit = { currency: CurrencyCode; perWire: bigint; perMinor: bigint; ourStep: bigint }

function unitsOf(rows: readonly Row[]): ReadonlyMap<Currency | string, Unit> {
  const units = rows.flatMap(({ codes, decimals, step = 1n }) =>
    codes.split(' ').map((code): [string, Unit] => {
      const currency = isoCurrencies.find((known) => known === code)
      if (!currency) throw new TypeError(`${code} is no currency`)
      const more = decimals - scaleOf(currency)
      const [perWire, perMinor] = more < 0 ? [10n ** BigInt(-more), 1n] : [1n, 10n ** BigInt(more)]
      const ourStep = step % perMinor === 0n ? (step / perMinor) * perWire : perWire
      return [code, { currency, perWire, perMinor, ourStep }]
    }),
  )
  const byCode = new Map(units)
  if (byCode.size !== units.length) throw new TypeError('a currency is in two rows of a table of units')
  return byCode
}
