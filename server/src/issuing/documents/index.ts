/** Documents: what holders hand in on our pages to say who they are and where they live, sealed at rest. */
import './events.ts'

import './tables.ts'

export { documentRoutes } from './api-routes.ts'
export type { DocumentsContext, TakenVerification } from './context.ts'
export { deleteVerification, sweepDocuments } from './delete-verification.ts'
export { documentJobs } from './jobs.ts'
export { documentPageRoutes } from './page-routes.ts'
export { documentsOfClosed, personal as personalOfDocuments } from './personal.ts'
export { type OpenedDocument, readDocument } from './read-document.ts'
export { planRetention } from './retention.ts'
export { rewrapDocuments } from './rewrap-documents.ts'
export type { DocumentId, VerificationKind } from './verification.ts'
export { verificationStates } from './verification-states.ts'
export { type IdVerification, type PoaVerification, verificationsOf } from './verifications-of.ts'
