import { auditEntry } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import { commit, decide } from '#kernel/db/commit/commit.ts'
import type { DocumentsContext } from './context.ts'
import { digestOfAnswers } from './envelope.ts'
import { refuse } from './refusals.ts'
import { keptUntil } from './retention.ts'
import { handedIn } from './store.ts'
import { transitionVerification } from './transition-verification.ts'
import { byHolder, nextStep } from './verification.ts'
import type { Visit } from './visit.ts'

/** Hands in what is complete, in the place of what was handed in before. From then on its visitor changes nothing of it. */
export const handIn = (ctx: DocumentsContext, { verification, documents }: Visit, ip: string): Promise<void> =>
  decide(async () => {
    const { id, kind, answers, holderId, partnerId, status } = verification
    const step = nextStep({ kind, answers, documents })
    if (step !== 'review') throw refuse('verification_incomplete', { step })
    if (status !== 'open') throw refuse('verification_changed')
    const now = ctx.clock.now()
    const by = byHolder(holderId, ip)
    const before = (await handedIn(ctx, holderId)).filter((one) => one.kind === kind && one.id !== id)
    const due_at = keptUntil(ctx, 'served', now)
    const writes = [
      ...(await ctx.takeVerification({ id, holderId, partnerId, kind, now, fromWhere: ip })),
      ...transitionVerification(now, verification, {
        ...{ action: 'handIn', by, onMiss: () => refuse('verification_changed') },
        set: { answers_digest: digestOfAnswers(ctx.keys, id, answers), handed_in_at: now, due_at: null },
      }),
      ...before.flatMap((one) => transitionVerification(now, one, { action: 'replace', by, set: { due_at } })),
      auditEntry(now, by, {
        action: 'verificationHandedIn',
        owner: holderOwner(holderId),
        subject: { type: 'verification', id },
        after: { kind, documents: documents.map((document) => document.id) },
      }),
    ]
    await commit(ctx, now, writes, 'hand-in')
  })
