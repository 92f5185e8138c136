import { randomUUID } from 'node:crypto'
import type { Partner } from '#core/partners'
import { postSigned } from '#issuing/webhooks'
import type { Instant } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import type { Authorizing } from '../authorize.ts'
import type { SpendingContext } from '../context.ts'
import { type NoAnswer, type Reason, reasonOf } from '../reasons.ts'
import type { Verdict } from '../verdict.ts'
import type { End } from './end-question.ts'
import { findPause, isPaused, pauseWrites } from './pauses.ts'
import type { Question } from './question.ts'
import { questionText, takesPart } from './question-body.ts'
import { type Decision, readDecision } from './read-decision.ts'

type Asked = Authorizing & { asks: Partner }

/** Asks the partner, with no transaction open: what the question comes to. */
export async function askPartner(ctx: SpendingContext, asked: Asked, question: Question): Promise<End> {
  const { asks } = asked
  const before = await findPause(ctx.db, asks.id)
  const { decision, tookMs } = await decisionOf(ctx, asked, question, whyNotAsked(asks, ctx.clock.now(), before))
  const verdict = verdictOf(decision, asks.decisionFallback, tookMs)
  const { approved, response } = question
  const most = decision.outcome === 'approved' ? decision.amount?.minor : undefined
  return {
    verdict,
    cvv: response.cvv,
    approval: verdict.result === 'passed' ? { approved, response, most } : undefined,
    also: pauseWrites(ctx.clock.now(), asks.id, { before, outcome: decision.outcome }),
  }
}

function whyNotAsked(
  { active }: Partner,
  now: Instant,
  pause: Awaited<ReturnType<typeof findPause>>,
): NoAnswer | undefined {
  if (!active) return { code: 'partner_inactive', details: {} }
  return isPaused(pause, now) ? { code: 'partner_paused', details: { until: `${pause.pausedUntil}` } } : undefined
}

async function decisionOf(
  ctx: SpendingContext,
  asked: Asked,
  question: Question,
  whyNot: NoAnswer | undefined,
): Promise<{ decision: Decision; tookMs: number | undefined }> {
  if (whyNot !== undefined) return { decision: { outcome: 'notAsked', because: whyNot }, tookMs: undefined }
  const { asks, card, request } = asked
  const timeoutMs = asks.decisionDeadlineMs
  const body = questionText(asked, question, question.askedAt.add({ milliseconds: timeoutMs }))
  try {
    const url = asks.decisionUrl!
    const { response } = await postSigned(ctx, { deliveryId: randomUUID(), partnerId: asks.id, url, body, timeoutMs })
    const of = {
      amount: money(question.approved.billed.minor, card.currency),
      partialAllowed: takesPart(request, question.isIncrease),
    }
    return { decision: readDecision(response, of), tookMs: response.tookMs }
  } catch (error) {
    // Whatever goes wrong, the question ends: the network waits.
    ctx.log.error({ err: error, question: question.id }, 'a partner could not be asked')
    return {
      decision: { outcome: 'unreachable', because: { code: 'partner_not_sent', details: {} } },
      tookMs: undefined,
    }
  }
}

/** What is kept of the decision. Where there was no answer that counts, the partner's fallback decides. */
export function verdictOf(
  decision: Decision,
  fallback: Partner['decisionFallback'],
  tookMs: number | undefined,
): Verdict {
  const { outcome } = decision
  const about = { rule: 'partner', outcome, ...(tookMs !== undefined && { tookMs }) } as const
  switch (outcome) {
    case 'approved':
      return { ...about, result: 'passed', reason: reasonOf('partner_approved') }
    case 'declined':
      return {
        ...about,
        result: 'failed',
        code: '05',
        reason: decision.reason
          ? reasonOf('partner_declined_because', { reason: decision.reason })
          : reasonOf('partner_declined'),
      }
    default: {
      const { code, details } = decision.because
      const reason: Reason = { code, details: { ...details, fallback } }
      return fallback === 'approve'
        ? { ...about, result: 'passed', reason }
        : { ...about, result: 'failed', code: '05', reason }
    }
  }
}
