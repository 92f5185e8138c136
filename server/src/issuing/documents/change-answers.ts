import { commit, update } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { sealAnswers } from './envelope.ts'
import { refuse } from './refusals.ts'
import type { Answers, Verification } from './verification.ts'

/** Keeps what a visitor typed in one step. Another window may have been quicker: then nothing is changed. */
export async function changeAnswers(
  ctx: DocumentsContext,
  { id, holderId, version, answers }: Verification,
  typed: Partial<Answers>,
): Promise<void> {
  const after = { ...answers, ...typed }
  const writes = [
    ...(await ctx.keepCorrectable(holderId)),
    update('documents.verifications', {
      set: { answers: sealAnswers(ctx.keys, id, after), version: version + 1 },
      where: { id, version, status: 'open' },
      onMiss: () => refuse('verification_changed'),
    }),
  ]
  await commit(ctx, ctx.clock.now(), writes, 'change-answers')
}
