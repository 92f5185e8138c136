import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { disputeRules } from './rules-of-on-us-disputes.ts'
import { settlementRules } from './rules-of-on-us-settlement.ts'

const look = `'onus.requests where key = ''' || r.key || '''' as look`
/** What of a request becomes money at the issuer. */
const moved = `
  onus.messages m join onus.requests r on r.key = m.id
  left join onus.requests h on h.authorization_key = r.authorization_key and h.step = 0
  left join spending.presentments p on p.acquirer_id = 'FLORINONUS' and p.presentment_id = m.id::text
    and p.kind = case m.kind when 'clearing' then 'clearing' else 'refund' end`

const inStory = (table: string): string =>
  `exists (select from onus.requests s where s.authorization_key = ${table}.authorization_key`

/** The connector's own record is whole. */
const recordRules: readonly Rule[] = [
  {
    wrong: 'it waits and is never sent, or is sent for ever',
    rows: `
      select 'on-us message ' || m.id as about, m.status || coalesce(', due at ' || m.due_at, ', never due') as actual,
             'onus.messages where id = ''' || m.id || '''' as look
      from onus.messages m where (m.status in ('waiting', 'sending')) <> (m.due_at is not null) order by m.id`,
    should: 'due until it is sent or cancelled, and only then',
  },
  {
    wrong: 'it was done, and the issuer is not notified',
    rows: `
      select 'on-us request ' || r.key as about, 'no message' as actual, ${look}
      from onus.requests r left join onus.requests h on h.authorization_key = r.authorization_key and h.step = 0
      left join onus.messages m on m.id = r.key
      where m.id is null and (r.kind in ('capture', 'refund', 'payout') and r.result ->> 'outcome' = 'done'
        or h.kind = 'sale' and r.kind in ('sale', 'completeChallenge') and r.result ->> 'outcome' = 'approved') order by r.key`,
    should: 'a clearing or a refund',
  },
  {
    wrong: 'it was cancelled, and nothing was reversed',
    rows: `
      select 'on-us message ' || m.id as about, m.kind as actual, 'onus.messages where id = ''' || m.id || '''' as look
      from onus.messages m where m.status = 'cancelled'
        and not ${inStory('m')} and s.kind = 'reverse' and s.result ->> 'outcome' = 'done') order by m.id`,
    should: 'sent, or waiting',
  },
  {
    wrong: 'it is of no request',
    rows: `
      select 'on-us message ' || m.id as about, m.kind as actual, 'onus.messages where id = ''' || m.id || '''' as look
      from onus.messages m left join onus.requests r on r.key = m.id and r.authorization_key = m.authorization_key
        and case m.kind when 'clearing' then r.kind in ('capture', 'sale', 'completeChallenge') when 'refund' then r.kind in ('refund', 'payout') else r.kind = 'reverse' end
      where r.key is null order by m.id`,
    should: 'the key and the kind of a request of its authorization',
  },
  {
    wrong: 'the issuer has held it on another card',
    rows: `
      select 'on-us request ' || r.key as about, coalesce(r.card_id::text, 'none') as actual, t.card_id::text as should, ${look}
      from onus.requests r join spending.transactions t
        on t.acquirer_id = 'FLORINONUS' and t.network_transaction_id = 'FLN' || lpad(r.stan::text, 12, '0')
      where r.step = 0 and r.card_id is distinct from t.card_id order by r.key`,
  },
  {
    wrong: 'the payment is about another amount',
    rows: `
      select 'on-us request ' || r.key as about, r.minor || ' ' || r.currency as actual, p.minor || ' ' || p.currency as should, ${look}
      from onus.requests r join payments.payments p on p.key = r.key and p.connector = 'on-us' and p.type in ('deposit', 'credit') and p.parent_id is null
      where r.step = 0 and (r.minor, r.currency) is distinct from (p.minor, p.currency) order by r.key`,
  },
  {
    wrong: 'the issuer has not authenticated it, or has decided otherwise',
    rows: `
      select 'on-us authentication ' || a.ds_trans_id as about, a.trans_status as actual,
             coalesce(i.trans_status, 'nothing') as should, 'onus.authentications where ds_trans_id = ''' || a.ds_trans_id || '''' as look
      from onus.authentications a left join threeds.authentications i
        on i.ds_trans_id = a.ds_trans_id and i.server_trans_id = a.server_trans_id and i.acs_trans_id = a.acs_trans_id
      left join threeds.challenges c on c.id = i.acs_trans_id
      where a.trans_status is not null
        and (i.id is null or case when i.trans_status = 'C' then (a.trans_status = 'Y') <> (c.status = 'authorized') else a.trans_status <> i.trans_status end)
      order by a.ds_trans_id`,
  },
]

