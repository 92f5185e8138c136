import { z } from 'zod'
import type { PaymentId } from '#acquiring/ids'
import { type RowCountIndexOf, statusSince, unresolvedTransactions } from '#acquiring/payments'
import type { ReportedContext } from '#acquiring/reconciliation'
import { exportRoute, type StaffRoute, sitesInScope, staffList, staffRoute } from '#core/access'
import { readMerchantId, type SiteId } from '#core/directory'
import { id, optional, text } from '#kernel/http/field.ts'
import { pageQuery } from '#kernel/http/json-shape.ts'
import { exportedDisputes } from './export-disputes.ts'
import { figuresRoute } from './figures-route.ts'
import { findPayments } from './find-payments.ts'
import { paymentInScope } from './payment-in-scope.ts'
import { paymentListRoutes } from './payment-list.ts'
import { paymentsOfPayoutRoute } from './payments-of-payout-route.ts'
import type { ByHandContext } from './refund-by-hand.ts'
import { showPayment } from './show-payment.ts'
import { paymentActionRoutes } from './staff-action-routes.ts'
import { paymentRecord, paymentShape, pendingRecord, unresolvedShape, wholePaymentShape } from './staff-wire.ts'

export type StaffPaymentParts = ByHandContext & ReportedContext & { rowCounts: RowCountIndexOf }

const about = { group: 'Payments', caller: 'staff', permission: 'transactions:read' } as const

/** What `florin payment` does: payments and what followed them, found, shown and changed by hand. */
export const paymentStaffRoutes = (parts: StaffPaymentParts): StaffRoute[] => [
  ...paymentListRoutes(parts),
  findRoute(parts),
  unresolvedRoute(parts),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/payments/:paymentId',
    operationId: 'getPayment',
    summary: 'One payment with everything that is known of it, and what can be done with it now',
    about: 'Of refunds, payouts, chargebacks and representments too, by their ids.',
    params: z.object({ paymentId: id<PaymentId>('the id of a payment') }),
    reply: wholePaymentShape,
    run: async ({ caller, params }) =>
      showPayment(parts, await paymentInScope(parts, caller, params.paymentId), {
        isOperator: caller.staff.scope.kind === 'platform',
      }),
  }),
  figuresRoute(parts),
  paymentsOfPayoutRoute(parts),
  ...paymentActionRoutes(parts),
  exportRoute({
    list: 'disputes',
    operationId: 'exportDisputes',
    summary: 'Chargebacks and representments, with how the disputes were answered, as CSV',
    permission: 'transactions:read',
    parts,
    exported: (selection) => exportedDisputes(parts, selection),
  }),
]

const findRoute = (parts: StaffPaymentParts): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/payments/find',
    operationId: 'findPayments',
    summary: 'Find payments by anything that is remembered of them',
    about:
      "The id of a payment or an order, the store's number of the order or the customer, an e-mail address, an IP address, the acquirer's reference, an authorization code, the ends of a card number; or parts of one payment: `1111 25.00`, `25.00 EUR 2026-05-04`. Only exact matches, the newest 50.",
    query: z.object({ text: text({ max: 200, what: 'what is remembered' }) }),
    reply: z.strictObject({
      lookedFor: z.array(z.string()),
      data: z.array(z.strictObject({ as: z.string().meta({ description: 'What was found.' }), payment: paymentShape })),
    }),
    run: async ({ caller, query }) => {
      const siteIds = await sitesInScope(parts.directory, caller)
      const { lookedFor, payments } = await findPayments(parts, { siteIds, text: query.text })
      return {
        lookedFor: [...lookedFor],
        data: payments.map(({ transaction, as }) => ({ as, payment: paymentRecord(transaction) })),
      }
    },
  })

const unresolvedRoute = (parts: StaffPaymentParts): StaffRoute =>
  staffList({
    ...about,
    method: 'GET',
    path: '/payments/unresolved',
    operationId: 'listUnresolvedPayments',
    summary: 'Payments and refunds whose result the acquirer has not given, oldest first',
    about: 'A worker inquires about each. One without `pending.nextAt` waits for a person.',
    query: z.object({
      ...pageQuery,
      merchantId: optional(text({ max: 10, what: 'the id of a merchant' })),
      connector: optional(text({ max: 40, what: 'the name of a connector' })),
    }),
    reply: unresolvedShape,
    run: async ({ caller, query: { merchantId, connector, page = 1, size = 20 } }) => {
      const all = await sitesInScope(parts.directory, caller)
      const siteIds = merchantId === undefined ? all : await sitesOf(parts, all, merchantId)
      const { data, total } = await unresolvedTransactions(parts, { siteIds, connector, page, size })
      const since = await statusSince(
        parts.db,
        data.map((one) => one.id),
      )
      const records = data.map((one) => {
        const pending = pendingRecord(parts, one, since.get(one.id))
        return { ...paymentRecord(one), connector: one.connector, ...(pending && { pending }) }
      })
      return { data: records, page, size, total }
    },
  })

async function sitesOf({ directory }: StaffPaymentParts, visible: readonly SiteId[], unchecked: string) {
  const merchantId = readMerchantId(unchecked)
  const own = new Set(merchantId === undefined ? [] : await directory.siteIds(merchantId))
  return visible.filter((id) => own.has(id))
}
