import { casesOf, type DisputeCase } from '#acquiring/disputes'
import type { Transaction } from '#acquiring/payments'
import type { Exported, Selection } from '#core/access'
import type { Db } from '#kernel/db/db.ts'
import { exportedPayments } from './export-payments.ts'

type Disputed = { id: bigint; transaction: Transaction; dispute: DisputeCase | undefined }

/** Chargebacks and representments, each chargeback with what is done about it, for a file. */
export function exportedDisputes({ db }: { db: Db }, selection: Selection): Exported<Disputed> {
  const { columns, rowsAfter } = exportedPayments({ db }, selection, { types: ['chargeback', 'representment'] })
  const ofTransaction = Object.entries(columns).map(
    ([name, field]) => [name, ({ transaction }: Disputed) => field(transaction)] as const,
  )
  return {
    columns: {
      ...Object.fromEntries(ofTransaction),
      reason: ({ transaction }) => ('reversal' in transaction ? transaction.reversal?.reason : undefined),
      dispute_status: ({ dispute }) => dispute?.status,
      respond_by: ({ dispute }) => dispute?.respondBy,
    },
    rowsAfter: async (after, limit) => {
      const transactions = await rowsAfter(after, limit)
      const cases = await casesOf(
        db,
        transactions.map(({ id }) => id),
      )
      const byId = new Map(cases.map((one) => [one.id, one]))
      return transactions.map((transaction) => ({
        id: transaction.id,
        transaction,
        dispute: byId.get(transaction.id),
      }))
    },
  }
}
