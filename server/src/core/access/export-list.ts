import { auditEntry } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, type React } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { type CreatedPeriod, periodRecord } from '#kernel/http/filter.ts'
import type { StaffCaller } from './staff.ts'
import { viewerOf } from './staff-route.ts'

export type ExportParts = { db: Db; react: React; clock: Clock }

type Exporting = { caller: StaffCaller; ip: string; name: string; query: object; period: CreatedPeriod | undefined }

/** The audit keeps who has exported a list, which filters were set, and not what they were: there may be an e-mail address among them. */
export async function noteExport({ db, react, clock }: ExportParts, { caller, ip, name, query, period }: Exporting) {
  const now = clock.now()
  const filters = Object.entries(query).flatMap(([filter, value]) => (value === undefined ? [] : [filter]))
  const entry = auditEntry(now, viewerOf({ caller, ip }), {
    action: 'listExported',
    owner: caller.staff.scope,
    subject: { type: 'list', id: name },
    after: { filters, ...(period && periodRecord(period)) },
  })
  await commit({ db, react }, now, [entry], 'export-list')
}
