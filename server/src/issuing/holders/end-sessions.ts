import { type Author, auditEntry } from '#core/directory'
import { type PartnerId, partnerOwner } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, anyOf, commitTogether, decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { HoldersContext } from './context.ts'
import { holderOwner, type SessionEnd } from './holder.ts'
import { waitingLoginsOf } from './password-resets.ts'
import { openSessionsOf } from './session-store.ts'
import { holderLock } from './store.ts'

/** Whose sessions end, and who ends them. */
export type EndOfSessions = {
  by: Author
  holder: { id: HolderId; partnerId: PartnerId }
  once?: ((holderId: string, ended: number) => Write[]) | undefined
}

/** Logs a customer out everywhere, now. Returns how many sessions that were. */
export const endSessions = (
  ctx: Pick<HoldersContext, 'db' | 'react' | 'clock'>,
  { by, holder, once }: EndOfSessions,
): Promise<number> =>
  withLoginsHeld(ctx, holder.id, async (db) => {
    const now = ctx.clock.now()
    const { writes, count } = await planEndOfSessions({ db }, now, { holderId: holder.id, reason: 'revoked' })
    const audited = auditEntry(now, by, {
      action: 'sessionsEnded',
      owner: partnerOwner(holder.partnerId),
      subject: { type: 'holder', id: holder.id },
      after: { sessions: count },
    })
    await commitTogether({ ...ctx, db }, now, [...writes, audited, ...(once?.(holder.id, count) ?? [])], 'end-sessions')
    return count
  })

/**
 * Runs `work`, which ends what a holder has open, under the lock of the holder. A log-in with a password guards the holder, so
 * it is committed before `work` reads, and ends; or it finds the holder changed afterwards.
 */
export const withLoginsHeld = <T>(
  ctx: Pick<HoldersContext, 'db'>,
  holderId: HolderId,
  work: (db: Db) => Promise<T>,
): Promise<T> => decide(() => ctx.db.locked([holderLock(holderId)], { name: 'end-sessions' }, (db) => work(db)))

/**
 * The writes that end all open sessions of a holder, and the log-ins that wait for a second factor: somebody else may have
 * begun them. A session that is refreshed meanwhile ends as well. Under the lock of the holder.
 */
export async function planEndOfSessions(
  { db }: Pick<HoldersContext, 'db'>,
  now: Instant,
  { holderId, reason }: { holderId: HolderId; reason: SessionEnd },
): Promise<{ writes: Write[]; count: number }> {
  const [ids, waiting] = await Promise.all([openSessionsOf(db, holderId, now), waitingLoginsOf(db, holderId)])
  const given = waiting.length === 0 ? [] : [endWaiting(now, waiting)]
  if (ids.length === 0) return { writes: given, count: 0 }
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
  return { writes: [ended, ...given, ...announced], count: ids.length }
}

const endWaiting = (now: Instant, ids: readonly string[]): Write =>
  update('holders.pending_logins', {
    set: { used_at: now, version: increase(1n) },
    where: { id: anyOf(ids), used_at: null },
    expect: ids.length,
  })
