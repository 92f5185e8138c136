import { inParts } from '#kernel/base/file-row.ts'
import { readCsvRows } from '#kernel/base/read-csv.ts'
import { commit, decide, insert, update } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { deliverySchedule } from '#kernel/work/delivery-schedule.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { NotSent } from '../errors.ts'
import type { AppliedWebhook } from '../processor.ts'
import type { AdyenContext } from './context.ts'
import { findAnnounced, findReport, lastReportNumber, payoutDayOf, type Report, withKeys } from './report-store.ts'
import { ReportFault, readSettlementLine, type SettlementLine } from './settlement-line.ts'
import type { WebhookItem } from './webhook-item.ts'

/**
 * A report is there. Its address is not signed, so it counts only where Adyen's reports are. One that could not be read is
 * read again from its first line: an operator has had it generated again, under the same name.
 * @throws when the address is another one: nothing is called, and an operator looks.
 */
export async function announceReport(
  ctx: AdyenContext,
  { pspReference: name, reason }: WebhookItem,
): Promise<AppliedWebhook> {
  if (!/^settlement_detail_report\w*\.csv$/.test(name)) return { results: [], ignored: `${name} is not read` }
  const { current } = await ctx.api.credentials()
  if (!current.reports) return { results: [], ignored: 'this connection has no report user' }
  const address = URL.parse(reason ?? '')
  const expected = new URL(current.addresses.reports)
  if (address?.origin !== expected.origin || !address.pathname.startsWith('/reports/download/'))
    throw new Error(`the address of ${name} is not one of ${expected.host}`)
  await replaceUnread(ctx, name)
  const now = ctx.clock.now()
  const row = {
    ...{ connector: ctx.connector, name, path: address.pathname, announced_at: now, lines: 0, number: null },
    ...{ settled_on: null, tries: 0, trouble: null, due_at: now, leased_until: null, replaced_at: null },
  }
  const conflict = ['connector', 'name', 'replaced_at'] as const
  await commit(ctx, now, [insert('adyen.reports', row, { orElse: { conflict, set: [] } })], 'reports')
  return { results: [] }
}

/** The lines that were read of it stay as they are, and never count: they may differ from those of the new report. */
const replaceUnread = (ctx: AdyenContext, name: string): Promise<void> =>
  decide(async () => {
    const known = await findAnnounced(ctx, name)
    const isUntouched = known?.lines === 0 && known.trouble === null
    if (!known || known.number !== null || isUntouched) return
    const now = ctx.clock.now()
    const set = { replaced_at: now, due_at: null, leased_until: null }
    const where = { id: known.id, number: null, replaced_at: null }
    await commit(ctx, now, [update('adyen.reports', { set, where })], 'reports')
  })

export const reportJob = (ctx: AdyenContext): DueWork => ({
  name: `fetch settlement reports of ${ctx.connector}`,
  ...claimDue(ctx, 'adyen.reports', { leaseMs: 15 * 60_000, only: `connector = '${ctx.connector}'` }),
  run: (id) => fetchReport(ctx, BigInt(id)),
})

/**
 * Reads a report from its beginning, as it arrives, and records the lines that are not recorded yet, a part at a time. It
 * may break off anywhere: the next try goes on behind what it finds.
 */
async function fetchReport(ctx: AdyenContext, id: bigint): Promise<void> {
  const report = (await findReport(ctx, id))!
  if (report.number !== null || report.replacedAt !== null) return
  try {
    for await (const lines of inParts(linesOf(ctx, report), linesAtOnce)) await recordLines(ctx, id, lines)
    await recordWhole(ctx, id)
    await ctx.listGrown('settlements')
  } catch (error) {
    await recordTrouble(ctx, id, error)
  }
}
const linesAtOnce = 500

