import type { PaymentId } from '#acquiring/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'

/** Disputes with evidence that are over, to which nothing has happened since a moment; oldest first. */
export async function casesWithOldEvidence(db: Db, before: Instant, limit: number): Promise<PaymentId[]> {
  const rows = (await db.run(
    `select c.id from (
       select id from disputes.cases where evidence is not null
       union select case_id from disputes.documents where status = 'stored'
     ) e join disputes.cases c on c.id = e.id
     where c.status not in ('needsResponse', 'submitting', 'accepting')
       and (select max(t.occurred_at) from disputes.case_transitions t where t.case_id = c.id) < $1
     order by c.id limit $2`,
    [before, limit],
  )) as { id: PaymentId }[]
  return rows.map(({ id }) => id)
}
