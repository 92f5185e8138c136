import type { Difference, Findings } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { grouped, pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Reader } from '#kernel/db/db.ts'

type DisputedRow = {
  id: bigint
  parent_id: bigint | null
  status: string
  currency: string
  captured_minor: bigint
  refunded_minor: bigint
  charged_back_minor: bigint
}
type FollowerRow = {
  id: bigint
  parent_id: bigint
  type: string
  status: string
  reference: string | null
  currency: string
  minor: bigint
}

/** What was charged back of a payment is the sum of its disputes, and its status is the one that they call for. */
export async function checkDisputedPayments(moment: Reader, findings: Findings): Promise<void> {
  for await (const page of pagesOf((after) => disputedAfter(moment, after))) {
    const followers = (await moment.run(
      `select id, parent_id, type, status, reference, currency, minor from payments.payments where parent_id = any($1)`,
      [page.map(({ id }) => id)],
    )) as FollowerRow[]
    const followersOf = grouped(followers, ({ parent_id }) => parent_id)
    for (const row of page) findings.differ(...differencesOf(row, followersOf.get(row.id) ?? []))
  }
}

/** Whatever has a dispute, or says that it has. */
const disputedAfter = async (moment: Reader, after: bigint): Promise<DisputedRow[]> =>
  (await moment.run(
    `select id, parent_id, status, currency, captured_minor, refunded_minor, charged_back_minor
     from payments.payments p
     where id > $1 and (charged_back_minor <> 0 or status in ('disputed', 'chargedBack')
       or id in (select parent_id from payments.payments where type in ('chargeback', 'representment')))
     order by id limit ${pageSize}`,
    [after],
  )) as DisputedRow[]

function differencesOf(row: DisputedRow, followers: readonly FollowerRow[]): Difference[] {
  const about = `payment ${row.id}`
  const refunds = followers.filter(({ type }) => type === 'refund')
  const disputes = followers.filter(({ type }) => type === 'chargeback' || type === 'representment')
  const look = `payments.payments where parent_id = ${row.id}`
  const chargebacks = disputes.filter(({ type }) => type === 'chargeback')
  const standing = chargebacks.filter(({ status }) => status !== 'won')
  const chargedBack = standing.reduce((sum, { minor }) => sum + minor, 0n)
  const should = statusCalledFor(row.captured_minor === row.refunded_minor, refunds, chargebacks)
  const isThere = row.charged_back_minor === chargedBack
  // Without disputes, refunds alone decide, and that is checked with them.
  const decides = row.parent_id === null && (chargebacks.length > 0 ? changing : disputed).has(row.status)
  const fits = !decides || row.status === should
  return [
    ...(isThere
      ? []
      : [
          {
            about,
            wrong: 'what is charged back is not the sum of its disputes',
            actual: amountText(row.charged_back_minor, row.currency),
            should: amountText(chargedBack, row.currency),
            off: amountText(row.charged_back_minor - chargedBack, row.currency),
            look,
          },
        ]),
    ...(fits
      ? []
      : [{ about, wrong: 'its status does not fit its refunds and disputes', actual: row.status, should, look }]),
    ...disputes.flatMap((one) => differencesOfPair(one, disputes, look)),
  ]
}

/** The statuses that refunds and disputes give a payment. */
const disputed: ReadonlySet<string> = new Set(['disputed', 'chargedBack'])
const changing: ReadonlySet<string> = new Set([...disputed, 'captured', 'refunded'])

function statusCalledFor(whole: boolean, refunds: readonly FollowerRow[], chargebacks: readonly FollowerRow[]): string {
  if (chargebacks.some(({ status }) => status === 'opened')) return 'disputed'
  if (chargebacks.some(({ status }) => status === 'lost')) return 'chargedBack'
  return whole && !refunds.some(({ status }) => status === 'refunding') ? 'refunded' : 'captured'
}

/** A dispute that was won returned its money once, and nothing else returns money. */
function differencesOfPair(one: FollowerRow, all: readonly FollowerRow[], look: string): Difference[] {
  const other = all.filter(({ type, reference }) => type !== one.type && reference === one.reference)
  const about = `payment ${one.id}`
  const fits = other.length === 1 && other[0]!.minor === one.minor
  if (one.type === 'chargeback' && one.status !== 'won') return []
  if (one.type === 'chargeback')
    return fits ? [] : [{ about, wrong: 'it was won, and has no representment', ...pairText(one, other), look }]
  return fits && other[0]!.status === 'won'
    ? []
    : [{ about, wrong: 'it represents a chargeback that was not won', ...pairText(one, other), look }]
}

const pairText = (one: FollowerRow, other: readonly FollowerRow[]) => ({
  actual:
    other
      .map(({ id, status, minor, currency }) => `payment ${id} ${status} ${amountText(minor, currency)}`)
      .join(', ') || 'nothing',
  should: `one ${one.type === 'chargeback' ? 'representment' : 'won charge-back'} of ${amountText(one.minor, one.currency)}`,
})