async function* linesOf(ctx: AdyenContext, { path }: Report): AsyncGenerator<SettlementLine> {
  const { merchantAccount } = (await ctx.api.credentials()).current
  let count = 0
  const rows = readCsvRows<{ record: unknown; info: { lines: number } }>(ctx.api.download(path), { columns: true })
  for await (const { record, info } of rows) {
    count += 1
    const line = readSettlementLine(record, info.lines)
    // A report of a company has the lines of its other accounts too.
    if (line.merchantAccount === merchantAccount) yield line
  }
  if (count === 0) throw new ReportFault('the report has no lines')
}

const recordLines = (ctx: AdyenContext, id: bigint, lines: readonly SettlementLine[]): Promise<void> =>
  decide(async () => {
    const report = (await findReport(ctx, id))!
    const fresh = lines.filter(({ line }) => line > report.lines)
    const last = fresh.at(-1)
    if (!last) return
    const rows = (await withKeys(ctx, fresh)).map((each) => ({
      report_id: id,
      line: each.line,
      batch: each.batch,
      type: each.type,
      journal_type: each.journalType,
      authorization_key: each.authorization ?? null,
      request_key: each.request ?? null,
      reference: each.reference ?? null,
      currency: each.currency,
      gross_minor: each.grossMinor,
      fees_minor: each.feesMinor,
      net_minor: each.netMinor,
      fees: jsonb(each.fees),
      booked_on: each.bookedOn,
    }))
    await commit(
      ctx,
      ctx.clock.now(),
      [
        insert('adyen.settlement_lines', rows, { onDuplicate: { adyen_line_once: 'stale' } }),
        update('adyen.reports', { set: { lines: last.line }, where: { id, lines: report.lines } }),
      ],
      'reports',
    )
  })

/** Whole reports have the numbers 1, 2, 3 … in the order of their commits. */
const recordWhole = (ctx: AdyenContext, id: bigint): Promise<void> =>
  decide(async () => {
    const { lines, replacedAt } = (await findReport(ctx, id))!
    if (replacedAt !== null) return
    const [last, settledOn] = await Promise.all([lastReportNumber(ctx), payoutDayOf(ctx, id)])
    if (!settledOn) throw new ReportFault('the report has no lines of this merchant account')
    const set = { number: last + 1n, settled_on: settledOn, trouble: null, due_at: null, leased_until: null }
    const onDuplicate = { adyen_report_number: 'stale' } as const
    await commit(
      ctx,
      ctx.clock.now(),
      [update('adyen.reports', { set, where: { id, lines, replaced_at: null }, onDuplicate })],
      'reports',
    )
  })

/** A report that is not there yet, or a connection that broke, is tried again for two days; then an operator looks. */
async function recordTrouble(ctx: AdyenContext, id: bigint, error: unknown): Promise<void> {
  const { name, tries: before, lines, replacedAt } = (await findReport(ctx, id))!
  if (replacedAt !== null) return
  // An operator has cut the connection off: no try is used up.
  if (error instanceof NotSent) {
    const wait = { due_at: ctx.clock.now().add(cutOffWait), leased_until: null }
    return void (await commit(
      ctx,
      ctx.clock.now(),
      [update('adyen.reports', { set: wait, where: { id, lines, replaced_at: null } })],
      'reports',
    ))
  }
  const tries = before + 1
  const why = (error instanceof Error ? error.message : String(error)).slice(0, troubleLengthMax)
  const dueAt =
    error instanceof ReportFault ? undefined : schedule.nextTryAt(ctx.clock.now(), schedule.triesMax - tries)
  const facts = { connector: ctx.connector, report: name, tries, why }
  if (dueAt) ctx.log.warn(facts, 'a settlement report was not read; it is tried again')
  else ctx.log.error(facts, 'a settlement report cannot be read')
  const set = { tries, trouble: why, due_at: dueAt ?? null, leased_until: null }
  await commit(
    ctx,
    ctx.clock.now(),
    [update('adyen.reports', { set, where: { id, lines, replaced_at: null } })],
    'reports',
  )
}
const cutOffWait = Temporal.Duration.from({ minutes: 10 })
const schedule = deliverySchedule([1, 5, 30, 120, 720, 1_440].map((minutes) => minutes * 60_000))
const troubleLengthMax = 500
