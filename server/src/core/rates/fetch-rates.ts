import type { QuotedRate } from '#connectors/rates/port.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { RatesContext } from './context.ts'
import { refuse } from './refusals.ts'

/**
 * Asks the provider and records what is new. Rates that are recorded already stay as they are: one of the same moment
 * from the same source is the same rate. Returns what the provider has.
 */
export async function fetchRates(ctx: RatesContext): Promise<readonly QuotedRate[]> {
  const { ratesProvider, clock } = ctx
  if (!ratesProvider) throw refuse('no_rates_provider')
  const quoted = await ratesProvider.read()
  const now = clock.now()
  const rows = quoted.map(({ base, quote, rate, at }) => ({
    base,
    quote,
    rate,
    as_of: at,
    source: ratesProvider.name,
    recorded_at: now,
  }))
  const orElse = { conflict: ['base', 'quote', 'as_of', 'source'] as const, set: [] }
  await commit(ctx, now, [insert('rates.rates', rows, { orElse })], 'fetch-rates')
  return quoted
}
