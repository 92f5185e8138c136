import { checkReason, type StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { inParts } from '#kernel/base/file-row.ts'
import { commit, decide, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { checkReport, type ReportRows } from './check-report.ts'
import type { ReconciliationContext } from './context.ts'
import { recordRows } from './record-rows.ts'
import { refuse } from './refusals.ts'
import type { Report, ReportRow } from './report.ts'
import { readReportRow } from './report-row.ts'
import { findReport, findReportOf, rowsNamed } from './store.ts'

export type ImportInput = {
  by: StaffAuthor
  name: string
  /** The rows from the beginning: they are read twice. */
  rows(): ReportRows
  /** SHA-256 of the bytes, once all rows were read. */
  digest(): Uint8Array
  once?: ((reportId: string | Ref) => Write[]) | undefined
}

/**
 * Imports what an acquirer says that it has settled. The whole file is checked first, and nothing of one is kept that does
 * not add up. Then its rows are recorded, compared and booked a part at a time, each in a commit of its own. The same file
 * again is the same report, which goes on where it has stopped, and is whole once it ends; a row that was in another report is not recorded again.
 */
export async function importReport(ctx: ReconciliationContext, input: ImportInput): Promise<Report> {
  const by = { ...input.by, reason: checkReason(input.by.reason) }
  const checked = await checkReport(input.rows(), ctx)
  if ('wrong' in checked) throw invalid(checked.wrong)
  const { connector } = checked
  await checkChanged(ctx, connector, input.rows())
  const report = await recordReport(ctx, { ...input, by, ...checked, digest: input.digest() })
  for await (const rows of inParts(readRows(input.rows()), rowsAtOnce))
    await recordRows(ctx, { by, connector, reportId: report.id, rows })
  const now = ctx.clock.now()
  const whole = insert(
    'reconciliation.wholes',
    { report_id: report.id, ended_at: now },
    { orElse: { conflict: ['report_id'], set: [] } },
  )
  await commit(ctx, now, [whole], 'import-report')
  return (await findReport(ctx.db, report.id))!
}
const rowsAtOnce = 500

const invalid = (wrong: readonly string[]): Error =>
  refuse('acquirer_report_invalid', { field: 'rows', wrong: wrong.join('; ') })

async function* readRows(rows: ReportRows): AsyncGenerator<ReportRow> {
  for await (const unchecked of rows) {
    const read = readReportRow(unchecked)
    if ('problems' in read) throw invalid([`line ${unchecked.line}: the file has changed while it was read`])
    yield read.row
  }
}

/** What an acquirer has once said of a row stays: a report that says something else is not kept. */
async function checkChanged({ db }: ReconciliationContext, connector: string, rows: ReportRows): Promise<void> {
  for await (const part of inParts(readRows(rows), rowsAtOnce)) {
    const known = await rowsNamed(
      db,
      connector,
      part.map(({ entry }) => entry),
    )
    const changed = part.filter((row) => known.has(row.entry) && factsOf(known.get(row.entry)!) !== factsOf(row))
    if (changed.length > 0)
      throw invalid(
        changed
          .slice(0, changedMax)
          .map(
            ({ line, entry }) =>
              `line ${line}, entry: it is in report ${known.get(entry)!.reportId} already, with other facts`,
          ),
      )
  }
}
const changedMax = 20

const factsOf = (row: ReportRow): string =>
  [
    ...[row.batch, row.type, row.key, row.reference, row.currency, row.grossMinor, row.feesMinor],
    ...[row.bookedOn, row.valueOn],
  ].join('|')

type NewReport = Pick<ImportInput, 'name' | 'once'> & {
  by: StaffAuthor & { reason: string }
  connector: string
  rows: number
  digest: Uint8Array
}

const recordReport = (ctx: ReconciliationContext, report: NewReport): Promise<Report> =>
  decide(async () => {
    const { by, connector, name, rows, digest, once = () => [] } = report
    const now = ctx.clock.now()
    const known = await findReportOf(ctx.db, digest)
    if (known) {
      await commit(ctx, now, once(String(known.id)), 'import-report')
      return known
    }
    const as = ref('report')
    const row = { connector, name, digest, rows, recorded_by: by.actor, recorded_at: now }
    const committed = await commit(
      ctx,
      now,
      [
        insert('reconciliation.reports', row, { as, onDuplicate: { acquirer_report_digest: 'stale' } }),
        insert('reconciliation.connectors', { id: connector, since: now }, { orElse: { conflict: ['id'], set: [] } }),
        auditEntry(now, by, {
          action: 'acquirerReportImported',
          owner: platformOwner,
          subject: { type: 'acquirerReport', id: as },
          after: { file: name, connector, rows },
        }),
        ...once(as),
      ],
      'import-report',
    )
    return (await findReport(ctx.db, committed(as)))!
  })
