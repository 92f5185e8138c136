import { compareEntries, type EntryCause, entriesOf } from '#core/ledger/audit'
import { type Difference, everything, type Findings, type Scope } from '#kernel/audit/findings.ts'
import { amountText } from '#kernel/audit/format.ts'
import { pageSize, pagesOf } from '#kernel/audit/pages.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

type Batch = {
  id: bigint
  site_id: number
  currency: Currency
  cut_off_at: Instant
  part: number
  net_minor: bigint
  payments: number
  /** What its members come to. */
  members: bigint
  members_net: bigint
  /** Members that cannot be in it: of another site or currency, of a later day, or never captured. */
  strangers: bigint
  /** Whether its members are not those that it was closed with; null where that is not known. */
  swapped: boolean | null
}

/** The statuses of money that has moved: the members of a batch have one of them. */
const moneyMoved = [
  'captured',
  'refunded',
  'disputed',
  'chargedBack',
  'opened',
  'won',
  'lost',
  'represented',
  'credited',
  'returned',
  'reinstated',
  'captureFailed',
]

/** The batches that ledger entries name as their cause. */
export const batchCause: EntryCause = {
  join: `left join settlement.batches b
    on e.reference = concat_ws(' ', 'batch', b.site_id, b.currency,
                               to_char(b.cut_off_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), b.part)`,
  isMissing: 'b.id is null',
}

/** Every batch is the sum of its members, and is booked; every member of a batch belongs in it. */
export async function checkBatches(moment: Reader, findings: Findings, scope: Scope): Promise<void> {
  const batches = scope('settlement.batches')
  for await (const page of pagesOf((after) => batchesAfter(moment, after, batches))) {
    const entries = await entriesOf(moment, page.map(referenceOf))
    for (const batch of page) {
      const reference = referenceOf(batch)
      const calledFor = [{ recipe: 'batchClosed', facts: { net: money(batch.net_minor, batch.currency) } }] as const
      findings.differ(
        ...differencesOfBatch(batch),
        ...compareEntries({ about: `batch ${batch.id}`, reference }, calledFor, entries.get(reference) ?? []),
      )
    }
    findings.checked('batches', page.length)
  }
  if (batches === everything('settlement.batches')) await checkMembership(moment, findings)
}

const referenceOf = ({ site_id, currency, cut_off_at, part }: Batch): string =>
  `batch ${site_id} ${currency} ${cut_off_at} ${part}`

const batchesAfter = async (moment: Reader, after: bigint, batches: string): Promise<Batch[]> =>
  (await moment.run(
    `select b.id, b.site_id, b.currency, b.cut_off_at, b.part, b.net_minor, b.payments,
            count(p.id) as members,
            coalesce(sum(case when p.type in ('refund', 'chargeback', 'credit', 'capture-failure') then -p.captured_minor else p.captured_minor end), 0)::bigint as members_net,
            count(p.id) filter (where p.site_id <> b.site_id or p.currency <> b.currency or (p.captured_at < b.cut_off_at) is not true
                                   or p.status <> all($2)) as strangers,
            b.members <> sha256(convert_to(coalesce(string_agg(p.id::text, ',' order by p.id), ''), 'utf8')) as swapped
     from (select * from settlement.batches where id > $1 and ${batches} order by id limit ${pageSize}) b
     left join payments.payments p on p.batch_id = b.id
     group by b.id, b.site_id, b.currency, b.cut_off_at, b.part, b.net_minor, b.payments, b.members
     order by b.id`,
    [after, moneyMoved],
  )) as Batch[]

function differencesOfBatch(batch: Batch): Difference[] {
  const { id, currency, net_minor, payments, members, members_net, strangers, swapped } = batch
  const about = `batch ${id}`
  const look = `payments.payments where batch_id = ${id}`
  return [
    ...(net_minor === members_net
      ? []
      : [
          {
            about,
            wrong: 'its net is not the sum of its payments',
            actual: amountText(net_minor, currency),
            should: amountText(members_net, currency),
            off: amountText(net_minor - members_net, currency),
            look,
          },
        ]),
    ...(BigInt(payments) === members
      ? []
      : [
          {
            about,
            wrong: 'its number of payments is wrong',
            actual: `${payments}`,
            should: `${members}`,
            off: `${BigInt(payments) - members}`,
            look,
          },
        ]),
    ...(strangers === 0n
      ? []
      : [
          {
            about,
            wrong: 'it has payments of other batches',
            actual: `${strangers} of another site, currency or day, or never captured`,
            should: 'none',
            look,
          },
        ]),
    ...(swapped
      ? [
          {
            about,
            wrong: 'its payments are not those that it was closed with',
            actual: `${members} payments, of which some are others`,
            should: 'the payments whose digest it has',
            look,
          },
        ]
      : []),
  ]
}

async function checkMembership(moment: Reader, findings: Findings): Promise<void> {
  const rows = (await moment.run(
    `select p.id, p.batch_id from payments.payments p left join settlement.batches b on b.id = p.batch_id
     where p.batch_id is not null and b.id is null order by p.id`,
    [],
  )) as { id: bigint; batch_id: bigint }[]
  for (const { id, batch_id } of rows)
    findings.differ({
      about: `payment ${id}`,
      wrong: 'its batch does not exist',
      actual: `batch ${batch_id}`,
      should: 'a batch, or none',
      look: `payments.payments where id = ${id}`,
    })
}
