import assert from 'node:assert/strict'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { TopupSubject } from './events.ts'
import type { Topup } from './topup.ts'
import { type TopupAction, topupStates } from './topup-states.ts'

type Transition = {
  action: TopupAction
  /** Who says so: `site 7`, `clock`. */
  actor: string
  reason?: string | undefined
  transactionId?: bigint | undefined
  /** When its outcome is asked for again; undefined: not any more. */
  dueAt?: Instant | undefined
}

/** The only way a topup changes its status: as the table says, with its history and its event in the same commit. */
export function transitionTopup(now: Instant, topup: Topup, transition: Transition): Write[] {
  const { action, actor, reason, transactionId = topup.transactionId, dueAt } = transition
  const { id, version, status: from } = topup
  const status = topupStates.next(from, action)
  assert(status, `a topup that is ${from} has no action ${action}`)
  const takes =
    status === 'completed' && transactionId !== undefined ? { transactionId, amount: topup.amount } : undefined
  return [
    update('topups.topups', {
      set: {
        status,
        version: version + 1,
        transaction_id: transactionId ?? null,
        failure_reason: status === 'failed' ? (reason ?? null) : null,
        completed_at: status === 'completed' ? now : null,
        due_at: dueAt ?? null,
        leased_until: null,
      },
      where: { id, version },
    }),
    insert('topups.topup_transitions', {
      topup_id: id,
      from_status: from,
      to_status: status,
      action,
      actor,
      reason: reason ?? null,
      occurred_at: now,
    }),
    announce('topupStatusChanged', {
      owner: holderOwner(topup.holderId),
      subjectId: id,
      body: { topupId: id, action, from, status },
      subject: { ...subjectOf(topup), takes },
    }),
  ]
}

/** The writes of a new topup. */
export function beginTopup(now: Instant, topup: Omit<Topup, 'version' | 'status'>, actor: string): Write[] {
  const { id, amount, fee } = topup
  return [
    insert('topups.topups', {
      id,
      holder_id: topup.holderId,
      partner_id: topup.partnerId,
      account_id: topup.accountId,
      type: topup.type,
      status: topupStates.initial,
      currency: amount.currency,
      minor: amount.minor,
      fee_minor: fee.minor,
      site_id: topup.siteId ?? null,
      transaction_id: null,
      failure_reason: null,
      created_at: now,
      completed_at: null,
      due_at: topup.dueAt ?? null,
      leased_until: null,
    }),
    insert('topups.topup_transitions', {
      topup_id: id,
      from_status: null,
      to_status: topupStates.initial,
      action: 'create',
      actor,
      reason: null,
      occurred_at: now,
    }),
    announce('topupCreated', {
      owner: holderOwner(topup.holderId),
      subjectId: id,
      body: { topupId: id },
      subject: subjectOf(topup),
    }),
  ]
}

export const subjectOf = ({ holderId, partnerId, id: topupId }: Omit<Topup, 'version' | 'status'>): TopupSubject => ({
  holderId,
  partnerId,
  topupId,
})
