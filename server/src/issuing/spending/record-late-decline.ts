import type { AuthorizationRequest } from '#connectors/network/message.ts'
import { uuidAt } from '#kernel/base/id.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import type { SpendingContext } from './context.ts'
import { readIncoming } from './incoming.ts'

/**
 * A network is answered 91 or 96 while it is not known what was decided, or while it can still be decided, and will not
 * reverse. This row is the promise that nothing which was approved stays: from its commit on the message is answered with
 * this code, and a worker ends it (`keepLateDecline`). Safe to repeat.
 */
export async function recordLateDecline(
  ctx: Pick<SpendingContext, 'db' | 'react' | 'clock' | 'keys'>,
  request: AuthorizationRequest,
  code: string,
): Promise<void> {
  const incoming = readIncoming(ctx, request)
  // A key that is none was refused (30), and nothing can be found by it.
  if (!incoming) return
  const now = ctx.clock.now()
  const { key, class: messageClass, digest } = incoming
  const row = {
    id: uuidAt(now),
    sender: key.sender,
    stan: key.stan,
    sent_at: key.sentAt,
    class: messageClass,
    digest,
    minor: request.amount.minor,
    currency: request.amount.currency,
    code,
    declined_at: now,
    outcome: null,
    ended_at: null,
    due_at: now,
    leased_until: null,
  }
  const once = { conflict: ['sender', 'stan', 'sent_at', 'class'], set: [] } as const
  await commit(ctx, now, [insert('spending.late_declines', row, { orElse: once })], 'record-late-decline')
}
