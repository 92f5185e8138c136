import type { StaffScope } from '#core/access'
import { type Author, auditEntry } from '#core/directory'
import { type DocumentId, type OpenedDocument, readDocument } from '#issuing/documents'
import { commit } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { CaseId } from '../ids.ts'
import { refuse } from '../refusals.ts'
import { caseWithin, ownerOf } from './case-within.ts'

/** Opens a document of the customer of a case. Who looked is in the audit before it is read. */
export async function showDocument(
  ctx: KycContext,
  { by, scope, caseId, documentId }: { by: Author; scope: StaffScope; caseId: CaseId; documentId: DocumentId },
): Promise<OpenedDocument> {
  const kycCase = await caseWithin(ctx.db, caseId, scope)
  const document = await readDocument(ctx, documentId)
  if (document.holderId !== kycCase.holderId) throw refuse('kyc_document_not_found', { documentId, caseId })
  const now = ctx.clock.now()
  const entry = auditEntry(now, by, {
    action: 'kycDocumentViewed',
    owner: ownerOf(kycCase),
    subject: { type: 'document', id: documentId },
    after: { kycCase: String(caseId) },
  })
  await commit(ctx, now, [entry], 'show-document')
  return document
}
