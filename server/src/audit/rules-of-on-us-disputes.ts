import type { Rule } from '#kernel/audit/rule.ts'

/** What the issuer has decided about payments at our own merchants, as it is reported to the merchant's side. */
const decided = `
  (select t.dispute_id, case t.action when 'raise' then 'opened' when 'win' then 'lost' else 'won' end as kind,
          coalesce(r.network_minor, d.minor) as minor, coalesce(r.network_currency, d.currency) as currency,
          t.occurred_at, d.transaction_id
   from chargebacks.transitions t join chargebacks.disputes d on d.id = t.dispute_id
   join chargebacks.transitions r on r.dispute_id = d.id and r.action = 'raise'
   join spending.transactions x on x.id = d.transaction_id and x.acquirer_id = 'FLORINONUS'
   where t.action in ('raise', 'win') or t.action in ('lose', 'withdraw') and t.from_status = 'chargedBack')`

const about = `'on-us dispute event ' || e.id as about`
const look = `'onus.dispute_events where id = ' || e.id as look`

/** Both sides of disputes about payments with our own cards say the same. */
export const disputeRules: readonly Rule[] = [
  {
    wrong: 'the issuer has not decided so',
    rows: `
      select ${about}, concat_ws(' ', e.kind, e.minor, e.currency, e.happened_at) as actual,
             coalesce(concat_ws(' ', i.kind, i.minor, i.currency, i.occurred_at), 'nothing') as should, ${look}
      from onus.dispute_events e left join ${decided} i on i.dispute_id = e.dispute_id and i.kind = e.kind
      where (e.minor, e.currency, e.happened_at) is distinct from (i.minor, i.currency, i.occurred_at) order by e.id`,
  },
  {
    wrong: 'the issuer has decided it, and the merchant’s side is not notified',
    rows: `
      select 'card dispute ' || i.dispute_id as about, 'nothing' as actual, i.kind as should,
             'onus.dispute_events where dispute_id = ''' || i.dispute_id || '''' as look
      from ${decided} i left join onus.dispute_events e on e.dispute_id = i.dispute_id and e.kind = i.kind
      where e.id is null order by i.dispute_id, i.kind`,
  },
  {
    wrong: 'it is about another payment than the one that is disputed',
    rows: `
      select ${about}, e.authorization_key::text as actual, ${look}
      from onus.dispute_events e join chargebacks.disputes d on d.id = e.dispute_id
      where not exists (
        select from spending.presentments p join onus.messages m on m.id::text = p.presentment_id
        where p.transaction_id = d.transaction_id and p.kind = 'clearing' and m.authorization_key = e.authorization_key)
      order by e.id`,
    should: 'the authorization whose clearing is disputed',
  },
  {
    wrong: 'numbers are missing from the list before it',
    rows: `
      select ${about}, e.number::text as actual, e.place::text as should, ${look}
      from (select id, number, row_number() over (order by number) as place from onus.dispute_events) e
      where e.number <> e.place order by e.id`,
  },
  {
    wrong: 'the merchant’s side has read it otherwise, or not at all',
    rows: `
      select ${about}, coalesce(concat_ws(' ', v.dispute, v.kind, v.minor, v.currency, v.reason), 'nothing') as actual,
             concat_ws(' ', e.dispute_id, e.kind, e.minor, e.currency, e.reason) as should, ${look}
      from onus.dispute_events e left join disputes.events v on v.connector = 'on-us' and v.event_id = 'onus-' || e.number
      where e.number <= (select max(c.read_up_to::bigint) from disputes.cursors c where c.connector = 'on-us')
        and (v.dispute, v.authorization_key, v.kind, v.minor, v.currency, v.reason, v.happened_at)
          is distinct from (e.dispute_id::text, e.authorization_key::text, e.kind, e.minor, e.currency, e.reason, e.happened_at)
      order by e.id`,
  },
  {
    wrong: 'the merchant’s side has read it, and the issuer has not reported it',
    rows: `
      select 'dispute event ' || v.id as about, v.event_id as actual, 'disputes.events where id = ' || v.id as look
      from disputes.events v left join onus.dispute_events e on v.event_id = 'onus-' || e.number
      where v.connector = 'on-us' and e.id is null order by v.id`,
    should: 'an event of the connector for our own cards',
  },
]
