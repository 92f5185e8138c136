import type { PartnerId } from '#core/partners'
import type { Deposit, DepositAddress } from '#issuing/deposits'
import { holderOwner } from '#issuing/holders'
import { type HolderId, readTopupId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, increase, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import { parkedReceipts } from './store.ts'

type Arrived = { deposit: Deposit; address: DepositAddress; isNew: boolean; partnerId: PartnerId }

/**
 * For the commit that records what happens to a deposit: its receipt, to be decided by a worker, and the event that tells
 * the partner of each confirmation.
 */
export function planReceipt(now: Instant, { deposit, address, isNew, partnerId }: Arrived): Write[] {
  const topupId = readTopupId(address.orderId)
  if (!topupId) return []
  const { id, status, confirmations } = deposit
  const facts = { currency: null, minor: null, fee_minor: null, recovered_minor: null, reason: null }
  const rates = { rate_numerator: null, rate_denominator: null }
  const receipt: Write[] = isNew
    ? [
        insert('topups.receipts', {
          ...facts,
          ...rates,
          id,
          topup_id: topupId,
          status: 'seen',
          created_at: now,
          due_at: now,
          leased_until: null,
        }),
        insert('topups.receipt_transitions', {
          receipt_id: id,
          from_status: null,
          to_status: 'seen',
          action: 'see',
          actor: 'chain',
          from_where: 'chain',
          reason: null,
          occurred_at: now,
        }),
      ]
    : [update('topups.receipts', { set: { due_at: now, leased_until: null, version: increase(1n) }, where: { id } })]
  return [
    ...receipt,
    announce('topupDepositChanged', {
      owner: holderOwner(address.holderId),
      subjectId: topupId,
      body: { topupId, depositId: id, status, confirmations },
      subject: { holderId: address.holderId, partnerId, topupId },
    }),
  ]
}

/** For the commit that loads a list, or stops a customer: what is parked, of this customer or of all, is judged again. */
export const judgeParkedAgain = async (db: Reader, now: Instant, holderId?: HolderId): Promise<Write[]> =>
  (await parkedReceipts(db, holderId)).map((id) =>
    update('topups.receipts', { set: { due_at: now, leased_until: null, version: increase(1n) }, where: { id } }),
  )
