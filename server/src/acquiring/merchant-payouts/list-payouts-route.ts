import { type SqlBool, sql } from 'kysely'
import { type StaffRoute, type TableListParts, tableList } from '#core/access'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { optional, text } from '#kernel/http/field.ts'
import { chosen, currencyWords, several } from '#kernel/http/filter.ts'
import { payoutColumns } from './export-payouts.ts'
import { ofMerchants } from './merchant-in-scope.ts'
import { merchantPayoutStates } from './payout-states.ts'
import { payoutRecord, payoutShape } from './shapes.ts'
import { payoutOf } from './store.ts'

/** Payouts to merchants as a list and as a file: they belong to merchants, and not to sites as other lists do. */
export const payoutListRoutes = (parts: TableListParts): StaffRoute[] =>
  tableList(parts, {
    name: 'merchant-payouts',
    operations: { list: 'listMerchantPayouts', export: 'exportMerchantPayouts' },
    group: 'Payouts to merchants',
    permission: 'settlements:read',
    summary: 'Payouts to bank accounts of merchants, newest first',
    table: 'merchant_payouts.payouts',
    filters: {
      ...ofMerchants.filters,
      status: several(merchantPayoutStates.statuses),
      currency: currencyWords(),
      text: optional(text({ max: 100, min: 2, what: 'a part of a reference' })).meta({
        description: 'Part of our reference, or of that of the bank. No index has it.',
      }),
    },
    shape: payoutShape,
    record: payoutRecord,
    whose: ofMerchants.whose,
    selected: ({ status, currency, text }) => ({
      narrowed: status ? [ledBy('status', 'text', chosen(merchantPayoutStates.statuses, status))] : [],
      conditions: [
        ...(currency ? [sql<SqlBool>`entry.currency = any(${currency}::text[])`] : []),
        ...(text
          ? [
              sql<SqlBool>`position(lower(${text}) in lower(concat_ws(E'\n', entry.end_to_end_id, entry.bank_reference))) > 0`,
            ]
          : []),
      ],
    }),
    things: (rows) => rows.map(payoutOf),
    columns: payoutColumns,
  })
