import type { Columns, Exported } from '#core/access'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import type { MerchantPayout } from './payout.ts'
import { payoutsAfter } from './store.ts'

export type PayoutSelection = {
  /** Undefined: of all merchants. */
  merchantIds: readonly MerchantId[] | undefined
  from: Instant | undefined
  to: Instant | undefined
}

/** The columns of a file of payouts to merchants. */
export const payoutColumns: Columns<MerchantPayout> = {
  id: ({ id }) => String(id),
  merchant_id: ({ merchantId }) => String(merchantId),
  created_at: ({ createdAt }) => createdAt,
  paid_at: ({ paidAt }) => paidAt,
  status: ({ status }) => status,
  currency: ({ amount }) => amount.currency,
  amount: ({ amount }) => formatMoney(amount),
  bank_account_id: ({ bankAccountId }) => String(bankAccountId),
  scheduled_for: ({ scheduledFor }) => scheduledFor,
  end_to_end_id: ({ endToEndId }) => endToEndId,
  bank_reference: ({ bankReference }) => bankReference,
  file_id: ({ fileId }) => (fileId === undefined ? undefined : String(fileId)),
}

/** Payouts to merchants, for a file of the command line. */
export const exportedPayouts = ({ db }: { db: Db }, selection: PayoutSelection): Exported<MerchantPayout> => ({
  columns: payoutColumns,
  rowsAfter: (after, limit) => payoutsAfter(db, { ...selection, after, limit }),
})
