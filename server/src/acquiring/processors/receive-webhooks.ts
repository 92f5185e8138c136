import type { WebhookDelivery, WebhookMessage } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { commit, decide, insert, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import { sealBody } from './message-store.ts'
import { inboundWebhooks } from './metrics.ts'
import type { OpenConnections } from './open-connections.ts'

export type ReceivingContext = Writer & {
  clock: Clock
  keys: KeyRing
  log: Log
  metrics: Metrics
  connections: OpenConnections
}

/** `unknown`: there is no such connection, or it takes no webhooks. */
export type Received =
  | { outcome: 'stored'; reply: { body: string; contentType: string } }
  | { outcome: 'unknown' | 'bad_signature' | 'unreadable' }

/**
 * Takes a delivery of a processor: who has sent it is checked over its bytes first, then one commit stores all of its
 * messages, each once, and only then it is answered. The worker applies them afterwards.
 */
export async function receiveWebhooks(
  ctx: ReceivingContext,
  name: string,
  delivery: Omit<WebhookDelivery, 'receivedAt'>,
): Promise<Received> {
  const connector = name as ConnectorId
  const webhooks = ctx.connections.all.get(connector)?.webhooks
  if (!webhooks || !(await ctx.connections.isEnabled(connector))) return { outcome: 'unknown' }
  const received = await webhooks.receive({ ...delivery, receivedAt: ctx.clock.now() })
  if ('refused' in received) {
    const outcome = received.refused === 'signature' ? 'bad_signature' : 'unreadable'
    ctx.metrics.count(inboundWebhooks, { connector, result: outcome })
    ctx.log.warn({ connector, outcome, why: received.why }, 'a webhook of a processor was refused')
    return { outcome }
  }
  const { stored, duplicates } = await decide(async () => {
    const { writes, ...counts } = await planStoring(ctx, connector, received.accepted)
    if (writes.length > 0) await commit(ctx, ctx.clock.now(), writes, 'receive-webhooks')
    return counts
  })
  ctx.metrics.count(inboundWebhooks, { connector, result: 'stored' }, stored)
  ctx.metrics.count(inboundWebhooks, { connector, result: 'duplicate' }, duplicates)
  return { outcome: 'stored', reply: webhooks.reply }
}

/**
 * What stores those of the messages that are not stored yet, and how many these are. When another process stores one of them
 * at the same moment, the commit is stale: `decide` then finds it stored, and counts it as a duplicate.
 */
export async function planStoring(
  { db, keys, clock }: Pick<ReceivingContext, 'db' | 'keys' | 'clock'>,
  connection: ConnectorId,
  messages: readonly WebhookMessage[],
): Promise<{ writes: Write[]; stored: number; duplicates: number }> {
  const known = await knownAmong(db, { connection, ids: messages.map(({ id }) => id) })
  const fresh = [...new Map(messages.map((message) => [message.id, message])).values()].filter(
    ({ id }) => !known.has(id),
  )
  const received_at = clock.now()
  const rows = fresh.map(({ id, type, at, body }) => ({
    connection,
    message_id: id,
    type,
    happened_at: at,
    received_at,
    body: sealBody(keys, { connection, body }),
    status: 'waiting' as const,
    due_at: received_at,
  }))
  const onceEach = { onDuplicate: { messages_connection_message_id_key: 'stale' as const } }
  const writes = rows.length > 0 ? [insert('processors.messages', rows, onceEach)] : []
  return { writes, stored: rows.length, duplicates: messages.length - rows.length }
}

async function knownAmong(
  db: Reader,
  { connection, ids }: { connection: ConnectorId; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.read
    .selectFrom('processors.messages')
    .select('message_id')
    .where('connection', '=', connection)
    .where('message_id', 'in', [...ids])
    .execute()
  return new Set(rows.map(({ message_id }) => message_id))
}
