import { payoutsOfBatches } from '#acquiring/merchant-payouts'
import { comesIn, type MovedAmounts, movedAmounts, type Transaction, transactionsMoved } from '#acquiring/payments'
import type { MerchantId, SiteId } from '#core/directory'
import { type Days, momentsOf } from '#kernel/base/days.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { StatementsContext } from '../context.ts'
import { refuse } from '../refusals.ts'
import { checkDays } from '../statement.ts'

/** A transaction whose money moved: what it has changed for the merchant, and where that money is. */
export type Settled = MovedAmounts & {
  transaction: Transaction
  /** The payout that its batch was first a part of. Money that went out was deducted at once and is in none. */
  merchantPayoutId: bigint | undefined
}

/** The transactions of a merchant, or of one of its sites, whose money moved in a period. */
export type SettlementReport = {
  merchantId: MerchantId
  siteId: SiteId | undefined
  /** The only currency of its transactions; undefined: all. */
  currency: Currency | undefined
  period: Days
  /** In parts: day by day, and by ascending id within a day. */
  transactions(): AsyncGenerator<readonly Settled[]>
}

type Input = Pick<SettlementReport, 'merchantId' | 'siteId' | 'currency' | 'period'>

/** Shares of payments of other merchants are not among its transactions: its statement has them. */
export async function openSettlementReport(
  { db, clock, directory }: StatementsContext,
  { merchantId, siteId, currency, period }: Input,
): Promise<SettlementReport> {
  checkDays(period, clock.now())
  const all = await directory.siteIds(merchantId)
  if (siteId !== undefined && !all.includes(siteId)) throw refuse('report_site_unknown', { field: 'siteId', siteId })
  const siteIds = siteId === undefined ? all : [siteId]
  return {
    merchantId,
    siteId,
    currency,
    period,
    transactions: async function* () {
      for (const day of daysOf(period))
        for await (const part of transactionsMoved(db, { siteIds, ...momentsOf(day) })) {
          const batchIds = [...new Set(part.flatMap(({ batchId }) => batchId ?? []))]
          const payouts = await payoutsOfBatches(db, { merchantId, batchIds })
          const settled = part.flatMap((transaction) => settledOf(transaction, payouts) ?? [])
          yield settled.filter(({ gross }) => currency === undefined || gross.currency === currency)
        }
    },
  }
}

function* daysOf({ from, to, timeZone }: Days): Generator<Days> {
  for (let day = from; Temporal.PlainDate.compare(day, to) <= 0; day = day.add({ days: 1 }))
    yield { from: day, to: day, timeZone }
}

function settledOf(transaction: Transaction, payouts: ReadonlyMap<bigint, bigint>): Settled | undefined {
  const moved = movedAmounts(transaction)
  if (!moved) return undefined
  const { type, batchId } = transaction
  const merchantPayoutId = comesIn(type) && batchId !== undefined ? payouts.get(batchId) : undefined
  return { ...moved, transaction, merchantPayoutId }
}
