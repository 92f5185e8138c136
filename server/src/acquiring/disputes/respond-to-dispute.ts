import { randomUUID } from 'node:crypto'
import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, siteOwner } from '#core/directory'
import { commit, decide, type Write } from '#kernel/db/commit/commit.ts'
import { filesOfCase, findCase } from './case-store.ts'
import { requireDraft } from './change-evidence.ts'
import type { DisputesContext } from './context.ts'
import type { DisputeCase } from './dispute-case.ts'
import { openEvidence } from './evidence.ts'
import { refuse } from './refusals.ts'
import { transitionCase } from './transition-case.ts'

export type ResponseInput = {
  by: StaffAuthor
  dispute: Pick<DisputeCase, 'id'>
  action: 'submit' | 'accept'
  once?: ((subjectId: string) => Write[]) | undefined
}

/**
 * Responds to a dispute, once: submits the evidence, or accepts the dispute, which is lost then. The intent is committed
 * with the key of the request; due work sends it, and repeats it with this key until the acquirer has answered.
 */
export async function respondToDispute(
  ctx: DisputesContext,
  { by: author, dispute: { id }, action, once }: ResponseInput,
): Promise<DisputeCase> {
  const by = { ...author, reason: checkReason(author.reason) }
  await decide(async () => {
    const dispute = (await findCase(ctx.db, id))!
    const now = ctx.clock.now()
    requireDraft(dispute, now)
    const connector = ctx.connectors.find(dispute.connector)
    if (!connector?.acquirer.capabilities.disputeResponses) throw refuse('dispute_without_response', { disputeId: id })
    if (action === 'submit') await refuseEmpty(ctx, dispute)
    const change = { by, note: by.reason, requestKey: randomUUID(), dueAt: now }
    const writes = [
      ...transitionCase(now, dispute, action, change),
      auditEntry(now, by, {
        action: action === 'submit' ? 'disputeEvidenceSubmitted' : 'disputeAccepted',
        owner: siteOwner(dispute.siteId),
        subject: { type: 'dispute', id },
      }),
      ...(once?.(String(id)) ?? []),
    ]
    await commit(ctx, now, writes, 'respond-to-dispute')
  })
  return (await findCase(ctx.db, id))!
}

async function refuseEmpty({ db, keys }: DisputesContext, { id, evidence }: DisputeCase): Promise<void> {
  const texts = Object.keys(openEvidence(keys, id, evidence))
  if (texts.length === 0 && (await filesOfCase(db, id)).length === 0) throw refuse('evidence_empty', { disputeId: id })
}
