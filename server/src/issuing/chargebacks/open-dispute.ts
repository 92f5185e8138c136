import type { StaffAuthor } from '#core/access'
import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { accountLock, findAccountById, keepOpen } from '#issuing/accounts'
import { type DisputeId, type HolderId, newDisputeId, type TransactionId } from '#issuing/ids'
import { clearedOf, getTransaction } from '#issuing/spending'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { DisputesContext } from './context.ts'
import { checkAmount, checkDisputable, disputableOf, isOpen } from './disputable.ts'
import type { Dispute, DisputeReason } from './dispute.ts'
import { refuse } from './refusals.ts'
import { disputesOf } from './store.ts'
import { submitDispute } from './transition-dispute.ts'

export type OpenDisputeInput = {
  holderId: HolderId
  transactionId: TransactionId
  reason: DisputeReason
  explanation: string
  /** In the currency of the card, as it was typed; all that can be disputed unless it is sent. */
  amount?: string | undefined
  /** Somebody of the staff, for the holder. */
  by?: StaffAuthor | undefined
  once(subjectId: DisputeId): Write[]
}

/**
 * A holder disputes a payment. It is decided under the lock of the account, as refunds are: what is refunded at the same
 * moment cannot be disputed as well, and of two disputes one is first.
 */
export const openDispute = (ctx: DisputesContext, input: OpenDisputeInput): Promise<Dispute> =>
  decide(async () => {
    const { holderId, transactionId, reason, explanation, by } = input
    const { accountId } = await getTransaction(ctx.db, holderId, transactionId)
    return ctx.db.locked([accountLock(accountId)], { name: 'open-dispute' }, async (db) => {
      const now = ctx.clock.now()
      const transaction = await getTransaction(db, holderId, transactionId)
      checkDisputable(now, transaction, await clearedOf(db, transactionId))
      const others = await disputesOf(db, transactionId)
      const open = others.find(isOpen)
      if (open) throw refuse('dispute_open', { disputeId: open.id, allowed: [] })
      const account = (await findAccountById(db, accountId))!
      if (account.status !== 'active') throw refuse('disputed_account_closed', { allowed: [] })
      const most = disputableOf(transaction, others)
      const amount = input.amount === undefined ? most : readAmount(input.amount, most)
      checkAmount(amount, most)
      if (amount.minor === 0n) throw refuse('nothing_to_dispute', { allowed: [] })
      const id = newDisputeId(now)
      const { partnerId } = transaction
      const about = { id, transactionId, partnerId, holderId, accountId, reason, explanation, amount }
      const dispute = { ...about, status: 'submitted' as const, createdAt: now }
      const audited =
        by &&
        auditEntry(now, by, {
          action: 'cardDisputeSubmitted',
          owner: partnerOwner(partnerId),
          subject: { type: 'cardDispute', id },
          after: { transactionId },
        })
      const writes = [
        ...submitDispute(now, dispute, { actor: by?.actor ?? 'holder', note: by?.reason }),
        keepOpen(account),
        ...input.once(id),
        ...(audited ? [audited] : []),
      ]
      await commitTogether({ ...ctx, db }, now, writes, 'open-dispute')
      return { ...dispute, version: 1 }
    })
  })

function readAmount(text: string, { currency }: Money): Money {
  const read = parseMoney(text, currency)
  if (!read || read.minor === 0n) throw refuse('invalid_dispute_amount', { field: 'amount', currency })
  return read
}
