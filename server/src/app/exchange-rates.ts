import { httpRates } from '#connectors/rates/http.ts'
import type { RatesProvider } from '#connectors/rates/port.ts'
import { sandboxRates } from '#connectors/rates/sandbox.ts'
import { openRates, type Rates } from '#core/rates'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Config } from './config.ts'

/** What is recorded of rates, and the source that is configured; without one, rates are set by hand alone. */
export type ExchangeRates = { rates: Rates; ratesProvider: RatesProvider | undefined }

export const openExchangeRates = (
  config: Config,
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
): ExchangeRates => ({
  rates: openRates({ db, maxAge: config.rates.maxAge }),
  ratesProvider: openProvider(config, { clock, log }),
})

function openProvider(
  { rates: { provider, url }, environment, egress }: Config,
  { clock, log }: { clock: Clock; log: Log },
): RatesProvider | undefined {
  if (provider === 'off') return undefined
  if (provider === 'sandbox') return sandboxRates({ clock })
  const allowPrivate = environment === 'staging'
  return httpRates(url ?? ecbUrl, { format: provider, log, allowPrivate, timeoutMs, egress })
}
const ecbUrl = 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml'
const timeoutMs = 30_000
