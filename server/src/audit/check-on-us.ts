import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const look = `'onus.requests where key = ''' || r.key || '''' as look`
/** What of a request becomes money at the issuer. */
const moved = `
  onus.messages m join onus.requests r on r.key = m.id
  left join onus.requests h on h.authorization_key = r.authorization_key and h.step = 0
  left join spending.presentments p on p.acquirer_id = 'FLORINONUS' and p.presentment_id = m.id::text
    and p.kind = case m.kind when 'clearing' then 'clearing' else 'refund' end`

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
    wrong: 'it was renewed, and no update has told so',
    rows: `
      select 'stored card ' || n.card_id as about, 'update ' || n.update_id as actual,
             'shoppers.card_renewals where card_id = ' || n.card_id as look
      from ${renewed} where u.id is null order by n.card_id`,
    should: 'an update of a card that we have issued',
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
  ...updateRules,
]

export const onUs: Check = {
  name: 'on-us payments',
  check: (moment, findings) => checkRules(moment, findings, rules),
}
