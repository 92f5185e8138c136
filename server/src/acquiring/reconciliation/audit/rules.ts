import type { Rule } from '#kernel/audit/rule.ts'
import { breakRules, kinds, rowJoin } from './break-rules.ts'

const row = `'row of acquirer report ' || r.id as about`
const rowLook = `'reconciliation.rows where id = ' || r.id as look`

/** Which way the money of a row goes. */
const sign = (type: string) => `case when ${type} in ('capture', 'representment', 'reinstatement') then 1 else -1 end`
const rowRules: readonly Rule[] = [
  {
    wrong: 'it is neither booked nor a break',
    rows: `
      select ${row}, 'nothing' as actual, ${rowLook}
      from reconciliation.rows r left join reconciliation.bookings b on ${rowJoin('b')}
      left join reconciliation.breaks k on ${rowJoin('k')} and k.status = 'open'
      where r.type <> 'transfer' and b.id is null and k.id is null order by r.id`,
    should: 'booked, or a break that is open',
  },
  {
    wrong: 'it is booked, and a break is open about it',
    rows: `
      select ${row}, 'break ' || k.id as actual, ${rowLook}
      from reconciliation.rows r join reconciliation.bookings b on ${rowJoin('b')}
      join reconciliation.breaks k on ${rowJoin('k')} and k.status = 'open' order by r.id`,
    should: 'no open break',
  },
  {
    wrong: 'it is booked as something else than it is',
    rows: `
      select ${row}, b.type as actual, r.type as should, 'reconciliation.bookings where id = ' || b.id as look
      from reconciliation.rows r join reconciliation.bookings b on ${rowJoin('b')}
      where b.type <> r.type or r.type = 'transfer' order by r.id`,
  },
  {
    wrong: 'it has settled what it does not agree with',
    rows: `
      select ${row}, concat_ws(' ', r.connector, r.type, r.gross_minor, r.currency) as actual,
             concat_ws(' ', p.connector, p.type, ${sign('r.type')} * p.captured_minor, p.currency) as should,
             'payments.payments where id = ' || b.transaction_id as look
      from reconciliation.bookings b join reconciliation.rows r on ${rowJoin('b')}
      left join payments.payments p on p.id = b.transaction_id
      left join ${kinds} on kinds.row_type = r.type
      left join reconciliation.breaks k on b.reference = 'acquirer break ' || k.id and k.status = 'writtenOff'
      where b.transaction_id is not null
        and ((p.connector, p.type) is distinct from (r.connector, kinds.type)
          or (r.type = 'reversal' and p.status <> 'cancelled')
          or (k.id is null and (p.currency, ${sign('r.type')} * p.captured_minor) is distinct from (r.currency, r.gross_minor)))
      order by r.id`,
  },
]

/** What a person has decided about is settled as it was decided. */
const keyRule: Rule = {
  wrong: 'it has settled another transaction than its key names',
  rows: `
    select ${row}, p.key::text as actual, r.key as should, 'payments.payments where id = ' || p.id as look
    from reconciliation.bookings b join reconciliation.rows r on ${rowJoin('b')}
    join payments.payments p on p.id = b.transaction_id
    left join reconciliation.breaks k on b.reference = 'acquirer break ' || k.id and k.status <> 'resolved'
    where k.id is null and r.key is not null and p.key::text <> lower(r.key) and p.reference is distinct from r.reference
      and not exists (select from payments.payments o where o.id in (p.parent_id, p.reinstates_id) and o.key::text = lower(r.key))
    order by r.id`,
}

/** What a row is about that settles nothing, unless a person has written it off. */
const ofVoided = (row: string) => `${row}.type in ('capture', 'reversal')`

/** Rows of a payment that was voided are booked together with those that reverse them. */
const voidedRules: readonly Rule[] = [
  {
    wrong: 'it is booked about no transaction, and no row reverses it',
    rows: `
      select ${row}, concat_ws(' ', r.type, r.gross_minor, r.currency) as actual, 'reconciliation.bookings where id = ' || b.id as look
      from reconciliation.bookings b join reconciliation.rows r on ${rowJoin('b')}
      left join reconciliation.breaks k on b.reference = 'acquirer break ' || k.id and k.status = 'writtenOff'
      where b.transaction_id is null and r.type not in ('fee', 'reserve', 'adjustment') and k.id is null
        and (not ${ofVoided('r')} or 0 <> (
          select sum(o.gross_minor) from reconciliation.bookings c
          join reconciliation.rows o on o.report_id = c.report_id and o.line = c.line
          where c.reference = b.reference and c.transaction_id is null and o.currency = r.currency and ${ofVoided('o')}))
      order by r.id`,
    should: 'the other way, by a row beside it',
  },
  {
    wrong: 'it is booked about no transaction, and is about one that was not voided',
    rows: `
      select ${row}, p.status as actual, 'payments.payments where id = ' || p.id as look
      from reconciliation.bookings b join reconciliation.rows r on ${rowJoin('b')}
      left join reconciliation.breaks k on b.reference = 'acquirer break ' || k.id and k.status = 'writtenOff'
      join payments.payments p on p.connector = r.connector and p.type = 'deposit' and p.key::text = lower(r.key)
      where b.transaction_id is null and ${ofVoided('r')} and k.id is null and p.status <> 'voided' order by r.id`,
    should: 'voided',
  },
]

