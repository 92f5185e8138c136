/** The checks of `verify` for emails. They share no code with what they check. */
import type { Check, Difference, Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'

export { sealed } from './sealed.ts'

export const checks: readonly Check[] = [
  {
    name: 'emails',
    check: (moment, findings, _report, scope) => checkEmails(moment, findings, scope('emails.emails')),
  },
]

type EmailRow = { id: bigint; site_id: number; order_id: bigint; order_site: number | null }

/** An email is about an order of its own site. */
async function checkEmails(moment: Reader, findings: Findings, ours: string): Promise<void> {
  for await (const page of pagesOf((after) => emailsAfter(moment, after, ours))) {
    findings.differ(...page.flatMap(differencesOf))
    findings.checked('emails', page.length)
  }
}

const emailsAfter = async (moment: Reader, after: bigint, ours: string): Promise<EmailRow[]> =>
  (await moment.run(
    `select e.id, e.site_id, e.order_id, o.site_id as order_site
     from (select * from emails.emails where id > $1 and ${ours} order by id limit ${pageSize}) e
     left join orders.orders o on o.id = e.order_id
     order by e.id`,
    [after],
  )) as EmailRow[]

function differencesOf({ id, site_id, order_id, order_site }: EmailRow): Difference[] {
  if (order_site === site_id) return []
  return [
    {
      about: `email ${id}`,
      wrong: 'it is about an order that is not of its site',
      actual: `site ${site_id}`,
      should: order_site === null ? `order ${order_id} to exist` : `site ${order_site}`,
      look: `emails.emails where id = ${id}`,
    },
  ]
}
