import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, anyOf, commit, decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { HoldersContext } from './context.ts'
import { holderOwner, type SessionEnd } from './holder.ts'
import { openSessionsOf } from './session-store.ts'

/** Whose sessions end, and who ends them. */
export type EndOfSessions = {
  by: Author
  holder: { id: HolderId; partnerId: PartnerId }
  once?: ((holderId: string) => Write[]) | undefined
}

/** Logs a customer out everywhere, now. Returns how many sessions that were. */
export const endSessions = (
  ctx: Pick<HoldersContext, 'db' | 'react' | 'clock'>,
  { by, holder, once }: EndOfSessions,
): Promise<number> =>
  decide(async () => {
    const now = ctx.clock.now()
    const { writes, count } = await planEndOfSessions(ctx, now, { holderId: holder.id, reason: 'revoked' })
    const audited = auditEntry(now, by, {
      action: 'sessionsEnded',
      owner: partnerOwner(holder.partnerId),
      subject: { type: 'holder', id: holder.id },
      after: { sessions: count },
    })
    await commit(ctx, now, [...writes, audited, ...(once?.(holder.id) ?? [])], 'end-sessions')
    return count
  })

/** The writes that end all open sessions of a holder. One that is refreshed meanwhile ends as well. */
export async function planEndOfSessions(
  { db }: Pick<HoldersContext, 'db'>,
  now: Instant,
  { holderId, reason }: { holderId: HolderId; reason: SessionEnd },
): Promise<{ writes: Write[]; count: number }> {
  const ids = await openSessionsOf(db, holderId, now)
  if (ids.length === 0) return { writes: [], count: 0 }
  const ended = update('holders.sessions', {
    set: { ended_at: now, end_reason: reason, version: increase(1n) },
    where: { id: anyOf(ids), ended_at: null },
    expect: ids.length,
  })
  const announced = ids.map((sessionId) =>
    announce('sessionEnded', {
      owner: holderOwner(holderId),
      subjectId: holderId,
      body: { sessionId, reason },
      subject: undefined,
    }),
  )
  return { writes: [ended, ...announced], count: ids.length }
}
