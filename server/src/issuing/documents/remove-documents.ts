import { holderOwner } from '#issuing/holders'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { deletePieces, presentOf } from './store.ts'
import type { DocumentId, StoredDocument, Verification, VerificationId } from './verification.ts'

type Removed = { holderId: HolderId; verificationId: VerificationId; id: DocumentId; status: 'receiving' | 'stored' }

/** Destroys the key of a document, in the commit of which this is a part: from then on nothing opens its pieces. */
export const removingOf = (now: Instant, { holderId, verificationId, id, status }: Removed): Write[] => [
  update('documents.documents', { set: { status: 'removed', data_key: null, removed_at: now }, where: { id, status } }),
  announce('documentChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { documentId: id, verificationId, what: 'removed' },
    subject: undefined,
  }),
]

type Parts = Pick<DocumentsContext, 'db' | 'react' | 'clock'>

/** Removes those of these files that are still arriving. One that is stored by now stays. */
export const giveUp = (
  ctx: Parts,
  { id: verificationId, holderId }: Pick<Verification, 'id' | 'holderId'>,
  ids: readonly DocumentId[],
): Promise<void> =>
  decide(async () => {
    const now = ctx.clock.now()
    const arriving = (await presentOf(ctx.db, verificationId)).filter(
      ({ id, status }) => status === 'receiving' && ids.includes(id),
    )
    const writes = arriving.flatMap(({ id }) => removingOf(now, { holderId, verificationId, id, status: 'receiving' }))
    await commit(ctx, now, writes, 'remove-documents')
    await deletePieces(ctx.db, ids)
  })

/** A visitor takes one page of several back before handing in. */
export async function takeBack(
  ctx: DocumentsContext,
  { id: verificationId, holderId, version }: Verification,
  document: StoredDocument,
): Promise<void> {
  const now = ctx.clock.now()
  const writes = [
    ...(await ctx.keepCorrectable(holderId)),
    update('documents.verifications', {
      set: { version: increase(1n) },
      where: { id: verificationId, version, status: 'open' },
      onMiss: () => refuse('verification_changed'),
    }),
    ...removingOf(now, { holderId, verificationId, id: document.id, status: 'stored' }),
  ]
  await commit(ctx, now, writes, 'remove-documents')
  await deletePieces(ctx.db, [document.id])
}
