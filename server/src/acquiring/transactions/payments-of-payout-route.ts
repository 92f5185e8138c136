import { z } from 'zod'
import { findPayout, itemsOfPayout, type MerchantPayoutId } from '#acquiring/merchant-payouts'
import { type PaymentsContext, transactionsOfBatches } from '#acquiring/payments'
import { type StaffRoute, seesMerchant, staffList } from '#core/access'
import { id } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import { refuse } from './refusals.ts'
import { paymentRecord, paymentShape } from './staff-wire.ts'

/** What was settled in the batches that a payout pays. */
export const paymentsOfPayoutRoute = ({ db }: PaymentsContext): StaffRoute =>
  staffList({
    method: 'GET',
    path: '/merchant-payouts/:payoutId/payments',
    operationId: 'listPaymentsOfPayout',
    group: 'Money of merchants',
    caller: 'staff',
    permission: 'settlements:read',
    summary: 'The payments in a payout, and the refunds and chargebacks that were taken off it',
    params: z.object({ payoutId: id<MerchantPayoutId>('the id of a payout') }),
    query: z.object(pageQuery),
    reply: paymentShape,
    run: async ({ caller, params: { payoutId }, query: { page = 1, size = 20 } }) => {
      const payout = await findPayout(db, payoutId)
      if (!payout || !seesMerchant(caller, payout.merchantId))
        throw refuse('merchant_payout_not_found', { payoutId: String(payoutId) })
      const items = await itemsOfPayout(db, payoutId)
      const batches = items.flatMap(({ kind, batchId }) => (kind === 'batch' && batchId !== null ? [batchId] : []))
      const paging = { page, perPage: size }
      const { transactions, total } = await transactionsOfBatches(db, [...new Set(batches)], paging)
      return { data: transactions.map(paymentRecord), page, size, total }
    },
  })
