import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DocumentsContext } from './context.ts'

/**
 * When documents are deleted. `abandoned`: what was never handed in serves nobody, and goes after a day. `served`: what
 * was replaced, or belongs to a case that was rejected, is kept as long as the law of the operator's country says.
 */
export function keptUntil(
  { documentsKept }: Pick<DocumentsContext, 'documentsKept'>,
  what: 'abandoned' | 'served',
  since: Instant,
): Instant {
  const kept = what === 'abandoned' ? Temporal.Duration.from({ days: 1 }) : documentsKept
  return since.toZonedDateTimeISO('UTC').add(kept).toInstant()
}

/** What follows from the decision of a case: documents of a rejected one are deleted some day, others are kept. */
export async function planRetention(
  { db, documentsKept }: { db: Reader; documentsKept: Temporal.Duration },
  { holderId, isRejected }: { holderId: HolderId; isRejected: boolean },
  now: Instant,
): Promise<Write[]> {
  const rows = await db.read
    .selectFrom('documents.verifications')
    .select(['id', 'version', 'due_at as dueAt'])
    .where('holder_id', '=', holderId)
    .where('status', '=', 'handed_in')
    .execute()
  return rows
    .filter(({ dueAt }) => (dueAt !== null) !== isRejected)
    .map(({ id, version }) =>
      update('documents.verifications', {
        set: { due_at: isRejected ? keptUntil({ documentsKept }, 'served', now) : null, version: version + 1 },
        where: { id, version },
      }),
    )
}
