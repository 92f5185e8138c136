import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { AcceptDisputeRequest, AcceptDisputeResult, SubmitEvidenceRequest, SubmitEvidenceResult } from '../port.ts'
import { decideDispute, NoDispute } from './decide-dispute.ts'
import {
  type DisputeResponseEntry,
  isDispute,
  isDisputeResponse,
  recordOnce,
  type SandboxRecord,
  type Story,
} from './record.ts'
import { disputeKeyOf, referenceOf } from './request-trail.ts'

type SandboxContext = { record: SandboxRecord; clock: Clock }

/** These words anywhere in the text of the evidence decide the dispute at once. Other evidence is only stored. */
export const winningEvidence = 'winning_evidence'
export const losingEvidence = 'losing_evidence'

/** Stores the evidence with its payment, and decides the dispute if the text says so. */
export async function submitEvidence(
  ctx: SandboxContext,
  request: SubmitEvidenceRequest,
): Promise<SubmitEvidenceResult> {
  const { outcome, result } = await respond(ctx, request, {
    kind: 'evidence',
    note: `${request.documents.length} documents`,
  })
  if (outcome !== 'new') return result
  if (request.text.includes(winningEvidence)) await decide(ctx, request, 'won')
  if (request.text.includes(losingEvidence)) await decide(ctx, request, 'lost')
  return result
}

/** The merchant accepts the dispute: it is lost. */
export async function acceptDispute(ctx: SandboxContext, request: AcceptDisputeRequest): Promise<AcceptDisputeResult> {
  const { outcome, result } = await respond(ctx, request, { kind: 'acceptance', note: undefined })
  if (outcome === 'new') await decide(ctx, request, 'lost')
  return result
}

async function respond(
  { record, clock }: SandboxContext,
  { key, authorization, dispute }: AcceptDisputeRequest,
  facts: Pick<DisputeResponseEntry, 'kind' | 'note'>,
): Promise<{ outcome: 'new' | 'closed'; result: DisputeResponseEntry['result'] }> {
  const reference = referenceOf(key)
  const entry = await recordOnce(record, { key, authorization }, (story) => ({
    key,
    authorization,
    step: story.length,
    requestedAt: clock.now(),
    result: { outcome: isOpen(story, dispute, clock.now()) ? 'done' : 'closed', reference },
    ...facts,
  }))
  if (isDisputeResponse(entry) && entry.kind === facts.kind && entry.result.outcome === 'done')
    return { outcome: 'new', result: entry.result }
  return { outcome: 'closed', result: { outcome: 'closed', reference } }
}

function isOpen(story: Story, dispute: string, now: Instant): boolean {
  const events = story.filter(isDispute).filter(({ result }) => result.dispute === dispute)
  if (events.at(-1)?.result.outcome !== 'opened') return false
  return Temporal.Instant.compare(now, respondByOf(events[0]!.requestedAt)) < 0
}

/** Until when the sandbox takes a response to a dispute. Its own cards decide three days later. */
export const respondByOf = (openedAt: Instant): Instant => openedAt.add({ hours: 24 * 7 })

/** The key is made from the response's, so that a response that is sent again decides nothing again. */
async function decide(ctx: SandboxContext, request: AcceptDisputeRequest, outcome: 'won' | 'lost'): Promise<void> {
  const { authorization, dispute } = request
  try {
    await decideDispute(ctx, { authorization, dispute, outcome, key: disputeKeyOf(request.key, 'end') })
  } catch (error) {
    // It was decided meanwhile.
    if (!(error instanceof NoDispute)) throw error
  }
}
