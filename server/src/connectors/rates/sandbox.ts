import type { Asset } from '#kernel/base/assets.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { QuotedRate, RatesProvider } from './port.ts'

/**
 * Rates for staging. They move with the clock of the business, up to two hundredths either way, and are the same for
 * everybody at the same hour: a test that moves the clock knows what it will find.
 */
export const sandboxRates = ({ clock }: { clock: Clock }): RatesProvider => ({
  name: 'sandbox',
  read: async () => {
    const now = clock.now()
    const hour = Math.floor(now.epochMilliseconds / hourMs)
    const at = Temporal.Instant.fromEpochMilliseconds(hour * hourMs)
    return [
      ...Object.entries(perEuro).map(
        ([quote, middle]): QuotedRate => ({ base: 'EUR', quote: quote as Asset, rate: moved(middle, quote, hour), at }),
      ),
      ...Object.entries(inEuros).map(
        ([base, middle]): QuotedRate => ({ base: base as Asset, quote: 'EUR', rate: moved(middle, base, hour), at }),
      ),
    ]
  },
  close: async () => {},
})
const hourMs = 3_600_000

/** In ten-thousandths: what a euro is worth, and what the coins are worth in euros. */
const perEuro: Partial<Record<Asset, bigint>> = {
  USD: 10_850n,
  GBP: 8_520n,
  CHF: 9_480n,
  RON: 49_750n,
  ILS: 40_150n,
  JPY: 1_628_000n,
  PLN: 42_600n,
  CZK: 251_300n,
  HUF: 3_925_000n,
  SEK: 113_900n,
  NOK: 117_400n,
  DKK: 74_600n,
  BGN: 19_558n,
  TRY: 371_200n,
  AED: 39_850n,
  BHD: 4_090n,
  KWD: 3_330n,
}
const inEuros: Partial<Record<Asset, bigint>> = {
  ETH: 28_400_000n,
  BTC: 612_000_000n,
  SOL: 1_420_000n,
  POL: 4_100n,
  BNB: 5_480_000n,
  USDC: 9_217n,
  USDT: 9_215n,
  DAI: 9_216n,
}

/** A rate rises for some hours and falls for as many; each asset has a period of its own, so that they part. */
function moved(middle: bigint, asset: string, hour: number): string {
  const period = 48 + ([...asset].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 23)
  const step = hour % (2 * period)
  const height = BigInt(step < period ? step : 2 * period - step)
  const swing = (height * 400n) / BigInt(period) - 200n
  const millionths = middle * (10_000n + swing)
  const digits = String(millionths).padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`
}