/** A transaction that no report has is settled by a booking without a row, when it was written off. */
const missingRules: readonly Rule[] = [
  {
    wrong: 'what it was written off for is not settled, or something else is',
    rows: `
      select 'acquirer break ' || coalesce(k.id::text, substr(b.reference, 16)) as about, concat_ws(' ', b.type, b.transaction_id) as actual,
             concat_ws(' ', k.type, k.transaction_id) as should, 'reconciliation.bookings where id = ' || b.id as look
      from (select k.id, k.transaction_id, case k.kind when 'notReversed' then 'reversal' else kinds.row_type end as type from reconciliation.breaks k
            left join payments.payments p on p.id = k.transaction_id
            left join ${kinds} on kinds.type = p.type and kinds.row_type <> 'reversal'
            where k.kind in ('notReported', 'notReversed') and k.status = 'writtenOff') k
      full join (select * from reconciliation.bookings where report_id is null) b on b.reference = 'acquirer break ' || k.id
      where (b.transaction_id, b.type) is distinct from (k.transaction_id, k.type) order by 1`,
  },
  {
    wrong: 'its acquirer has settled it although it was cancelled, and no break says so',
    rows: `
      select 'payment ' || p.id as about, 'nothing' as actual, 'payments.payments where id = ' || p.id as look
      from reconciliation.bookings b join payments.payments p on p.id = b.transaction_id
      where b.type = 'capture' and p.status = 'cancelled'
        and not exists (select from reconciliation.bookings r where r.transaction_id = p.id and r.type = 'reversal')
        and not exists (select from reconciliation.breaks k where k.transaction_id = p.id and k.status = 'open')
        and not exists (select from reconciliation.awaited_reversals w where w.id = p.id and w.due_at is not null) order by p.id`,
    should: 'a reversal, one that is awaited, or a break that is open',
  },
  {
    wrong: 'of a capture and its failure one is settled, and nothing says that the other is not',
    rows: `
      select 'transaction ' || p.id as about, 'nothing' as actual, 'payments.payments where id = ' || p.id as look
      from payments.payments f join payments.payments c on c.id = f.parent_id
      join payments.payments p on p.id in (f.id, c.id)
      join reconciliation.awaited a on a.id = p.batch_id and a.due_at is null and a.unreported_since is null
      where f.type = 'capture-failure'
        and exists (select from reconciliation.bookings b where b.transaction_id in (f.id, c.id) and b.type in ('capture', 'captureFailure'))
        and not exists (select from reconciliation.bookings b where b.transaction_id = p.id and b.type in ('capture', 'captureFailure'))
        and not exists (select from reconciliation.breaks k where k.transaction_id = p.id) order by p.id`,
    should: 'a row of a report, or a break',
  },
  {
    wrong: 'it has released more than it has held',
    rows: `
      select 'reserve at ' || r.connector || ' in ' || r.currency as about, (-sum(r.gross_minor))::text as actual,
             'not below 0' as should, 'reconciliation.rows where connector = ' || quote_literal(r.connector) || ' and type = ''reserve''' as look
      from reconciliation.rows r join reconciliation.bookings b on ${rowJoin('b')}
      where r.type = 'reserve' and not exists (select from reconciliation.breaks k where ${rowJoin('k')} and k.status = 'writtenOff')
      group by r.connector, r.currency having sum(r.gross_minor) > 0 order by 1`,
  },
]

const reportRules: readonly Rule[] = [
  {
    wrong: 'it has more rows than its file',
    rows: `
      select 'acquirer report ' || p.id as about, count(r.id)::text as actual, p.rows::text as should,
             'reconciliation.rows where report_id = ' || p.id as look
      from reconciliation.reports p join reconciliation.rows r on r.report_id = p.id
      group by p.id, p.rows having count(r.id) > p.rows order by p.id`,
  },
  {
    wrong: 'it was imported to its end, and its rows are not those of its file',
    rows: `
      select 'acquirer report ' || w.report_id as about, count(r.id)::text as actual, p.rows::text as should,
             'reconciliation.wholes where report_id = ' || w.report_id as look
      from reconciliation.wholes w left join reconciliation.reports p on p.id = w.report_id
      left join reconciliation.rows r on r.report_id = w.report_id
      group by w.report_id, p.rows, p.connector having p.rows is null
        -- A row that another report had before is recorded once.
        or count(r.id) < p.rows and p.rows > (
          select count(*) from reconciliation.rows o join reconciliation.reports q on q.id = o.report_id where q.connector = p.connector)
      order by w.report_id`,
  },
  {
    wrong: 'it is booked, and its row or its transaction is not there',
    rows: `
      select 'booking ' || b.id as about, concat_ws(' ', b.report_id, b.line, b.transaction_id) as actual,
             'reconciliation.bookings where id = ' || b.id as look
      from reconciliation.bookings b left join reconciliation.rows r on ${rowJoin('b')}
      left join payments.payments p on p.id = b.transaction_id
      where (b.report_id is not null and r.id is null) or (b.transaction_id is not null and p.id is null) order by b.id`,
    should: 'a row of a report, or a transaction of ours',
  },
  {
    wrong: 'its rows are not what it has transferred',
    rows: `
      select 'acquirer report ' || r.report_id as about, sum(r.net_minor) filter (where r.type <> 'transfer') || ' ' || r.currency as actual,
             coalesce(-sum(r.net_minor) filter (where r.type = 'transfer'), 0) || ' ' || r.currency as should,
             'reconciliation.rows where batch = ' || quote_literal(r.batch) as look
      from reconciliation.rows r
      where r.report_id in (select p.id from reconciliation.reports p join reconciliation.rows o on o.report_id = p.id
                            group by p.id, p.rows having count(o.id) = p.rows)
      group by r.report_id, r.batch, r.currency having sum(r.net_minor) <> 0 order by r.report_id`,
  },
]

