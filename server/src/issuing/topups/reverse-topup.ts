import type { MerchantId } from '#core/directory'
import { accounts, guardBalance, guardedBalanceOf, heldOf, post } from '#core/ledger'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, subtract, zero } from '#kernel/base/money.ts'
import { announce, insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { recoverable } from './credit-topup.ts'
import { isCredit, type Reversal, type Topup } from './topup.ts'
import { subjectOf } from './transition-topup.ts'

/** What happened, as the processor knows it. */
export type Happened = Pick<Reversal, 'kind' | 'transactionId' | 'amount'>
type Reversing = { topup: Topup; merchantId: MerchantId; happened: Happened; isClosed: boolean }

/**
 * Takes the money of a completed topup away again, or returns it. What the holder has spent is owed from then on, and
 * recovered from the next topup. For a commit made while the account is locked.
 */
export async function reverseTopup(
  db: Db,
  now: Instant,
  { topup, merchantId, happened, isClosed }: Reversing,
): Promise<{ owed: Reversal['owed']; writes: Write[] }> {
  const { id, accountId } = topup
  const { kind, transactionId, amount } = happened
  const reference = `${id} ${kind} ${transactionId}`
  const record = (owed: Reversal['owed']): Write[] => [
    insert('topups.reversals', {
      topup_id: id,
      kind,
      transaction_id: transactionId,
      currency: amount.currency,
      minor: amount.minor,
      owed_minor: owed.minor,
      occurred_at: now,
    }),
    announce('topupReversed', {
      owner: holderOwner(topup.holderId),
      subjectId: id,
      body: {
        ...{ topupId: id, kind, transactionId: String(transactionId) },
        ...(isClosed && isCredit(kind) && { toClosedAccount: true as const }),
      },
      subject: { ...subjectOf(topup), takes: isCredit(kind) ? { transactionId, amount } : undefined },
    }),
  ]
  if (isCredit(kind)) {
    const recovered = await recoverable(db, topup, amount)
    const entry = post(now, 'topupReinstated', reference, { accountId, merchantId, amount, recovered })
    return { owed: recovered, writes: [...entry, ...record(recovered)] }
  }
  const account = accounts.holderAvailable(accountId)
  const [booked, held] = await Promise.all([
    guardedBalanceOf(db, account, amount.currency),
    heldOf(db, account, amount.currency),
  ])
  // What is held for card payments is theirs: networks clear it whatever happens here.
  const available = subtract(booked, held)
  const owed = compare(available, amount) < 0 ? subtract(amount, available) : zero(amount.currency)
  const entry = post(now, 'topupReversed', reference, { accountId, merchantId, amount, owed })
  // All that is not held is taken: the balance must be the one that was read.
  const exact = owed.minor > 0n ? [guardBalance(account, booked)] : []
  return { owed, writes: [...exact, ...entry, ...record(owed)] }
}
