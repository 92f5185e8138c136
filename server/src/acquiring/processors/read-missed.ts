import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { commit, decide, insert, update } from '#kernel/db/commit/commit.ts'
import { inboundWebhooks } from './metrics.ts'
import type { OpenConnections } from './open-connections.ts'
import { planStoring, type ReceivingContext } from './receive-webhooks.ts'

const readEvery = Temporal.Duration.from({ minutes: 10 })

/** A place for each connection whose processor lists its messages. */
export async function openPolls(ctx: Pick<ReceivingContext, 'db' | 'react' | 'clock' | 'connections'>): Promise<void> {
  const now = ctx.clock.now()
  const rows = listing(ctx.connections).map((connection) => ({ connection, due_at: now.add(readEvery) }))
  if (rows.length === 0) return
  const orElse = { conflict: ['connection'] as const, set: [] }
  await commit(ctx, now, [insert('processors.polls', rows, { orElse })], 'read-missed')
}

const listing = ({ all }: OpenConnections): ConnectorId[] =>
  [...all].flatMap(([connection, { webhooks }]) => (webhooks?.missedSince ? [connection] : []))

/**
 * Stores the messages that a processor lists and that never came, by the commit that moves the place in its list; a page
 * at a time, and the next one at once while there is more.
 */
export async function readMissed(ctx: ReceivingContext, id: bigint): Promise<void> {
  const { connection, place } = await ctx.db.read
    .selectFrom('processors.polls')
    .select(['connection', 'place'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const later = { due_at: ctx.clock.now().add(readEvery), leased_until: null }
  const missedSince = ctx.connections.all.get(connection)?.webhooks?.missedSince
  const isEnabled = missedSince && (await ctx.connections.isEnabled(connection))
  const read = isEnabled ? await missedSince(place ?? undefined) : { messages: [], place: place ?? undefined }
  const isMore = read.messages.length > 0 && read.place !== (place ?? undefined)
  const next = { place: read.place ?? null, ...later, ...(isMore && { due_at: ctx.clock.now() }) }
  const advance = update('processors.polls', { set: next, where: { id, place } })
  const stored = await decide(async () => {
    const planned = await planStoring(ctx, connection, read.messages)
    await commit(ctx, ctx.clock.now(), [...planned.writes, advance], 'read-missed')
    return planned.stored
  })
  ctx.metrics.count(inboundWebhooks, { connector: connection, result: 'stored' }, stored)
}
