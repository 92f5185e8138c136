import { type Author, auditEntry, platformOwner } from '#core/directory'
import { commit, decide, insert, type Ref, ref, type Write } from '#kernel/db/commit/commit.ts'
import { bookedIn } from './compare-report.ts'
import type { ReportsContext } from './context.ts'
import { refuse } from './refusals.ts'
import { dayKey, noSums, type Report, type ReportedDay } from './report.ts'
import { type ReportRows, readReport } from './report-row.ts'
import { findReport, findReportOf, insertDays } from './store.ts'

export type RecordReportInput = {
  by: Author
  name: string
  rows: ReportRows
  /** SHA-256 of the bytes, once the rows are read. */
  digest(): Uint8Array
  once?(reportId: string | Ref): Write[]
}

/**
 * Keeps what a network says that it has settled. The same file again is the same report, which is compared again. A day on
 * which we have booked something, and of which the file says nothing, becomes a row of zeros, so that it is seen.
 */
export async function recordReport(ctx: ReportsContext, input: RecordReportInput): Promise<Report> {
  const { by, name, rows, once = () => [] } = input
  const { days, wrong } = await readReport(rows)
  if (wrong.length > 0) throw refuse('report_invalid', { field: 'rows', wrong: wrong.join('; ') })
  const digest = input.digest()
  return decide(async () => {
    const known = await findReportOf(ctx.db, digest)
    if (known) {
      await commit(ctx, ctx.clock.now(), once(String(known.id)), 'record-report')
      return known
    }
    const all = [...days, ...(await notReported(ctx, days))]
    const now = ctx.clock.now()
    const as = ref('report')
    const row = { name, digest, recorded_by: by.actor, recorded_at: now }
    const committed = await commit(
      ctx,
      now,
      [
        insert('networkreports.reports', row, { as, onDuplicate: { report_digest: 'stale' } }),
        ...insertDays(as, all),
        auditEntry(now, by, {
          action: 'networkReportRecorded',
          owner: platformOwner,
          subject: { type: 'networkReport', id: as },
          after: { file: name, rows: all.length },
        }),
        ...once(as),
      ],
      'record-report',
    )
    return (await findReport(ctx.db, committed(as)))!
  })
}

async function notReported({ db }: ReportsContext, days: readonly ReportedDay[]): Promise<ReportedDay[]> {
  const reported = new Set(days.map(dayKey))
  const booked = await bookedIn(db, days)
  return [...booked.values()]
    .filter((one) => !reported.has(dayKey(one)))
    .map(({ day, currency }) => ({ day, currency, line: 0, sums: noSums }))
}
