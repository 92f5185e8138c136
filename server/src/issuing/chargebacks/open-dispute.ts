import type { StaffAuthor } from '#core/access'
import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { accountLock, findAccountById, keepOpen } from '#issuing/accounts'
import { type DisputeId, type HolderId, newDisputeId, type TransactionId } from '#issuing/ids'
import { clearedOf, getTransaction, type Transaction } from '#issuing/spending'
import { type Money, parseMoney } from '#kernel/base/money.ts'
import { commitTogether, decide, type Write } from '#kernel/db/commit/commit.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { DisputesContext } from './context.ts'
import { checkAmount, requireDisputable } from './disputable.ts'
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
      const disputed = await disputedOf(db, transaction)
      const { account } = disputed
      const most = requireDisputable(now, disputed)
      const amount = input.amount === undefined ? most : readAmount(input.amount, most)
      checkAmount(amount, most)
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

/** Everything that decides whether a payment can be disputed. */
export async function disputedOf(db: Reader, transaction: Transaction) {
  const { id, accountId } = transaction
  const [cleared, others, account] = await Promise.all([
    clearedOf(db, id),
    disputesOf(db, id),
    findAccountById(db, accountId),
  ])
  return { transaction, cleared, others, account: account! }
}

function readAmount(text: string, { currency }: Money): Money {
  const read = parseMoney(text, currency)
  if (!read || read.minor === 0n) throw refuse('invalid_dispute_amount', { field: 'amount', currency })
  return read
}
