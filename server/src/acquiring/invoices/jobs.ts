import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import type { InvoicesContext } from './context.ts'
import type { RequestId } from './ids.ts'
import { issueDocuments } from './issue-documents.ts'

const leaseMs = 30_000

export const invoiceJobs = (ctx: InvoicesContext): DueWork[] => [
  {
    name: 'issue invoices',
    owner: { kind: 'site', column: 'site_id' },
    ...claimDue(ctx, 'invoices.requests', { leaseMs }),
    run: (id) => issueDocuments(ctx, id as RequestId),
  },
]
