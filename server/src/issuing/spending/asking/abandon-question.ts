import type { SpendingContext } from '../context.ts'
import { abandoned, endQuestion } from './end-question.ts'
import type { QuestionId } from './question.ts'
import { findQuestion } from './question-store.ts'

/**
 * The process that asked is gone, and the network has no answer: what is held is released, whatever the partner's fallback
 * is, for an approval that the network does not know would only keep the holder's money. Safe to repeat.
 */
export async function abandonQuestion(
  ctx: Pick<SpendingContext, 'db' | 'react' | 'clock'>,
  id: QuestionId,
): Promise<void> {
  const question = await findQuestion(ctx.db, id)
  if (!question?.isOpen) return
  await endQuestion(ctx, id, { verdict: abandoned })
}
