import type { IncomingResult } from '#connectors/acquirer/port.ts'
import type { AppliedWebhook } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'
import { applySchedule, type MessageId, type RecordedMessage } from './message.ts'
import { findMessage, openMessage } from './message-store.ts'
import { inboundWebhooks } from './metrics.ts'
import type { ReceivingContext } from './receive-webhooks.ts'

export type ApplyingContext = ReceivingContext & {
  /** Applies what a message says of a request of ours; whether one was found that it changes. Safe to repeat. */
  applyResult(connector: ConnectorId, incoming: IncomingResult): Promise<boolean>
}

/**
 * Applies a stored message of a processor, and records that it is done. What fails is tried again, later each time, and
 * parked after the last try. It may be applied by two workers at once, or again after a crash: every step ends the same.
 */
export async function applyMessage(ctx: ApplyingContext, id: MessageId): Promise<void> {
  const message = await findMessage(ctx.db, id)
  if (message?.status !== 'waiting') return
  const { connection } = message
  // An operator has cut it off: its messages wait, and no try is used up.
  if (!(await ctx.connections.isEnabled(connection)))
    return record(ctx, message, { due_at: ctx.clock.now().add(cutOffWait), leased_until: null })
  let outcome: Outcome
  try {
    const applied = await applyNow(ctx, message)
    const status = applied.ignored === undefined ? 'applied' : 'ignored'
    outcome = { status, note: applied.ignored ?? null, ...ended(ctx.clock.now()) }
  } catch (error) {
    outcome = failed(message, error, ctx.clock.now())
    ctx.log.warn(
      { connector: connection, webhook: String(id), type: message.type, status: outcome.status, err: error },
      'a webhook of a processor could not be applied',
    )
  }
  await record(ctx, message, { ...outcome, tries: message.tries + 1, leased_until: null })
  const result = outcome.status === 'waiting' ? 'failed' : outcome.status
  ctx.metrics.count(inboundWebhooks, { connector: connection, result })
}
const cutOffWait = Temporal.Duration.from({ minutes: 10 })

type Outcome = {
  status: RecordedMessage['status']
  note: string | null
  ended_at: Instant | null
  due_at: Instant | null
}

const ended = (now: Instant) => ({ ended_at: now, due_at: null })

async function applyNow(ctx: ApplyingContext, message: RecordedMessage): Promise<AppliedWebhook> {
  const webhooks = ctx.connections.all.get(message.connection)?.webhooks
  if (!webhooks) throw new Error(`this program has not opened the connection ${message.connection}`)
  const applied = await webhooks.apply(await openMessage(ctx, message))
  for (const result of applied.results) await ctx.applyResult(message.connection, result)
  return applied
}

function failed({ tries }: RecordedMessage, error: unknown, now: Instant): Outcome {
  const { message } = error instanceof Error ? error : { message: String(error) }
  const note = maskCardNumbers(message).slice(0, noteMax)
  const next = applySchedule.nextTryAt(now, applySchedule.triesMax - tries - 1)
  return next ? { status: 'waiting', note, ended_at: null, due_at: next } : { status: 'parked', note, ...ended(now) }
}
const noteMax = 500

/** Another worker whose lease overlapped may have recorded it: then that counts. */
async function record(
  ctx: ApplyingContext,
  { id, version }: RecordedMessage,
  set: Parameters<typeof update<'processors.messages'>>[1]['set'],
): Promise<void> {
  const write: Write = update('processors.messages', { set: { ...set, version: version + 1 }, where: { id, version } })
  try {
    await commit(ctx, ctx.clock.now(), [write], 'apply-message')
  } catch (error) {
    if (!(error instanceof StaleWrite)) throw error
  }
}
