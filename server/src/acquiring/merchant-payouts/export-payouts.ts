import { z } from 'zod'
import {
  csvOf,
  type Exported,
  type ExportParts,
  exportName,
  noteExport,
  periodQuery,
  type StaffRoute,
  staffFile,
} from '#core/access'
import type { MerchantId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { formatMoney } from '#kernel/base/money.ts'
import type { Db } from '#kernel/db/db.ts'
import { optional, text } from '#kernel/http/field.ts'
import { merchantsInScope } from './merchant-in-scope.ts'
import type { MerchantPayout } from './payout.ts'
import { payoutsAfter } from './store.ts'

export type PayoutSelection = {
  /** Undefined: of all merchants. */
  merchantIds: readonly MerchantId[] | undefined
  from: Instant | undefined
  to: Instant | undefined
}

/** Payouts to merchants, for a file. */
export const exportedPayouts = ({ db }: { db: Db }, selection: PayoutSelection): Exported<MerchantPayout> => ({
  columns: {
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
  },
  rowsAfter: (after, limit) => payoutsAfter(db, { ...selection, after, limit }),
})

/** The route by which payouts to merchants are exported: they belong to merchants, and not to sites as other lists do. */
export const exportPayoutsRoute = (parts: ExportParts): StaffRoute =>
  staffFile({
    method: 'GET',
    path: '/exports/merchant-payouts',
    operationId: 'exportMerchantPayouts',
    group: 'Exports',
    summary: 'Payouts to bank accounts of merchants, as CSV',
    about: 'A file that is written while it is read, oldest first. A connection that breaks off has not sent all.',
    caller: 'staff',
    permission: 'settlements:read',
    query: z.object({
      merchantId: optional(text({ max: 10, what: 'the id of a merchant' })),
      ...periodQuery,
    }),
    reply: z.string(),
    files: ['text/csv'],
    run: async ({ caller, ip, query }) => {
      const { merchantId, from, to, timeZone: zone = 'UTC' } = query
      const period = { from: from?.in(zone, 'from'), to: to?.in(zone, 'to') }
      const selection = { merchantIds: merchantsInScope(caller, merchantId), ...period }
      await noteExport(parts, { caller, ip, name: 'merchant-payouts', query, period: undefined })
      return {
        type: 'text/csv; charset=utf-8; header=present',
        fileName: exportName('merchant-payouts', { site: undefined, siteIds: undefined, ...period }, zone),
        parts: csvOf(exportedPayouts(parts, selection), zone),
      }
    },
  })
