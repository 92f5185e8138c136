import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  too_many_verifications: [
    'limit',
    'Too many verification pages were opened for this customer. Wait {retryAfterSeconds} seconds.',
  ],
  too_many_documents: ['conflict', 'This customer has uploaded as much as is kept for one customer.'],
  verification_changed: ['conflict', 'The page was changed in another window meanwhile. Open it again.'],
  verification_incomplete: ['conflict', 'Something is missing before this can be handed in: {step}.'],
  document_not_found: ['not_found', 'There is no document {documentId}, or it is deleted.'],
})
