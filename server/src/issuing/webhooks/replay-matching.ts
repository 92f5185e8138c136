import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import { redeliverParked } from '#kernel/work/redelivery.ts'
import type { WebhooksContext } from './context.ts'
import type { EventStatus } from './event.ts'
import type { EventNumber } from './ids.ts'
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
export async function replayMatching(ctx: WebhooksContext, matching: Matching): Promise<number> {
  const { by, partnerId, filters, asOf } = matching
  const { webhookRetries: retries } = await receiverOf(ctx, partnerId)
  const tooMany = await matchingIds(ctx.db, matching, { after: 0n as EventNumber, limit: replayedMax + 1 })
  if (tooMany.length > replayedMax) throw refuse('too_many_events_to_replay', { max: replayedMax.toLocaleString('en') })
  return redeliverParked(ctx, queueOf(retries), {
    parkedAfter: (after: EventNumber, limit) => matchingIds(ctx.db, matching, { after, limit }),
    statuses: replayable,
    set: { retries },
    alongside: [
      auditEntry(ctx.clock.now(), by, {
        action: 'webhooksReplayed',
        owner: partnerOwner(partnerId),
        subject: { type: 'webhook' },
        after: { filters, asOf: String(asOf) },
      }),
    ],
  })
}
const replayedMax = 10_000
const replayable: readonly EventStatus[] = ['parked', 'unsent', 'delivered']

/** Oldest first. */
async function matchingIds(
  db: Db,
  { partnerId, conditions, asOf }: Matching,
  { after, limit }: { after: EventNumber; limit: number },
): Promise<EventNumber[]> {
  const { rows } = await sql<{ id: EventNumber }>`
    select entry.id
      from webhooks.events entry
     where entry.partner_id = ${partnerId} and entry.id > ${after}
       and entry.status = any(${[...replayable]}::text[])
       and entry.created_at <= ${asOf} and (entry.delivered_at is null or entry.delivered_at <= ${asOf})
       and ${sql.join([sql`true`, ...conditions], sql` and `)}
     order by entry.id
     limit ${limit}`.execute(db.read)
  return rows.map(({ id }) => id)
}
