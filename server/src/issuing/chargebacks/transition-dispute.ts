import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Converted, Dispute } from './dispute.ts'
import { type DisputeAction, disputeStates } from './dispute-states.ts'
import type { DisputeSubject } from './events.ts'
import { refuse } from './refusals.ts'

/** Who changes a dispute and why, and what it has moved. */
export type Change = {
  actor: string
  note?: string | undefined
  /** What of the amount paid a debt, or became one. */
  owedMinor?: bigint | undefined
  converted?: Converted | undefined
}

/** The only way a dispute changes its status: as the table says, with its history and its event in the same commit. */
export function transitionDispute(now: Instant, dispute: Dispute, action: DisputeAction, change: Change): Write[] {
  const { id, version, status: from, holderId } = dispute
  const status = disputeAfter(from, action)
  return [
    update('chargebacks.disputes', { set: { status, version: version + 1 }, where: { id, version } }),
    transitionWrite(now, { id, from, status, action }, change),
    announce('cardDisputeChanged', {
      owner: holderOwner(holderId),
      subjectId: id,
      body: { action, from, status },
      subject: subjectOf({ ...dispute, status }),
    }),
  ]
}

/** Refuses what the table does not have. */
export function disputeAfter(from: Dispute['status'], action: DisputeAction): Dispute['status'] {
  const status = disputeStates.next(from, action)
  if (!status) throw refuse('dispute_decided', { status: from, allowed: actionsFrom(from) })
  return status
}

const actionsFrom = (status: Dispute['status']): DisputeAction[] =>
  disputeStates.edges.filter(({ from }) => from === status).map(({ action }) => action)

/** The writes of a new dispute. */
export const submitDispute = (now: Instant, dispute: Omit<Dispute, 'version'>, change: Change): Write[] => [
  insert(
    'chargebacks.disputes',
    {
      id: dispute.id,
      transaction_id: dispute.transactionId,
      partner_id: dispute.partnerId,
      holder_id: dispute.holderId,
      account_id: dispute.accountId,
      reason: dispute.reason,
      explanation: dispute.explanation,
      currency: dispute.amount.currency,
      minor: dispute.amount.minor,
      status: dispute.status,
      created_at: now,
    },
    { onDuplicate: { one_open_dispute: 'stale' } },
  ),
  transitionWrite(now, { id: dispute.id, from: null, status: dispute.status, action: 'submit' }, change),
  announce('cardDisputeSubmitted', {
    owner: holderOwner(dispute.holderId),
    subjectId: dispute.id,
    body: { transactionId: dispute.transactionId },
    subject: subjectOf(dispute),
  }),
]

type Moved = {
  id: Dispute['id']
  from: Dispute['status'] | null
  status: Dispute['status']
  action: DisputeAction | 'submit'
}

const transitionWrite = (
  now: Instant,
  { id, from, status, action }: Moved,
  { actor, note, owedMinor, converted }: Change,
): Write =>
  insert('chargebacks.transitions', {
    dispute_id: id,
    from_status: from,
    to_status: status,
    action,
    actor,
    note: note ?? null,
    owed_minor: owedMinor ?? null,
    network_minor: converted?.network.minor ?? null,
    network_currency: converted?.network.currency ?? null,
    markup_minor: converted?.markup.minor ?? null,
    occurred_at: now,
  })

const subjectOf = ({ id, holderId, partnerId, transactionId, status }: Omit<Dispute, 'version'>): DisputeSubject => ({
  disputeId: id,
  holderId,
  partnerId,
  transactionId,
  status,
})
