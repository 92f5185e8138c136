import type { Deposit } from '#issuing/deposits'
import { meaningOf, standingOf } from '#issuing/kyc'
import { isListedWallet, listedWalletSince } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { increase, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Topup } from '../topup.ts'
import type { CryptoContext } from './context.ts'
import { findAgain } from './decide-lost.ts'
import { type FreezeReason, freezeReasons } from './judge-deposit.ts'
import type { Receipt } from './quote.ts'
import { wasReleased } from './store.ts'
import { transitionReceipt } from './transition-receipt.ts'

type OfTopup = { now: Instant; topup: Topup }
type Received = { receipt: Receipt; deposit: Deposit }

/** A parked deposit whose sender or customer is stopped meanwhile waits for a release, unless there was one. */
export async function freezeStopped(
  { db }: CryptoContext,
  { now, topup }: OfTopup,
  { receipt, deposit }: Received,
): Promise<Write[] | undefined> {
  if (receipt.dueAt === undefined || Temporal.Instant.compare(receipt.dueAt, now) > 0) return undefined
  const { reasons, stoppedAt } = await standingOf(db, topup.holderId)
  const isStopped = meaningOf('return parked coins', reasons) === 'frozen'
  const since: Record<FreezeReason, Instant | undefined> = {
    sanctioned_sender: await listedWalletSince(db, deposit.sender),
    customer_stopped: isStopped ? (stoppedAt ?? now) : undefined,
  }
  for (const reason of freezeReasons)
    if (since[reason] && !(await wasReleased(db, receipt.id, reason, since[reason])))
      return transitionReceipt(now, topup, receipt, {
        action: 'freeze',
        by: { actor: 'rules', fromWhere: 'worker' },
        reason,
      })
  return undefined
}

/** Reclaimed money is the customer's again when nothing stands against them or the sender; until then this is tried again. */
export async function reinstate(
  { db, log }: CryptoContext,
  { now, topup }: OfTopup,
  { receipt, deposit }: Received,
): Promise<Write[] | undefined> {
  const { reasons, keep } = await standingOf(db, topup.holderId)
  const isStopped = meaningOf('return what was reversed', reasons) !== 'allowed'
  if (!isStopped && !(await isListedWallet(db, deposit.sender)))
    return [...keep, ...(await findAgain(db, now, { topup, receipt }))]
  if (receipt.dueAt !== undefined && Temporal.Instant.compare(receipt.dueAt, now) > 0) return undefined
  log.error({ receiptId: receipt.id, reasons }, 'coins that were reclaimed have come back and are not credited')
  return [askAgainLater(now, receipt)]
}

const askAgainLater = (now: Instant, { id }: Receipt): Write =>
  update('topups.receipts', {
    set: { due_at: now.add({ hours: 1 }), leased_until: null, version: increase(1n) },
    where: { id },
  })
