import { type CalledFor, compareEntries, type EntryCause, entriesOf } from '#core/ledger/audit'
import type { Check, Findings } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- submit submitted',
  'submitted raise chargedBack',
  'submitted lose lost',
  'submitted cancel cancelled',
  'chargedBack win won',
  'chargedBack lose lost',
  'submitted withdraw cancelled',
  'chargedBack withdraw cancelled',
]

const look = `'chargebacks.disputes where id = ''' || d.id || '''' as look`

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'card dispute',
    table: 'chargebacks.disputes',
    transitions: 'chargebacks.transitions',
    key: 'dispute_id',
    legal,
  }),
  {
    wrong: 'it is about no payment of its holder',
    rows: `
      select 'card dispute ' || d.id as about, concat_ws(' ', d.holder_id, d.partner_id, d.account_id, d.currency) as actual,
             concat_ws(' ', t.holder_id, t.partner_id, t.account_id, t.currency) as should, ${look}
      from chargebacks.disputes d left join spending.transactions t on t.id = d.transaction_id
      where (d.holder_id, d.partner_id, d.account_id, d.currency)
        is distinct from (t.holder_id, t.partner_id, t.account_id, t.currency) order by d.id`,
  },
  {
    // A refund may come after the dispute; what disputes come to is never more than was cleared.
    wrong: 'more of the payment is disputed than was cleared',
    rows: `
      select 'card dispute ' || max(d.id::text) as about, sum(d.minor)::text as actual, 'at most ' || max(s.cleared_minor) as should,
             'chargebacks.disputes where transaction_id = ''' || d.transaction_id || '''' as look
      from chargebacks.disputes d join spending.states s on s.id = d.transaction_id
      where d.status in ('submitted', 'chargedBack', 'won')
      group by d.transaction_id having sum(d.minor) > max(s.cleared_minor) order by 1`,
  },
  {
    wrong: 'it has moved money, or has not, against what it says',
    rows: `
      select 'transition of card dispute ' || t.id as about, coalesce(t.owed_minor::text, 'nothing moved') as actual,
             'chargebacks.transitions where id = ' || t.id as look
      from chargebacks.transitions t
      where (t.owed_minor is not null) <> (t.action = 'raise' or (t.action in ('lose', 'withdraw') and t.from_status = 'chargedBack'))
      order by t.id`,
    should: 'an amount for what was raised, or lost after that, and for nothing else',
  },
]

/** The disputes that ledger entries name as their cause. */
export const disputeCause: EntryCause = {
  join: `left join chargebacks.disputes cd on e.reference = 'dispute ' || cd.id`,
  isMissing: 'cd.id is null',
}

type Moved = {
  id: string
  account_id: string
  currency: Currency
  minor: bigint
  is_raised: boolean
  recovered: bigint | null
  is_lost: boolean
  owed: bigint | null
  network_minor: bigint | null
  network_currency: Currency | null
  markup_minor: bigint | null
}

/** A dispute that was raised is credited, and the credit ends when it is lost. */
async function checkEntries(moment: Reader, findings: Findings): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const page = await disputesAfter(moment, after)
    const last = page.at(-1)
    if (!last) return
    const entries = await entriesOf(
      moment,
      page.map(({ id }) => `dispute ${id}`),
    )
    for (const dispute of page) {
      const reference = `dispute ${dispute.id}`
      const about = `card dispute ${dispute.id}`
      findings.differ(...compareEntries({ about, reference }, entriesFor(dispute), entries.get(reference) ?? []))
    }
    findings.checked('card disputes', page.length)
    after = last.id
  }
}

function entriesFor({ account_id, currency, minor, is_raised, recovered, is_lost, owed, ...of }: Moved): CalledFor[] {
  if (!is_raised) return []
  const converted =
    of.network_minor === null
      ? undefined
      : { network: money(of.network_minor, of.network_currency!), markup: money(of.markup_minor!, currency) }
  const facts = { accountId: account_id, amount: money(minor, currency), converted }
  const credited: CalledFor = {
    recipe: 'cardDisputeCredited',
    facts: { ...facts, recovered: money(recovered ?? 0n, currency) },
  }
  return is_lost
    ? [credited, { recipe: 'cardDisputeLost', facts: { ...facts, owed: money(owed ?? 0n, currency) } }]
    : [credited]
}

const disputesAfter = async (moment: Reader, after: string): Promise<Moved[]> =>
  (await moment.run(
    `select d.id, d.account_id, d.currency, d.minor, r.id is not null as is_raised, r.owed_minor as recovered,
            l.id is not null as is_lost, l.owed_minor as owed, r.network_minor, r.network_currency, r.markup_minor
     from chargebacks.disputes d
     left join chargebacks.transitions r on r.dispute_id = d.id and r.action = 'raise'
     left join chargebacks.transitions l on l.dispute_id = d.id and l.action in ('lose', 'withdraw')
     where d.id > $1 order by d.id limit ${pageSize}`,
    [after],
  )) as Moved[]

export const checks: readonly Check[] = [
  { name: 'card disputes', check: (moment, findings) => checkRules(moment, findings, rules) },
  { name: 'entries of card disputes', check: checkEntries },
]
