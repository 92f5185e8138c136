import { type CalledFor, compareEntries, type EntryCause, entriesOf } from '#core/ledger/audit'
import type { Findings } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { pageSize } from '#kernel/audit/pages.ts'
import type { Rule } from '#kernel/audit/rule.ts'
import { type Currency, money } from '#kernel/base/money.ts'
import type { Reader } from '#kernel/db/db.ts'

/** The deposits that ledger entries name as their cause. */
export const receiptCause: EntryCause = {
  join: `left join topups.receipts receipt on receipt.id::text = e.reference
    left join topups.losses loss on e.reference = concat_ws(' ', loss.receipt_id, loss.nth)`,
  isMissing: 'receipt.id is null and loss.id is null',
}

type Row = {
  id: string
  account_id: string
  currency: Currency | null
  minor: bigint
  fee_minor: bigint
  recovered_minor: bigint
  losses: readonly { nth: number; kind: string; owed_minor: string }[] | null
}

/** Every deposit that was credited is booked, once and as it says; nothing else is. */
export async function checkReceipts(moment: Reader, findings: Findings): Promise<void> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = (await moment.run(
      `select r.id, t.account_id, r.currency, r.minor, r.fee_minor, r.recovered_minor,
         (select jsonb_agg(jsonb_build_object('nth', l.nth, 'kind', l.kind, 'owed_minor', l.owed_minor::text) order by l.nth)
          from topups.losses l where l.receipt_id = r.id) as losses
       from topups.receipts r join topups.topups t on t.id = r.topup_id where r.id > $1 order by r.id limit ${pageSize}`,
      [after],
    )) as Row[]
    if (rows.length === 0) return
    const entries = await entriesOf(
      moment,
      rows.flatMap(({ id, losses }) => [id, ...(losses ?? []).map(({ nth }) => `${id} ${nth}`)]),
    )
    for (const row of rows) {
      const { id, account_id: accountId, currency, minor, fee_minor, recovered_minor } = row
      const of = (amount: bigint) => money(amount, currency!)
      const facts = { accountId, amount: of(minor), fee: of(fee_minor), recovered: of(recovered_minor) }
      const calledFor = currency === null ? [] : [{ recipe: 'coinsCredited' as const, facts }]
      findings.differ(
        ...compareEntries({ about: `receipt of deposit ${id}`, reference: id }, calledFor, entries.get(id) ?? []),
        ...lossesOf(row).flatMap(({ reference, calledFor }) =>
          compareEntries({ about: `receipt of deposit ${id}`, reference }, calledFor, entries.get(reference) ?? []),
        ),
      )
    }
    findings.checked('deposits of topups', rows.length)
    after = rows.at(-1)!.id
  }
}

/** What was decided about coins that are lost, one after the other: `found` undoes what was decided before it. */
function lossesOf({ id, account_id: accountId, currency, minor, fee_minor, losses }: Row) {
  return (losses ?? []).map(({ nth, kind, owed_minor }, index) => {
    const amount = money(minor, currency!)
    const owed = money(BigInt(owed_minor), currency!)
    const onAccount = { accountId, amount, fee: money(fee_minor, currency!) }
    const wasReclaimed = losses?.[index - 1]?.kind === 'reclaimed'
    const calledFor: CalledFor =
      kind === 'writtenOff'
        ? { recipe: 'coinsWrittenOff', facts: { amount } }
        : kind === 'reclaimed'
          ? { recipe: 'coinsReclaimed', facts: { ...onAccount, owed } }
          : wasReclaimed
            ? { recipe: 'coinsReinstated', facts: { ...onAccount, recovered: owed } }
            : { recipe: 'coinsFound', facts: { amount } }
    return { reference: `${id} ${nth}`, calledFor: [calledFor] }
  })
}

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- see seen',
  'seen wait waiting',
  ...['seen', 'waiting'].flatMap((from) => [`${from} credit credited`, `${from} park parked`, `${from} freeze frozen`]),
  ...['seen', 'waiting', 'parked', 'frozen'].map((from) => `${from} drop dropped`),
  'parked credit credited',
  'parked return returned',
  'parked freeze frozen',
  'frozen release parked',
  'credited lose lost',
  'lost find credited',
  'lost writeOff writtenOff',
  'lost reclaim reclaimed',
  'writtenOff find credited',
  'reclaimed find credited',
  'dropped include seen',
]

const receipt = `select 'receipt of deposit ' || r.id as about, 'topups.receipts where id = ''' || r.id || '''' as look`