/** The newest renewal of each stored card, and the update that has told it. */
const renewed = `
  (select distinct on (n.card_id) n.card_id, n.update_id from shoppers.card_renewals n order by n.card_id, n.id desc) n
  left join onus.card_updates u on u.id = n.update_id`

/** Stored cards follow the cards that we issue. */
const updateRules: readonly Rule[] = [
  {
    wrong: 'it waits and is never tried, or is tried for ever',
    rows: `
      select 'card update ' || u.id as about, u.status || coalesce(', due at ' || u.due_at, ', never due') as actual,
             'onus.card_updates where id = ''' || u.id || '''' as look
      from onus.card_updates u where (u.status = 'waiting') <> (u.due_at is not null) order by u.id`,
    should: 'due while it waits, and only then',
  },
  {
    wrong: 'it is an update of a card that was never issued',
    rows: `
      select 'card update ' || u.id as about, u.status as actual, 'onus.card_updates where id = ''' || u.id || '''' as look
      from onus.card_updates u left join cards.cards c on c.id = u.id where c.id is null order by u.id`,
    should: 'a card that we have issued',
  },
  {
    wrong: 'it was renewed, and no update of its number has told so',
    rows: `
      select 'stored card ' || n.card_id as about, 'update ' || n.update_id as actual,
             'shoppers.card_renewals where id = ' || n.id as look
      from shoppers.card_renewals n
      left join (onus.card_updates u join cards.cards was on was.id = u.id) on u.id = n.update_id and was.last_four = n.was_last4
      where u.id is null order by n.id`,
    should: 'an update of the card that we have issued with its former number',
  },
  {
    wrong: 'one update has renewed it more than once',
    rows: `
      select 'stored card ' || n.card_id as about, count(*)::text as actual,
             'shoppers.card_renewals where card_id = ' || n.card_id || ' and update_id = ''' || n.update_id || '''' as look
      from shoppers.card_renewals n group by n.card_id, n.update_id having count(*) > 1 order by n.card_id`,
    should: '1',
  },
  {
    wrong: 'it was renewed to a number that its cardholder has no card with',
    rows: `
      select 'stored card ' || k.id as about, k.last4 || ' until ' || k.expiry_month || '/' || k.expiry_year as actual,
             'shoppers.cards where id = ' || k.id as look
      from ${renewed} join shoppers.cards k on k.id = n.card_id and k.status = 'active' join cards.cards was on was.id = u.id
      where not exists (
        select from cards.cards c where c.holder_id = was.holder_id and c.last_four = k.last4
          and c.expiry = lpad((k.expiry_year % 100)::text, 2, '0') || lpad(k.expiry_month::text, 2, '0'))
      order by k.id`,
    should: 'the number and the expiry date of a card of the same cardholder',
  },
]

/** The two sides of payments with our own cards say the same of the money. */
const rules: readonly Rule[] = [
  {
    wrong: 'the issuer has booked something else, or nothing',
    rows: `
      select 'on-us request ' || r.key as about, r.minor || ' ' || r.currency as actual,
             coalesce(p.merchant_minor || ' ' || p.merchant_currency, 'nothing') as should, ${look}
      from ${moved} where m.kind in ('clearing', 'refund') and m.status = 'sent'
        and (p.merchant_minor, p.merchant_currency) is distinct from (r.minor, r.currency) order by r.key`,
  },
  {
    wrong: 'the issuer has booked it, and no merchant has taken or returned it',
    rows: `
      select 'presentment ' || p.id as about, p.presentment_id as actual, 'spending.presentments where id = ''' || p.id || '''' as look
      from spending.presentments p left join onus.messages m on m.id::text = p.presentment_id and m.status in ('sending', 'sent')
      where p.acquirer_id = 'FLORINONUS' and m.id is null order by p.id`,
    should: 'a capture or a refund',
  },
  {
    wrong: 'the connector’s own record says something else of what was taken',
    rows: `
      select 'payment ' || p.id as about, p.captured_minor || ' ' || p.currency as actual, q.minor || ' ' || q.currency as should,
             'onus.requests where authorization_key = ''' || p.key || '''' as look
      from payments.payments p cross join lateral (
        select r.minor, r.currency from onus.messages m join onus.requests r on r.key = m.id
        where m.authorization_key = p.key and m.kind = 'clearing') q
      where p.connector = 'on-us' and p.parent_id is null and p.type = 'deposit'
        and p.status in ('captured', 'refunded', 'disputed', 'chargedBack')
        and (p.captured_minor, p.currency) is distinct from (q.minor, q.currency) order by p.id`,
  },
  ...recordRules,
  ...updateRules,
  ...disputeRules,
  ...settlementRules,
]

export const onUs: Check = {
  name: 'on-us payments',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
