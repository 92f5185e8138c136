import type { StaffAuthor } from '#core/access'
import { auditEntry, platformOwner } from '#core/directory'
import { commit, decide, insert, type Write } from '#kernel/db/commit/commit.ts'
import { jsonb } from '#kernel/db/db.ts'
import { type ComparedDay, compareReport } from './compare-report.ts'
import type { ReportsContext } from './context.ts'
import { requireMatchable } from './day-actions.ts'
import { refuse } from './refusals.ts'
import { findReport, storedBreak } from './store.ts'

export type MatchDayInput = { by: StaffAuthor & { reason: string }; reportId: bigint; row: bigint; once?(): Write[] }

/** Somebody knows why a day differs. It counts until something else differs. */
export const matchDay = (ctx: ReportsContext, input: MatchDayInput): Promise<ComparedDay> =>
  decide(async () => {
    const { by, reportId, row, once = () => [] } = input
    const found = await findDay(ctx, { reportId, row })
    requireMatchable(found)
    const { day, currency, breaks } = found
    const now = ctx.clock.now()
    const stored = breaks.map(storedBreak)
    const facts = { row_id: row, breaks: jsonb(stored), reason: by.reason, matched_by: by.actor, matched_at: now }
    const audited = auditEntry(now, by, {
      action: 'networkReportMatched',
      owner: platformOwner,
      subject: { type: 'networkReport', id: reportId },
      after: { day: `${day}`, currency, breaks: JSON.stringify(stored) },
    })
    await commit(ctx, now, [insert('networkreports.matches', facts), audited, ...once()], 'match-day')
    return findDay(ctx, { reportId, row })
  })

/** A day of a report as it compares now. */
export async function findDay({ db }: ReportsContext, { reportId, row }: Pick<MatchDayInput, 'reportId' | 'row'>) {
  if (!(await findReport(db, reportId))) throw refuse('report_not_found', { reportId: String(reportId) })
  const found = (await compareReport(db, reportId)).find(({ id }) => id === row)
  if (!found) throw refuse('report_day_not_found', { reportId: String(reportId), row: String(row) })
  return found
}
