import type { PaymentId } from '#acquiring/ids'
import { resultIfReceived } from '#acquiring/payments'
import type { Acquirer, SubmitEvidenceResult } from '#connectors/acquirer/port.ts'
import { siteOwner, workAuthor } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { CaseAction } from './case-states.ts'
import { findCase } from './case-store.ts'
import type { DisputesContext } from './context.ts'
import type { DisputeCase } from './dispute-case.ts'
import { evidenceText, openEvidence } from './evidence.ts'
import { filesToSubmit } from './evidence-files.ts'
import { transitionCase } from './transition-case.ts'

const by = workAuthor('continue disputes')

/**
 * Does what is due for a dispute: reminds of its deadline, ends it when there was no response in time, or sends the response. A
 * response without a result is sent again under its key until there is one: the acquirer takes it once.
 */
export async function continueDispute(ctx: DisputesContext, id: PaymentId): Promise<void> {
  const dispute = await findCase(ctx.db, id)
  if (!dispute) return
  if (dispute.status === 'needsResponse') return watchDeadline(ctx, id)
  if (dispute.status === 'submitting' || dispute.status === 'accepting') return sendResponse(ctx, dispute)
}

function watchDeadline(ctx: DisputesContext, id: PaymentId): Promise<void> {
  return change(ctx, id, (now, dispute) => {
    const { status, respondBy } = dispute
    if (status !== 'needsResponse' || !respondBy) return []
    if (Temporal.Instant.compare(respondBy, now) <= 0) return transitionCase(now, dispute, 'expire', { by })
    return [...amend(dispute, { reminded_at: now, due_at: respondBy }), deadlineNears(dispute)]
  })
}

const deadlineNears = (dispute: DisputeCase): Write =>
  announce('disputeDeadlineNears', {
    owner: siteOwner(dispute.siteId),
    subjectId: dispute.id,
    body: { paymentId: String(dispute.paymentId), respondBy: String(dispute.respondBy) },
    subject: { ...dispute, takesResponses: true },
  })

async function sendResponse(ctx: DisputesContext, dispute: DisputeCase): Promise<void> {
  const { connector, status } = dispute
  const acquirer = ctx.connectors.find(connector)?.acquirer
  if (!acquirer?.capabilities.disputeResponses) {
    ctx.log.warn({ connector, dispute: String(dispute.id) }, 'no connector takes the response to this dispute')
    return tryAgain(ctx, dispute, { hours: 24 })
  }
  const result = await resultIfReceived(requestOf(ctx, acquirer, dispute))
  if (!result || result.outcome === 'pending') return tryAgain(ctx, dispute, waitAfter(dispute.dueTries))
  const action = actionAfter(status, result)
  await change(ctx, dispute.id, (now, current) =>
    current.status === status ? transitionCase(now, current, action, { by: { actor: connector } }) : [],
  )
}

async function requestOf(ctx: DisputesContext, acquirer: Acquirer, found: DisputeCase): Promise<SubmitEvidenceResult> {
  const { id, dispute, authorization, requestKey, status, evidence } = found
  const request = { key: requestKey!, dispute, authorization }
  if (status === 'accepting') return acquirer.acceptDispute(request)
  const text = evidenceText(openEvidence(ctx.keys, id, evidence))
  return acquirer.submitEvidence({ ...request, text, documents: await filesToSubmit(ctx, id) })
}

function actionAfter(status: DisputeCase['status'], { outcome }: SubmitEvidenceResult): CaseAction {
  if (outcome === 'closed') return 'close'
  return status === 'accepting' ? 'confirm' : 'respond'
}

/** At first it is a lost message; later the acquirer is down, or takes its time. */
const waitAfter = (tries: number): Temporal.DurationLike => (tries < 5 ? { minutes: 1 } : { hours: 1 })

const tryAgain = (ctx: DisputesContext, { id, version }: DisputeCase, wait: Temporal.DurationLike): Promise<void> =>
  change(ctx, id, (now, current) =>
    current.version === version ? amend(current, { due_at: now.add(wait), due_tries: current.dueTries + 1 }) : [],
  )

const change = (
  ctx: DisputesContext,
  id: PaymentId,
  plan: (now: Instant, dispute: DisputeCase) => readonly Write[],
): Promise<void> =>
  decide(async () => {
    const dispute = (await findCase(ctx.db, id))!
    const now = ctx.clock.now()
    await commit(ctx, now, [...plan(now, dispute)], 'continue-dispute')
  })

/** What is no change of status. */
const amend = (
  { id, version }: DisputeCase,
  set: { due_at: Instant; due_tries?: number; reminded_at?: Instant },
): readonly Write[] => [
  update('disputes.cases', { set: { ...set, leased_until: null, version: version + 1 }, where: { id, version } }),
]