/** Whether an acquirer has settled the transaction `p`, or it was written off because none has. */
const isSettled = `exists (select from reconciliation.bookings b where b.transaction_id = p.id and b.type <> 'reversal')`

/**
 * What is on its way from acquirers is what is in batches and was not reported yet, less what was reported before its batch
 * was closed. What open breaks are about is not booked, so it is still on its way.
 */
const settlingRule: Rule = {
  wrong: 'what is on its way from acquirers is not what they have not reported',
  rows: `
    select 'account acquirer:settling in ' || coalesce(l.currency, s.currency) as about, coalesce(l.minor, 0)::text as actual,
           coalesce(s.minor, 0)::text as should
    from (select l.currency, sum(l.minor) as minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
          where l.account = 'acquirer:settling' and e.recipe in ('batchClosed', 'acquirerSettled', 'acquirerDifference')
          group by l.currency) l
    full join (
      select currency, sum(minor) as minor from (
        select p.currency, case when p.type in ('deposit', 'representment', 'reinstatement') then 1 else -1 end * p.captured_minor as minor
        from payments.payments p where p.batch_id is not null and not ${isSettled}
        union all
        select p.currency, -(${sign('b.type')}) * p.captured_minor
        from reconciliation.bookings b join payments.payments p on p.id = b.transaction_id where p.batch_id is null) open
      group by currency) s on s.currency = l.currency
    where exists (select from reconciliation.reports) and coalesce(l.minor, 0) <> coalesce(s.minor, 0) order by 1`,
  look: `ledger.lines where account = 'acquirer:settling'`,
}

/**
 * The same for each connector, where the books know which one it is: by the rows and breaks that entries are about. What
 * entries of batches have brought is of all connectors together, and is counted by their payments.
 */
const connectorRule: Rule = {
  wrong: 'what an acquirer has settled is not what it owed',
  rows: `
    select 'connector ' || coalesce(l.connector, s.connector) || ' in ' || coalesce(l.currency, s.currency) as about,
           coalesce(l.minor, 0)::text as actual, coalesce(s.minor, 0)::text as should
    from (select c.connector, l.currency, sum(-l.minor) as minor
          from (select distinct b.reference, r.connector
                from reconciliation.bookings b join reconciliation.rows r on ${rowJoin('b')}
                union select 'acquirer break ' || k.id, k.connector from reconciliation.breaks k where k.status = 'writtenOff') c
          join ledger.entries e on e.reference = c.reference and e.recipe in ('acquirerSettled', 'acquirerDifference')
          join ledger.lines l on l.entry_id = e.id and l.account = 'acquirer:settling'
          group by c.connector, l.currency) l
    full join (
      select p.connector, p.currency, sum(${sign('b.type')} * p.captured_minor) as minor
      from reconciliation.bookings b join payments.payments p on p.id = b.transaction_id
      group by p.connector, p.currency) s on s.connector = l.connector and s.currency = l.currency
    where coalesce(l.minor, 0) <> coalesce(s.minor, 0) order by 1`,
  look: `ledger.lines where account = 'acquirer:settling'`,
}

/** Every batch is looked for in reports when its day has come. */
const awaitedRule: Rule = {
  wrong: 'its payments are looked for in no report',
  rows: `
    select 'batch ' || coalesce(b.id, a.id) as about, coalesce(a.closed_at::text, 'nothing') as actual,
           coalesce(b.closed_at::text, 'no batch') as should, 'reconciliation.awaited where id = ' || coalesce(b.id, a.id) as look
    from settlement.batches b full join reconciliation.awaited a on a.id = b.id
    where a.closed_at is distinct from b.closed_at order by coalesce(b.id, a.id)`,
}

export const rules: readonly Rule[] = [
  ...rowRules,
  keyRule,
  ...voidedRules,
  ...missingRules,
  ...reportRules,
  ...breakRules,
  settlingRule,
  connectorRule,
  awaitedRule,
]
