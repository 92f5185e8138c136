import { type Asset, isoCurrencies } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { RatesAge } from './context.ts'
import { crossRate, euro, euroItself, inEuros, type Rate } from './rate.ts'
import { newestRates } from './store.ts'

export type Rates = {
  /**
   * The rate that holds at a moment, as it is recorded; undefined if there is none, or only one that is too old to be
   * used. With `db` it is read there, within a transaction for example.
   */
  at(now: Instant, from: Asset, to: Asset, db?: Reader): Promise<Rate | undefined>
}

export const openRates = ({ db: shared, maxAge }: { db: Reader; maxAge: RatesAge }): Rates => ({
  at: async (now, from, to, db = shared) => {
    const others = [...new Set([from, to])].filter((asset) => asset !== euro)
    const found = from === to ? undefined : await newestRates(db, others, now)
    const worthOf = (asset: Asset) => {
      if (asset === euro || !found) return euroItself(now)
      const recorded = found.get(asset)
      return recorded && isFresh(asset, recorded.asOf, now, maxAge) ? inEuros(recorded) : undefined
    }
    const [worth, other] = [worthOf(from), worthOf(to)]
    return worth && other && crossRate({ from, to }, worth, other)
  },
})

const isFresh = (asset: Asset, asOf: Instant, now: Instant, { currencies, coins }: RatesAge): boolean => {
  const age = currencyCodes.has(asset) ? currencies : coins
  // Days have 24 hours here: a rate is no appointment.
  const oldest = now.subtract({
    seconds: Math.floor(age.total({ unit: 'seconds', relativeTo: now.toZonedDateTimeISO('UTC') })),
  })
  return Temporal.Instant.compare(asOf, oldest) >= 0
}
const currencyCodes: ReadonlySet<string> = new Set(isoCurrencies)
