import type { Rule } from '#kernel/audit/rule.ts'

const look = `'spending.messages where id = ' || m.id as look`
const payments = `('purchase', 'cash', 'quasiCash')`

/**
 * What messages of networks have said, against what was held and booked: each is about its own transaction, in the direction
 * of its type, and takes off no more than was added.
 */
export const messageRules: readonly Rule[] = [
  {
    wrong: 'what it says that moves was not booked',
    rows: `
      select 'message ' || m.id as about, coalesce(concat_ws(' ', p.merchant_minor, p.merchant_currency), 'nothing') as actual,
             concat_ws(' ', m.minor, m.currency) as should, ${look}
      from spending.messages m left join spending.presentments p on p.transaction_id = m.transaction_id and p.digest = m.digest
      where m.class = 'presentment' and m.action is not null
        and (p.merchant_minor, p.merchant_currency) is distinct from (m.minor, m.currency)
        and not (p.merchant_minor < m.minor and exists (select from spending.messages s
          where s.transaction_id = m.transaction_id and s.action = 'post' and s.id < m.id)) order by m.id`,
  },
  {
    wrong: 'a single message was approved, and its money did not move',
    rows: `
      select 'message ' || m.id as about, 'nothing' as actual, ${look}
      from spending.messages m join spending.transactions t on t.id = m.transaction_id
      where m.class = 'financial' and m.action in ('approve', 'post') and (t.type = 'refund' or t.type in ${payments})
        and not exists (select from spending.presentments p where p.transaction_id = m.transaction_id and p.digest = m.digest)
      order by m.id`,
    should: 'a presentment',
  },
  {
    wrong: 'it has reversed what the message that it names did not add',
    rows: `
      select 'message ' || m.id as about, 'message ' || m.original_stan || ' of ' || m.original_sender as actual, ${look}
      from spending.messages m
      where m.kind = 'reversal' and m.action is not null and m.original_stan is not null and not exists (
        select from spending.messages o where (o.sender, o.stan, o.sent_at) = (m.original_sender, m.original_stan, m.original_sent_at)
          and o.transaction_id = m.transaction_id and o.kind in ('authorization', 'advice')
          and (o.code is null or o.code in ('00', '10', '85')))
        and not exists (select from spending.messages o where o.transaction_id = m.transaction_id and o.id < m.id and o.kind in ('advice', 'clearing')
          and (o.original_sender, o.original_stan, o.original_sent_at) = (m.original_sender, m.original_stan, m.original_sent_at)) order by m.id`,
    should: 'an approval of the same transaction, or what came before it and named the same',
  },
  {
    wrong: 'more was taken off it than it has added',
    rows: `
      select 'message ' || m.id as about, sum(r.billed_minor)::text as actual, 'at most ' || m.billed_minor as should, ${look}
      from spending.messages m join spending.messages r on r.transaction_id = m.transaction_id and r.kind in ('reversal', 'partner')
        and r.action is not null and (r.original_sender, r.original_stan, r.original_sent_at) = (m.sender, m.stan, m.sent_at)
      where m.action = 'increase' and not exists (select from spending.messages a where a.transaction_id = m.transaction_id
        and a.kind = 'advice' and a.action = 'replace' and (a.original_sender, a.original_stan, a.original_sent_at) = (m.sender, m.stan, m.sent_at))
        and not exists (select from spending.messages e where e.transaction_id = m.transaction_id and e.id < m.id
          and (e.original_sender, e.original_stan, e.original_sent_at) = (m.sender, m.stan, m.sent_at))
      group by m.id, m.billed_minor having sum(r.billed_minor) > m.billed_minor order by m.id`,
  },
  {
    wrong: 'what is held after it is not what it has left',
    rows: `
      select 'message ' || m.id as about, m.held_minor::text as actual, (m.before + m.change)::text as should, ${look}
      from (
        select *, lag(held_minor) over (partition by transaction_id order by id) as before,
          case action when 'increase' then billed_minor else -billed_minor end as change
        from spending.messages where action is not null) m
      where m.kind in ('authorization', 'reversal') and m.action in ('increase', 'reduce', 'reverse') and m.before > 0
        and m.held_minor <> m.before + m.change order by m.id`,
  },
  {
    wrong: 'it was cleared beside the approval that it names',
    rows: `
      select 'message ' || m.id as about, 'transaction ' || m.transaction_id as actual, 'transaction ' || o.transaction_id as should, ${look}
      from spending.messages m join spending.messages o
        on (o.sender, o.stan, o.sent_at) = (m.original_sender, m.original_stan, m.original_sent_at) and o.card_id = m.card_id
      join spending.transactions t on t.id = m.transaction_id join spending.transactions a on a.id = o.transaction_id
      where m.action = 'force' and o.kind = 'authorization' and o.action in ('approve', 'post', 'increase')
        and t.id <> a.id and t.type in ${payments} and a.type in ${payments} order by m.id`,
  },
  {
    wrong: 'it takes money, and has brought it',
    rows: `
      select 'message ' || m.id as about, m.action as actual, ${look}
      from spending.messages m
      where m.kind = 'clearing' and m.sender >= 'file ' and m.sender < 'file!' and m.action in ('refund', 'credit') order by m.id`,
    should: 'a clearing, for no row of a clearing has the purpose of a refund',
  },
  {
    wrong: 'it holds what another transaction of the same message has held or booked',
    rows: `
      with named as (
        select sender, stan, sent_at, class, transaction_id as id from spending.messages
        where class in ('authorization', 'financial') and action is not null
        union
        select original_sender, original_stan, original_sent_at, original_class, transaction_id from spending.messages
        where kind in ('advice', 'clearing') and action is not null and original_stan is not null)
      select distinct 'transaction ' || a.id as about, s.held_minor::text as actual, 'transaction ' || b.id || ' alone' as should,
             'spending.states where id = ''' || a.id || '''' as look
      from named a join spending.states s on s.id = a.id and s.held_minor > 0 join spending.transactions t on t.id = a.id and t.type in ${payments}
      join named b on (b.sender, b.stan, b.sent_at) = (a.sender, a.stan, a.sent_at) and b.id <> a.id
        and (b.class = a.class or a.class is null or b.class is null)
      join spending.states o on o.id = b.id and o.held_minor + o.cleared_minor > 0
      join spending.transactions u on u.id = b.id and u.type in ${payments} and u.card_id = t.card_id order by 1`,
  },
  {
    wrong: 'it holds or moves what its type does not',
    rows: `
      select 'transaction ' || s.id as about, concat_ws(' ', t.type, s.held_minor, s.cleared_minor, s.refunded_minor) as actual,
             'spending.states where id = ''' || s.id || '''' as look
      from spending.states s join spending.transactions t on t.id = s.id
      where (t.type = 'refund' and (s.held_minor > 0 or s.cleared_minor > s.refunded_minor))
        or (t.type in ('verification', 'balance') and s.held_minor + s.cleared_minor + s.refunded_minor > 0) order by s.id`,
    should: 'nothing held of a refund, and nothing at all of an inquiry',
  },
]
