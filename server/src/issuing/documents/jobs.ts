import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { DocumentsContext } from './context.ts'
import { deleteVerification } from './delete-verification.ts'
import type { VerificationId } from './verification.ts'

export const documentJobs = (ctx: Pick<DocumentsContext, 'db' | 'react' | 'clock' | 'keys'>): DueWork[] => [
  {
    name: 'delete documents',
    ...claimDue(ctx, 'documents.verifications', { leaseMs: 60_000 }),
    run: (id) => deleteVerification(ctx, id as VerificationId),
  },
]
