import type { StaffAuthor } from '#core/access'
import { guardBalance, guardedBalanceOf, heldOf, post } from '#core/ledger'
import { ledgerAccountOf } from '#issuing/accounts'
import type { Instant } from '#kernel/base/clock.ts'
import { compare, subtract, zero } from '#kernel/base/money.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { recoverable } from '../credit-topup.ts'
import type { Topup } from '../topup.ts'
import type { LossKind } from './loss.ts'
import type { Receipt } from './quote.ts'
import { lossesOf } from './store.ts'
import { transitionReceipt } from './transition-receipt.ts'

type Lost = { topup: Topup; receipt: Receipt; by: StaffAuthor }

/** The operator bears the loss of coins that were credited: the customer keeps the money. */
export async function writeOff(db: Db, now: Instant, { topup, receipt, by }: Lost): Promise<Write[]> {
  const changed = transitionReceipt(now, topup, receipt, { action: 'writeOff', by, reason: by.reason })
  const { amount } = receipt.credited!
  const { reference, record } = await nextLoss(db, now, receipt)
  return [...changed, ...post(now, 'coinsWrittenOff', reference, { amount }), record('writtenOff', 0n)]
}

/**
 * The customer bears it, as with a topup by card that is charged back: what was credited is taken away, and what of it was
 * spent is owed. Our fee is returned. For a commit made while the account is locked.
 */
export async function reclaim(db: Db, now: Instant, { topup, receipt, by }: Lost): Promise<Write[]> {
  const changed = transitionReceipt(now, topup, receipt, { action: 'reclaim', by, reason: by.reason })
  const { accountId } = topup
  const { amount, fee } = receipt.credited!
  const account = ledgerAccountOf(accountId)
  const [booked, held] = await Promise.all([
    guardedBalanceOf(db, account, amount.currency),
    heldOf(db, account, amount.currency),
  ])
  const net = subtract(amount, fee)
  // What is held for card payments is theirs: networks clear it whatever happens here.
  const free = compare(booked, held) < 0 ? zero(amount.currency) : subtract(booked, held)
  const owed = compare(free, net) < 0 ? subtract(net, free) : zero(amount.currency)
  const { reference, record } = await nextLoss(db, now, receipt)
  return [
    ...changed,
    // All that is not held is taken: the balance must be the one that was read.
    ...(owed.minor > 0n ? [guardBalance(account, booked)] : []),
    ...post(now, 'coinsReclaimed', reference, { accountId, amount, fee, owed }),
    record('reclaimed', owed.minor),
  ]
}

/** Coins are in the chain again after all: what was decided about their loss is undone. */
export async function findAgain(
  db: Db,
  now: Instant,
  { topup, receipt }: Pick<Lost, 'topup' | 'receipt'>,
): Promise<Write[]> {
  const changed = transitionReceipt(now, topup, receipt, {
    action: 'find',
    by: { actor: 'chain', fromWhere: 'chain' },
  })
  if (receipt.status === 'lost') return changed
  const { amount, fee } = receipt.credited!
  const { reference, record } = await nextLoss(db, now, receipt)
  if (receipt.status === 'writtenOff')
    return [...changed, ...post(now, 'coinsFound', reference, { amount }), record('found', 0n)]
  const { accountId } = topup
  const recovered = await recoverable(db, topup, subtract(amount, fee))
  const entry = post(now, 'coinsReinstated', reference, { accountId, amount, fee, recovered })
  return [...changed, ...entry, record('found', recovered.minor)]
}

/** One receipt may be lost and found more than once. */
async function nextLoss(db: Db, now: Instant, { id }: Receipt) {
  const nth = (await lossesOf(db, id)) + 1
  const record = (kind: LossKind, owed_minor: bigint): Write =>
    insert(
      'topups.losses',
      { receipt_id: id, nth, kind, owed_minor, occurred_at: now },
      { onDuplicate: { decided_once: 'stale' } },
    )
  return { reference: `${id} ${nth}`, record }
}
