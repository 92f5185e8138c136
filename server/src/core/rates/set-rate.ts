import { isRate } from '#connectors/rates/port.ts'
import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { Asset } from '#kernel/base/assets.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { RatesContext } from './context.ts'
import { euro } from './rate.ts'
import { refuse } from './refusals.ts'

export type RateInput = { base: Asset; quote: Asset; rate: string; at?: Instant | undefined }

/** Records a rate that a person has set; the audit says who. It holds until a source has a later one. */
export async function setRate(ctx: RatesContext, { by, ...input }: { by: Author } & RateInput): Promise<Instant> {
  const { base, quote, rate } = input
  const now = ctx.clock.now()
  const at = input.at ?? now
  if (!isRate(rate)) throw refuse('invalid_rate', { field: 'rate' })
  if ((base === euro) === (quote === euro)) throw refuse('rate_without_euro', { field: 'quote', base, quote })
  if (Temporal.Instant.compare(at, now) > 0)
    throw refuse('rate_in_future', { field: 'at', at: String(at), now: String(now) })
  const onDuplicate = { rate_key: () => refuse('rate_recorded_already', { field: 'at', base, quote, at: String(at) }) }
  await commit(
    ctx,
    now,
    [
      insert('rates.rates', { base, quote, rate, as_of: at, source: 'manual', recorded_at: now }, { onDuplicate }),
      auditEntry(now, by, {
        action: 'rateSet',
        owner: platformOwner,
        subject: { type: 'rate', id: `${base} ${quote}` },
        after: { rate, at: String(at) },
      }),
    ],
    'set-rate',
  )
  return at
}
