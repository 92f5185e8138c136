import type { Chargeback, Payment } from '#acquiring/payments'
import { siteOwner } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { type CaseAction, type CaseStatus, disputeCaseStates } from './case-states.ts'
import type { DisputeCase } from './dispute-case.ts'
import { refuse } from './refusals.ts'
import type { StoredDisputeEvent } from './store.ts'

/** The merchant is reminded so long before the time to respond is over. */
export const remindedBefore = { hours: 72 }

/**
 * The case of a chargeback, for the commit that opens that. Where the acquirer takes responses, the merchant may respond
 * from now on.
 */
export function beginCase(
  now: Instant,
  { chargeback, payment, event }: { chargeback: Chargeback; payment: Payment; event: StoredDisputeEvent },
  { takesResponses }: { takesResponses: boolean },
): Write[] {
  const { id, siteId, merchantId, connector, amount } = chargeback
  const { dispute, authorization, reason, respondBy } = event
  const common = { case_id: id, actor: connector, note: null, occurred_at: now }
  const begun = { ...common, from_status: null, to_status: 'opened' as const, action: 'open' as const }
  const asked = {
    ...common,
    from_status: 'opened' as const,
    to_status: 'needsResponse' as const,
    action: 'requestResponse' as const,
  }
  return [
    insert('disputes.cases', {
      id,
      payment_id: payment.id,
      site_id: siteId,
      merchant_id: merchantId,
      connector,
      dispute,
      authorization_key: authorization,
      reason,
      currency: amount.currency,
      minor: amount.minor,
      status: takesResponses ? 'needsResponse' : 'opened',
      opened_at: now,
      respond_by: respondBy ?? null,
      evidence: null,
      evidence_digest: null,
      request_key: null,
      reminded_at: null,
      due_at: takesResponses && respondBy ? dueBefore(now, respondBy) : null,
    }),
    insert('disputes.case_transitions', takesResponses ? [begun, asked] : [begun]),
    announce('disputeOpened', {
      owner: siteOwner(siteId),
      subjectId: id,
      body: { paymentId: String(payment.id), reason },
      subject: { id, paymentId: payment.id, siteId, merchantId, reason, amount, respondBy, takesResponses },
    }),
  ]
}

/** First the reminder, then the end. */
const dueBefore = (now: Instant, respondBy: Instant): Instant => {
  const reminded = respondBy.subtract(remindedBefore)
  return Temporal.Instant.compare(reminded, now) > 0 ? reminded : respondBy
}

export type CaseChange = {
  by: { actor: string }
  note?: string | undefined
  /** The key of the response whose request begins. */
  requestKey?: string
  /** When it is looked at again; undefined: not by itself. */
  dueAt?: Instant | undefined
}

/** The only way a case changes its status: with its history, in the same commit. */
export function transitionCase(now: Instant, dispute: DisputeCase, action: CaseAction, change: CaseChange): Write[] {
  const { id, version, status: from } = dispute
  const status = disputeCaseStates.next(from, action)
  if (!status) throw refuse('dispute_state', { disputeId: id, status: from, allowed: allowedIn(from) })
  return [
    update('disputes.cases', {
      set: {
        status,
        version: version + 1,
        due_at: change.dueAt ?? null,
        due_tries: 0,
        leased_until: null,
        ...(change.requestKey !== undefined && { request_key: change.requestKey }),
      },
      where: { id, version },
    }),
    insert('disputes.case_transitions', {
      case_id: id,
      from_status: from,
      to_status: status,
      action,
      actor: change.by.actor,
      note: change.note ?? null,
      occurred_at: now,
    }),
  ]
}

/** What a merchant may do with a dispute; the rest is the acquirer's and the clock's. */
export const responsesOf = (status: CaseStatus): ('submit' | 'accept')[] =>
  (['submit', 'accept'] as const).filter((action) => disputeCaseStates.next(status, action) !== undefined)

const allowedIn = (status: CaseStatus): string => responsesOf(status).join(', ') || 'nothing'