export const receiptRules: readonly Rule[] = [
  ...historyRules({
    what: 'receipt of deposit',
    table: 'topups.receipts',
    transitions: 'topups.receipt_transitions',
    key: 'receipt_id',
    legal,
  }),
  {
    wrong: 'its deposit is at the address of another order',
    rows: `${receipt}, r.topup_id as actual, a.order_id as should
      from topups.receipts r join deposits.deposits d on d.id = r.id join deposits.addresses a on a.id = d.address_id
      where a.order_id <> r.topup_id order by r.id`,
  },
  {
    wrong: 'it was decided although its deposit is not in the chain, or not although it is',
    rows: `${receipt}, r.status as actual, d.status as should
      from topups.receipts r join deposits.deposits d on d.id = r.id
      where r.due_at is null and case when d.status = 'orphaned' then r.status not in ('dropped', 'lost', 'returned', 'writtenOff', 'reclaimed')
        else r.status in ('dropped', 'lost', 'writtenOff', 'reclaimed') end order by r.id`,
  },
  {
    wrong: 'a deposit of a topup has no receipt',
    rows: `select 'deposit ' || d.id as about, 'none' as actual, 'deposits.deposits where id = ''' || d.id || '''' as look
      from deposits.deposits d join deposits.addresses a on a.id = d.address_id join topups.topups t on t.id = a.order_id
      left join topups.receipts r on r.id = d.id where r.id is null order by d.id`,
    should: 'a receipt',
  },
  {
    wrong: 'what was decided about its loss is not in its history',
    rows: `${receipt}, t.what as actual, l.what as should
      from topups.receipts r
        join lateral (select string_agg(case action when 'writeOff' then 'writtenOff' when 'reclaim' then 'reclaimed'
            else 'found' end, ' ' order by t.id) as what
          from topups.receipt_transitions t where t.receipt_id = r.id
            and (action in ('writeOff', 'reclaim') or (action = 'find' and from_status <> 'lost'))) t on true
        join lateral (select string_agg(kind, ' ' order by nth) as what from topups.losses l where l.receipt_id = r.id) l on true
      where t.what is distinct from l.what order by r.id`,
  },
  {
    wrong: 'it waits, and is never decided',
    rows: `${receipt}, 'never due' as actual from topups.receipts r
      where r.due_at is null and (r.status = 'waiting' or (r.status = 'seen' and exists (
        select from deposits.deposits d where d.id = r.id and d.status in ('confirmed', 'final')))) order by r.id`,
    should: 'due some time',
  },
  {
    wrong: 'its amount, its fee or its address is not that of its quote and its order',
    rows: `
      select 'topup ' || t.id as about, concat_ws(' ', t.currency, t.minor, t.fee_minor, o.address) as actual,
             concat_ws(' ', q.currency, q.minor, q.fee_minor, a.address) as should, 'topups.topups where id = ''' || t.id || '''' as look
      from topups.topups t left join topups.crypto_orders o on o.topup_id = t.id left join topups.quotes q on q.id = o.quote_id
        left join deposits.addresses a on a.order_id = t.id
      where t.type = 'crypto' and (t.holder_id, t.currency, t.minor, t.fee_minor, o.address)
        is distinct from (q.holder_id, q.currency, q.minor, q.fee_minor, a.address) order by t.id`,
  },
  {
    wrong: 'what was ordered paid another fee than its quote says',
    rows: `
      select 'topup ' || t.id as about, sum(r.fee_minor)::text as actual, q.fee_minor::text as should,
             'topups.receipts where topup_id = ''' || t.id || '''' as look
      from topups.topups t join topups.crypto_orders o on o.topup_id = t.id join topups.quotes q on q.id = o.quote_id
        join topups.receipts r on r.topup_id = t.id join deposits.deposits d on d.id = r.id and d.created_at <= q.expires_at
      where r.minor is not null and r.rate_numerator is null
      group by t.id, q.fee_minor, q.minor
      having sum(r.fee_minor) > q.fee_minor or (sum(r.minor) >= q.minor and sum(r.fee_minor) < q.fee_minor) order by t.id`,
  },
  {
    wrong: 'it is the order of no topup in coins',
    rows: `
      select 'order in coins ' || o.id as about, o.topup_id as actual, 'topups.crypto_orders where id = ' || o.id as look
      from topups.crypto_orders o left join topups.topups t on t.id = o.topup_id and t.type = 'crypto' where t.id is null order by o.id`,
    should: 'a topup in coins',
  },
  {
    wrong: 'it is completed, and nothing was credited, or the other way round',
    rows: `
      select 'topup ' || t.id as about, t.status as actual, count(r.minor) || ' deposits credited' as should,
             'topups.receipts where topup_id = ''' || t.id || '''' as look
      from topups.topups t left join topups.receipts r on r.topup_id = t.id
      where t.type = 'crypto' group by t.id having (t.status = 'completed') <> (count(r.minor) > 0) order by t.id`,
  },
]
