import { assetsOf, type ChainAsset, chainsOf, type Deposit, depositsById, type WatchedChain } from '#issuing/deposits'
import type { Reader } from '#kernel/db/db.ts'
import type { Page } from '#kernel/db/page.ts'
import { topupsById } from '../store.ts'
import type { Topup } from '../topup.ts'
import type { Receipt } from './quote.ts'
import type { ReceiptStatus } from './receipt-states.ts'
import { receiptsOnPage } from './store.ts'

/** A deposit of a topup with all that a person needs to decide about it. */
export type ReceivedDeposit = {
  receipt: Receipt
  topup: Topup
  deposit: Deposit
  chain: WatchedChain
  /** Undefined: a token that is none of ours. */
  asset: ChainAsset | undefined
}

/** Deposits that wait for a person: parked, frozen, or credited and lost. */
export const waitingForPerson = ['parked', 'frozen', 'lost'] as const

/** Of these statuses, oldest first. */
export async function listDeposits(
  db: Reader,
  statuses: readonly ReceiptStatus[],
  page: Page,
): Promise<{ data: ReceivedDeposit[]; total: number }> {
  const { data, total } = await receiptsOnPage(db, statuses, page)
  return { data: await withFacts(db, data), total }
}

export async function withFacts(db: Reader, receipts: readonly Receipt[]): Promise<ReceivedDeposit[]> {
  const [topups, deposits, chains, assets] = await Promise.all([
    topupsById(db, [...new Set(receipts.map(({ topupId }) => topupId))]),
    depositsById(
      db,
      receipts.map(({ id }) => id),
    ),
    chainsOf(db),
    assetsOf(db),
  ])
  return receipts.map((receipt) => {
    const deposit = deposits.find(({ id }) => id === receipt.id)!
    return {
      receipt,
      deposit,
      topup: topups.find(({ id }) => id === receipt.topupId)!,
      chain: chains.find(({ id }) => id === deposit.chainId)!,
      asset: assets.find(({ id }) => id === deposit.assetId),
    }
  })
}
