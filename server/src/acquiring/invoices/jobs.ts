import type { DueWork } from '#kernel/work/due-work.ts'
import type { InvoicesContext } from './context.ts'
import { issuingWork } from './issue-documents.ts'

export const invoiceJobs = (ctx: InvoicesContext): DueWork[] => [issuingWork(ctx)]
