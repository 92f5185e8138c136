import { staffActions } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import { type Disputed, requireDisputable } from './disputable.ts'
import type { Dispute } from './dispute.ts'
import { disputeAfter } from './transition-dispute.ts'

/** What the operator records of a dispute. */
export const disputeActions = staffActions(
  {
    raise: { permission: 'disputes:resolve', caller: 'operator' },
    win: { permission: 'disputes:resolve', caller: 'operator' },
    lose: { permission: 'disputes:resolve', caller: 'operator' },
    withdraw: { permission: 'disputes:resolve', caller: 'operator' },
  },
  ['dispute_decided'],
)

/** What staff do for a customer about a payment. */
export const disputableActions = staffActions({ dispute: { permission: 'disputes:create' } }, [
  'transaction_not_disputable',
  'dispute_too_late',
  'dispute_open',
  'disputed_account_closed',
  'nothing_to_dispute',
])

export const disputableGuards = (now: Instant, disputed: Disputed) => ({
  dispute: () => requireDisputable(now, disputed),
})

export const disputeGuards = ({ status }: Pick<Dispute, 'status'>) => ({
  raise: () => disputeAfter(status, 'raise'),
  win: () => disputeAfter(status, 'win'),
  lose: () => disputeAfter(status, 'lose'),
  withdraw: () => disputeAfter(status, 'withdraw'),
})
