import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import type { MessageId, RecordedMessage } from './message.ts'
import { findMessage } from './message-store.ts'
import { refuse } from './refusals.ts'

type Replay = { by: StaffAuthor; id: MessageId; alongside?: readonly Write[] }

/** Applies a message of a processor again, at once: one that is parked, or one that is done, which ends the same. */
export const replayMessage = (
  ctx: Writer & { clock: Clock },
  { by, id, alongside = [] }: Replay,
): Promise<RecordedMessage> =>
  decide(async () => {
    const reason = checkReason(by.reason)
    const message = await requireMessage(ctx, id)
    if (!message.hasBody) throw refuse('inbound_webhook_deleted', { id })
    const now = ctx.clock.now()
    const { version, connection, status } = message
    const set = { status: 'waiting', tries: 0, due_at: now, leased_until: null, ended_at: null } as const
    const entry = auditEntry(
      now,
      { ...by, reason },
      {
        action: 'inboundWebhookReplayed',
        owner: platformOwner,
        subject: { type: 'inboundWebhook', id },
        before: { connection, status },
      },
    )
    const write = update('processors.messages', { set: { ...set, version: version + 1 }, where: { id, version } })
    await commit(ctx, now, [write, entry, ...alongside], 'replay-message')
    return requireMessage(ctx, id)
  })

export async function requireMessage({ db }: Pick<Writer, 'db'>, id: MessageId): Promise<RecordedMessage> {
  const found = await findMessage(db, id)
  if (!found) throw refuse('inbound_webhook_not_found', { field: 'id' })
  return found
}
