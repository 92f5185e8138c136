import type { Check, Difference, Findings } from '#kernel/audit/findings.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'

export { sealed } from './sealed.ts'

type LinkRow = { id: bigint; reserved: number; paid: number; uses_reserved: bigint; uses_paid: bigint }
type UseRow = { id: bigint; place: string; should: string }

/**
 * The uses of a payment link are counted twice: on the link, and on each order that came of it. Both agree with each
 * other and with the results of the orders' payments.
 */
async function checkLinks(moment: Reader, findings: Findings): Promise<void> {
  for await (const page of pagesOf((after) => linksAfter(moment, after))) {
    findings.differ(...page.flatMap(differencesOfLink))
    findings.checked('links', page.length)
  }
  for await (const page of pagesOf((after) => usesAfter(moment, after)))
    findings.differ(...page.flatMap(differenceOfUse))
}

const linksAfter = async (moment: Reader, after: bigint): Promise<LinkRow[]> =>
  (await moment.run(
    `select l.id, l.reserved, l.paid,
            count(u.order_id) filter (where u.place = 'reserved') as uses_reserved,
            count(u.order_id) filter (where u.place = 'paid') as uses_paid
     from (select * from links.links where id > $1 order by id limit ${pageSize}) l
     left join links.uses u on u.link_id = l.id
     group by l.id, l.reserved, l.paid order by l.id`,
    [after],
  )) as LinkRow[]

function differencesOfLink({ id, reserved, paid, uses_reserved, uses_paid }: LinkRow): Difference[] {
  const counts = [
    { what: 'reserved', actual: BigInt(reserved), should: uses_reserved },
    { what: 'paid', actual: BigInt(paid), should: uses_paid },
  ]
  return counts
    .filter(({ actual, should }) => actual !== should)
    .map(({ what, actual, should }) => ({
      about: `link ${id}`,
      wrong: `its number of ${what} uses is not that of its orders`,
      actual: `${actual}`,
      should: `${should}`,
      off: `${actual - should}`,
      look: `links.uses where link_id = ${id}`,
    }))
}

/** The statuses of a payment without a result. */
const underWay = ['authorizing', 'challenging', 'uncertain', 'reversing']

/** A payment under way has reserved a use, and one that succeeded has paid for it, whatever happened later. */
const usesAfter = async (moment: Reader, after: bigint): Promise<UseRow[]> =>
  (await moment.run(
    `select u.order_id as id, u.place,
            case when bool_or(p.status = any($2)) then 'reserved' when bool_or(p.status <> 'failed') then 'paid' else 'none' end as should
     from (select * from links.uses where order_id > $1 order by order_id limit ${pageSize}) u
     left join payments.payments p on p.order_id = u.order_id and p.parent_id is null and p.source = 'service-call' and p.period is null
     group by u.order_id, u.place order by u.order_id`,
    [after, underWay],
  )) as UseRow[]

const differenceOfUse = ({ id, place, should }: UseRow): Difference[] =>
  place === should
    ? []
    : [
        {
          about: `order ${id}`,
          wrong: 'its use of the payment link does not fit its payments',
          actual: place,
          should,
          look: `links.uses where order_id = ${id}`,
        },
      ]

export const checks: readonly Check[] = [{ name: 'links', check: checkLinks }]
