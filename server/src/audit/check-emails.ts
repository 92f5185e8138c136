import type { Reader } from '#kernel/db/db.ts'
import { pageSize, pagesOf } from './pages.ts'
import type { Difference, Findings } from './report.ts'

type EmailRow = { id: bigint; site_id: number; order_id: bigint; order_site: number | null }

/** A letter tells of an order of its own site. */
export async function checkEmails(moment: Reader, findings: Findings): Promise<void> {
  for await (const page of pagesOf((after) => emailsAfter(moment, after))) {
    findings.differ(...page.flatMap(differencesOf))
    findings.checked('emails', page.length)
  }
}

const emailsAfter = async (moment: Reader, after: bigint): Promise<EmailRow[]> =>
  (await moment.run(
    `select l.id, l.site_id, l.order_id, o.site_id as order_site
     from (select * from emails.emails where id > $1 order by id limit ${pageSize}) l
     left join orders.orders o on o.id = l.order_id
     order by l.id`,
    [after],
  )) as EmailRow[]

function differencesOf({ id, site_id, order_id, order_site }: EmailRow): Difference[] {
  if (order_site === site_id) return []
  return [
    {
      about: `letter ${id}`,
      wrong: 'it tells of an order that is not of its site',
      actual: `site ${site_id}`,
      should: order_site === null ? `order ${order_id} to be there` : `site ${order_site}`,
      look: `emails.emails where id = ${id}`,
    },
  ]
}
