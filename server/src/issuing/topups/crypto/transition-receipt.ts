import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import { refuse } from '../refusals.ts'
import type { Topup } from '../topup.ts'
import { subjectOf } from '../transition-topup.ts'
import type { CoinRate, Receipt } from './quote.ts'
import { type ReceiptAction, receiptStates } from './receipt-states.ts'

type Transition = {
  action: ReceiptAction
  by: { actor: string; fromWhere: string }
  reason?: string | undefined
  credited?: Receipt['credited']
  /** For what was not ordered. */
  rate?: CoinRate | undefined
  /** The topup changes in the same commit, and has an event of its own. */
  isQuiet?: boolean
  /** When it is decided again; undefined: not before something happens. */
  dueAt?: Instant | undefined
}

/** The only way a receipt changes its status: as the table says, with its history and its event in the same commit. */
export function transitionReceipt(now: Instant, topup: Topup, receipt: Receipt, transition: Transition): Write[] {
  const { action, by, reason, credited, rate, isQuiet = false, dueAt } = transition
  const { id, version, status: from } = receipt
  const status = receiptStates.next(from, action)
  if (!status) throw refuse('receipt_transition', { status: from, action, ...allowedFrom(from) })
  const amounts = credited && {
    currency: credited.amount.currency,
    minor: credited.amount.minor,
    fee_minor: credited.fee.minor,
    recovered_minor: credited.recovered.minor,
    rate_numerator: rate ? String(rate.numerator) : null,
    rate_denominator: rate ? String(rate.denominator) : null,
  }
  return [
    update('topups.receipts', {
      set: {
        ...amounts,
        status,
        reason: reason ?? null,
        due_at: dueAt ?? null,
        leased_until: null,
        version: version + 1,
      },
      where: { id, version },
    }),
    insert('topups.receipt_transitions', {
      receipt_id: id,
      from_status: from,
      to_status: status,
      action,
      actor: by.actor,
      from_where: by.fromWhere,
      reason: reason ?? null,
      occurred_at: now,
    }),
    ...(isQuiet ? [] : [depositChanged(topup, id, status)]),
  ]
}

const depositChanged = (topup: Topup, depositId: Receipt['id'], status: Receipt['status']): Write =>
  announce('topupDepositChanged', {
    owner: holderOwner(topup.holderId),
    subjectId: topup.id,
    body: { topupId: topup.id, depositId, status },
    subject: subjectOf(topup),
  })

/** What a person may decide from there. */
function allowedFrom(status: Receipt['status']): { allowed: readonly ReceiptAction[]; possible: string } {
  const allowed = personDecides.filter((action) => receiptStates.next(status, action) !== undefined)
  return { allowed, possible: allowed.join(', ') || 'nothing' }
}
const personDecides = ['credit', 'return', 'release', 'writeOff', 'reclaim'] as const satisfies readonly ReceiptAction[]
