import type { TransactionId } from '#issuing/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { abandonQuestion } from './asking/abandon-question.ts'
import type { QuestionId } from './asking/question.ts'
import type { SpendingContext } from './context.ts'
import { expireTransaction } from './expire-transaction.ts'

export const spendingJobs = (ctx: Pick<SpendingContext, 'db' | 'react' | 'clock'>): DueWork[] => [
  {
    name: 'expire card transactions',
    ...claimDue(ctx, 'spending.states', { leaseMs: 60_000 }),
    run: (id) => expireTransaction(ctx, id as TransactionId),
  },
  {
    name: 'end abandoned questions to partners',
    owner: { kind: 'partner', column: 'partner_id' },
    ...claimDue(ctx, 'spending.questions', { leaseMs: 60_000 }),
    run: (id) => abandonQuestion(ctx, id as QuestionId),
  },
]
