import { auditEntry, siteOwner, workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { anyOf, commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import { filesOfCase, findCase } from './case-store.ts'
import type { DisputesContext } from './context.ts'
import type { DisputeCase, EvidenceFile } from './dispute-case.ts'
import { evidenceFields, openEvidence } from './evidence.ts'
import { deleteRemovedPieces } from './evidence-pieces.ts'
import { casesWithOldEvidence } from './old-evidence.ts'

const by = workAuthor('delete old evidence')

type Parts = Pick<DisputesContext, 'db' | 'react' | 'clock' | 'keys'> & {
  /** How long evidence is kept after the last thing that happened to its dispute. */
  evidenceKept: Temporal.Duration
}

/**
 * Deletes the evidence of disputes that are over, `evidenceKept` after the last thing that happened to them: the texts,
 * and the key of each file, so that nothing opens its pieces. That there was evidence stays in the audit. One that can
 * still be responded to, or whose response is on its way, keeps what it has.
 */
export async function deleteOldEvidence(ctx: Parts): Promise<void> {
  const before = ctx.clock.now().toZonedDateTimeISO('UTC').subtract(ctx.evidenceKept).toInstant()
  for (;;) {
    const ids = await casesWithOldEvidence(ctx.db, before, batchMax)
    for (const id of ids)
      await decide(async () => {
        const [dispute, files] = await Promise.all([findCase(ctx.db, id), filesOfCase(ctx.db, id)])
        const now = ctx.clock.now()
        await commit(ctx, now, deletionOf(ctx, now, dispute!, files), 'delete-old-evidence')
      })
    if (ids.length < batchMax) break
  }
  await deleteRemovedPieces(ctx)
}
const batchMax = 100

function deletionOf({ keys }: Parts, now: Instant, dispute: DisputeCase, files: readonly EvidenceFile[]): Write[] {
  const { id, version, siteId, evidence } = dispute
  const texts = openEvidence(keys, id, evidence)
  const entry = (action: string, after: unknown) =>
    auditEntry(now, by, { action, owner: siteOwner(siteId), subject: { type: 'dispute', id }, after })
  return [
    update('disputes.cases', {
      set: { evidence: null, evidence_digest: null, version: version + 1 },
      where: { id, version },
    }),
    ...(files.length > 0
      ? [
          update('disputes.documents', {
            set: { status: 'removed', data_key: null, removed_at: now },
            where: { id: anyOf(files.map((file) => file.id)), status: 'stored' },
            expect: files.length,
          }),
        ]
      : []),
    entry('disputeEvidenceDeleted', {
      texts: evidenceFields.filter((field) => texts[field] !== undefined),
      files: files.length,
    }),
    ...files.map((file) => entry('disputeFileDeleted', { fileId: file.id })),
  ]
}
