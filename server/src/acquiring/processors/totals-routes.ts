import { z } from 'zod'
import { type DayTotals, type Totals, totalsStatuses } from '#connectors/acquirer/processor.ts'
import { authorOf, reasonField, type StaffCaller, type StaffRoute, staffList, staffRoute } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import { id, oneOf, optional, text } from '#kernel/http/field.ts'
import { momentShape, momentText, pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { ProcessorsContext } from './context.ts'
import { closeTotals, listTotals, requireTotals } from './totals.ts'
import { totalsActions, totalsGuards } from './totals-actions.ts'

const lineNames = ['debits', 'debitReversals', 'credits', 'creditReversals', 'authorizations', 'net'] as const
const lineShape = z.strictObject({ count: z.int().optional(), amount: z.string().optional() })
const linesShape = z.strictObject({
  debits: lineShape,
  debitReversals: lineShape,
  credits: lineShape,
  creditReversals: lineShape,
  authorizations: lineShape,
  net: lineShape.meta({ description: 'Above zero when the acquirer owes the installation.' }),
})

const totalsShape = z.strictObject({
  id: z.string(),
  connection: z.string(),
  day: z.string().meta({ description: 'The business day of the host, such as 2026-05-05.' }),
  currency: z.string(),
  status: z.enum(totalsStatuses),
  ours: linesShape,
  theirs: linesShape.optional().meta({ description: 'What the host has counted, as far as it says so.' }),
  differing: z.array(z.enum(lineNames)),
  code: z.string().optional().meta({ description: 'What the host answered last, in its words.' }),
  tries: z.int(),
  sentAt: momentShape,
  answeredAt: momentShape.optional(),
  closedAt: momentShape.optional(),
})
const shownTotalsShape = totalsShape.extend({ actions: totalsActions.shape })

const linesRecord = (totals: Totals): z.output<typeof linesShape> => {
  const of = ({ count, amount }: Totals['net']) => ({
    ...(count !== undefined && { count }),
    ...(amount && { amount: formatMoney(amount) }),
  })
  const { debits, debitReversals, credits, creditReversals, authorizations, net } = totals
  return {
    ...{ debits: of(debits), debitReversals: of(debitReversals), credits: of(credits) },
    ...{ creditReversals: of(creditReversals), authorizations: of(authorizations), net: of(net) },
  }
}

export const totalsRecord = (totals: DayTotals): z.output<typeof totalsShape> => {
  const { connector, day, currency, status, ours, theirs, differing, code, tries, sentAt, answeredAt, closedAt } =
    totals
  return {
    ...{ id: String(totals.id), connection: connector, day: String(day), currency, status },
    ours: linesRecord(ours),
    ...(theirs && { theirs: linesRecord(theirs) }),
    differing: [...differing],
    ...(code !== undefined && { code }),
    ...{ tries, sentAt: momentText(sentAt) },
    ...(answeredAt && { answeredAt: momentText(answeredAt) }),
    ...(closedAt && { closedAt: momentText(closedAt) }),
  }
}

const shownTotals = (caller: StaffCaller, totals: DayTotals): z.output<typeof shownTotalsShape> => ({
  ...totalsRecord(totals),
  actions: totalsActions.record(caller, totalsGuards(totals)),
})

const connectionField = text({ max: 40, what: 'the name of a connection' })
const params = z.object({ connection: connectionField, totalsId: id<bigint>('the id of totals') })

/** What `florin connector totals` and `close-totals` do. */
export const totalsRoutes = (ctx: ProcessorsContext): StaffRoute[] => [
  staffList({
    group: 'Connectors',
    caller: 'operator',
    permission: 'connectors:read',
    method: 'GET',
    path: '/processor-totals',
    operationId: 'listProcessorTotals',
    summary: 'Totals of business days that were exchanged with hosts of acquirers, the newest day first',
    about:
      'Those that are out of balance, and those without an answer, wait until the host answers or a person closes them.',
    query: z.object({ ...pageQuery, connection: optional(connectionField), status: optional(oneOf(totalsStatuses)) }),
    reply: shownTotalsShape,
    run: async ({ caller, query: { connection, status, ...page } }) =>
      pageOf(
        (await listTotals(ctx, { connection, status })).map((one) => shownTotals(caller, one)),
        page,
      ),
  }),
  staffRoute({
    group: 'Connectors',
    caller: 'operator',
    permission: 'settlements:resolve',
    method: 'POST',
    path: '/processor-totals/:connection/:totalsId/close',
    operationId: 'closeProcessorTotals',
    summary: 'Close totals with an explanation; nothing is booked',
    about: 'Those without an answer are not sent again.',
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: shownTotalsShape,
    run: async ({ caller, ip, body, once, params: { connection, totalsId } }) => {
      const by = authorOf({ caller, ip, body })
      const input = { by, connection, id: totalsId, once: () => once(`${connection} ${totalsId}`) }
      return shownTotals(caller, await closeTotals(ctx, input))
    },
    recover: async (caller, named) => {
      const [connection, totalsId] = named.split(' ') as [string, string]
      return shownTotals(caller, (await requireTotals(ctx, { connection, id: BigInt(totalsId) })).totals)
    },
  }),
]
