import { z } from 'zod'
import { currencyField, merchantInScope } from '#acquiring/merchant-payouts'
import { type StaffRoute, siteIdField, staffFile } from '#core/access'
import { readSiteId } from '#core/directory'
import { date, oneOf, optional, timeZone } from '#kernel/http/field.ts'
import type { StatementsContext } from './context.ts'
import { currencyOf } from './currency-of.ts'
import { merchantNameOf } from './merchant-name.ts'
import { refuse } from './refusals.ts'
import { openSettlementReport } from './settlement/report.ts'
import { reportFile } from './settlement/report-file.ts'
import { reportShape } from './settlement/wire.ts'
import { openStatement } from './statement.ts'
import { statementFile, statementFormats, statementTypes } from './statement-file.ts'
import { statementShape } from './wire.ts'

const shared = {
  method: 'GET',
  group: 'Money of merchants',
  caller: 'staff',
  permission: 'settlements:read',
  params: z.object({ merchantId: z.string() }),
  files: Object.values(statementTypes).map((type) => type.replace(/;.*/, '')),
} as const

const days = {
  from: date().meta({ description: 'The first day.' }),
  to: date().meta({ description: 'The last day, today at the latest.' }),
  timeZone: optional(timeZone()).meta({ description: 'In which days begin and end.', default: 'UTC' }),
  format: optional(oneOf(statementFormats)).meta({ default: 'json' }),
}

/** What `florin merchant statement` and `florin merchant settlement-report` write, for programs. */
export const statementStaffRoutes = (ctx: StatementsContext): StaffRoute[] => [
  staffFile({
    ...shared,
    path: '/merchants/:merchantId/statement',
    operationId: 'getMerchantStatement',
    summary: 'Statement of what a merchant is owed',
    about:
      'Every movement of the balance in a currency, from the beginning of one day to the end of another, with the balance before and after, and the totals. A statement whose `final` is true never changes again.',
    query: z.object({
      ...days,
      currency: optional(currencyField()).meta({ description: 'Left out: the one that the merchant has.' }),
    }),
    reply: statementShape,
    run: async ({ caller, params, query: { from, to, timeZone = 'UTC', currency: asked, format = 'json' } }) => {
      const merchantId = await merchantInScope(ctx, caller, params.merchantId)
      const currency = await currencyOf(ctx.db, { merchantId, asked })
      const statement = await openStatement(ctx, { merchantId, currency, period: { from, to, timeZone } })
      return statementFile(statement, format, await merchantNameOf(ctx, merchantId))
    },
  }),
  staffFile({
    ...shared,
    path: '/merchants/:merchantId/settlement-report',
    operationId: 'getSettlementReport',
    summary: 'Settlement report: the transactions of a period with fee, net, batch and payout',
    about:
      'Of all sites of a merchant or of one: each transaction whose money moved in these days. The PDF is a summary by batch. Written while it is read, however long it is.',
    query: z.object({
      ...days,
      siteId: optional(siteIdField).meta({ description: 'Of one site; left out: of all.' }),
      currency: optional(currencyField()).meta({ description: 'In one currency; left out: in all.' }),
    }),
    reply: reportShape,
    run: async ({ caller, params, query }) => {
      const { from, to, timeZone = 'UTC', siteId: site, currency, format = 'json' } = query
      const merchantId = await merchantInScope(ctx, caller, params.merchantId)
      const siteId = site === undefined ? undefined : readSiteId(site)
      if (site !== undefined && siteId === undefined)
        throw refuse('report_site_unknown', { field: 'siteId', siteId: site })
      const asked = { merchantId, siteId, currency, period: { from, to, timeZone } }
      const report = await openSettlementReport(ctx, asked)
      return reportFile(report, format, await merchantNameOf(ctx, merchantId))
    },
  }),
]
