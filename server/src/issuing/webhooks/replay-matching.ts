import type { RawBuilder, SqlBool } from 'kysely'
import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { countMatching, matchingMax, redeliverMatching } from '#kernel/work/redelivery.ts'
import type { WebhooksContext } from './context.ts'
import type { EventStatus } from './event.ts'
import { refuse } from './refusals.ts'
import { queueOf, receiverOf } from './schedule.ts'

export type Matching = {
  by: Author
  partnerId: PartnerId
  /** What the filters select; `entry` is the row. */
  conditions: readonly RawBuilder<SqlBool>[]
  /** The names of the filters, for the audit. */
  filters: readonly string[]
  /** What was made or delivered later is left alone. */
  asOf: Instant
}

/**
 * Sends all events of a partner again that match filters, as `replayEvent` does one, and returns their number. Those that
 * wait, and those that were delivered after `asOf`, are left alone, so that a repeated call sends none twice. They are put
 * into the queue of deliveries five hundred at a time. Refuses more than 10,000 with `too_many_events_to_replay`, and a
 * partner without an address.
 */
export async function replayMatching(
  ctx: WebhooksContext,
  { by, partnerId, conditions, filters, asOf }: Matching,
): Promise<number> {
  const { webhookRetries: retries } = await receiverOf(ctx, partnerId)
  const [queue, matching] = [queueOf(retries), { statuses: replayable, conditions, asOf }]
  if (!(await countMatching(ctx.db, queue, { ...matching, owners: [partnerId] })))
    throw refuse('too_many_events_to_replay', { max: matchingMax.toLocaleString('en') })
  const entry = auditEntry(ctx.clock.now(), by, {
    action: 'webhooksReplayed',
    owner: partnerOwner(partnerId),
    subject: { type: 'webhook' },
    after: { filters, asOf: String(asOf) },
  })
  return redeliverMatching(ctx, queue, {
    ...matching,
    ...{ owner: partnerId, set: { retries }, alongside: () => [entry] },
  })
}
const replayable: readonly EventStatus[] = ['parked', 'unsent', 'delivered']
