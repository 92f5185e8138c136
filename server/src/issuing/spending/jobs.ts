import type { Network } from '#connectors/network/message.ts'
import type { TransactionId } from '#issuing/ids'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { abandonQuestion } from './asking/abandon-question.ts'
import type { QuestionId } from './asking/question.ts'
import type { SpendingContext } from './context.ts'
import { expireTransaction } from './expire-transaction.ts'
import { keepLateDecline } from './keep-late-decline.ts'

export const spendingJobs = (
  ctx: Pick<SpendingContext, 'db' | 'react' | 'clock'> & { network: Network },
): DueWork[] => [
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
  {
    name: 'reverse what was declined late',
    ...claimDue(ctx, 'spending.late_declines', { leaseMs: 60_000 }),
    run: (id) => keepLateDecline(ctx, id as string),
  },
]
