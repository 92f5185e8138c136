import type { Author } from '#core/directory'
import { post } from '#core/ledger'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import { insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { PayoutFileId } from './ids.ts'
import { type MerchantPayout, payoutReference } from './payout.ts'
import { merchantPayoutStates, type PayoutAction } from './payout-states.ts'
import { refuse } from './refusals.ts'

export type PayoutChange = {
  by: Pick<Author, 'actor'>
  note?: string | undefined
  bankReference?: string | undefined
  fileId?: PayoutFileId | Ref
  /** Of a return: the part that banks have kept, and what came back by the statement, if one has said it. */
  bankCharge?: Money | undefined
  received?: Money | undefined
  /** It was taken for refused before it was paid: what is booked of it has other names the second time. */
  hasFailed?: boolean
  /** When it is looked at again; undefined: not by itself. */
  dueAt?: Instant | undefined
}

/** The only way a payout changes its status: with its history and what it books, in the same commit. */
export function transitionPayout(
  now: Instant,
  payout: MerchantPayout,
  action: PayoutAction,
  change: PayoutChange,
): Write[] {
  const { id, version, status: from } = payout
  const status = merchantPayoutStates.next(from, action)
  if (!status) throw refuse('merchant_payout_state', { payoutId: id, status: from, allowed: actionsFrom(from) })
  return [
    update('merchant_payouts.payouts', {
      set: {
        status,
        version: version + 1,
        due_at: change.dueAt ?? null,
        due_tries: 0,
        leased_until: null,
        ...(change.bankReference !== undefined && { bank_reference: change.bankReference }),
        ...(change.fileId !== undefined && { file_id: change.fileId }),
        ...(action === 'pay' && { paid_at: now }),
        ...(change.bankCharge && change.bankCharge.minor !== 0n && { bank_charge_minor: change.bankCharge.minor }),
      },
      where: { id, version },
    }),
    insert('merchant_payouts.payout_transitions', {
      payout_id: id,
      from_status: from,
      to_status: status,
      action,
      actor: change.by.actor,
      note: change.note ?? null,
      ...(change.received && { received_minor: change.received.minor }),
      occurred_at: now,
    }),
    ...entriesOf(now, payout, action, change),
  ]
}

function entriesOf(
  now: Instant,
  { id, merchantId, amount, status }: MerchantPayout,
  action: PayoutAction,
  { hasFailed, bankCharge }: PayoutChange,
): Write[] {
  const reference = payoutReference(id)
  const facts = { merchantId, amount }
  const charged = bankCharge && { charge: bankCharge }
  switch (action) {
    case 'submit':
      return []
    case 'pay':
      return status === 'failed'
        ? post(now, 'merchantPayoutPaidAfterFailure', reference, facts)
        : post(now, 'merchantPayoutPaid', reference, facts)
    case 'cancel':
    case 'fail':
    case 'return':
      return hasFailed
        ? post(now, 'merchantPayoutReturnedAfterFailure', reference, { ...facts, ...charged })
        : post(now, 'merchantPayoutReturned', reference, { ...facts, wasPaid: status === 'paid', ...charged })
  }
}

const actionsFrom = (status: MerchantPayout['status']): string =>
  merchantPayoutStates.edges
    .filter(({ from }) => from === status)
    .map(({ action }) => action)
    .join(', ') || 'nothing'
