import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- create initiated',
  'initiated open pending',
  'initiated authorize authorized',
  'initiated decline declined',
  'initiated cancel cancelled',
  'initiated expire timeout',
  'initiated fail failed',
  'pending authorize authorized',
  'pending decline declined',
  'pending cancel cancelled',
  'pending expire timeout',
  'pending fail failed',
]

const look = `'threeds.challenges where id = ''' || c.id || '''' as look`

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'challenge',
    table: 'threeds.challenges',
    transitions: 'threeds.challenge_transitions',
    key: 'challenge_id',
    legal,
  }),
  {
    wrong: 'its holder, card or transaction is not that of its authentication',
    rows: `
      select 'challenge ' || c.id as about, concat_ws(' ', c.holder_id, c.transaction_id) as actual,
             concat_ws(' ', a.holder_id, a.trans_status, t.id) as should, ${look}
      from threeds.challenges c
      left join threeds.authentications a on a.acs_trans_id = c.id
      left join spending.transactions t on t.id = c.transaction_id and t.authentication_id = c.id and t.card_id = a.card_id
      where a.id is null or t.id is null or a.holder_id <> c.holder_id or a.trans_status <> 'C' order by c.id`,
  },
  {
    wrong: 'its holder was to be asked, and there is no challenge',
    rows: `
      select 'authentication ' || a.acs_trans_id as about, 'none' as actual, 'threeds.authentications where id = ' || a.id as look
      from threeds.authentications a left join threeds.challenges c on c.id = a.acs_trans_id
      where a.trans_status = 'C' and c.id is null order by a.id`,
    should: 'a challenge',
  },
  {
    wrong: 'it is open and never due, or over and still due',
    rows: `
      select 'challenge ' || c.id as about, c.status || ', ' || coalesce(c.due_at::text, 'never due') as actual, ${look}
      from threeds.challenges c where (c.status in ('initiated', 'pending')) = (c.due_at is null) or c.due_at > c.expires_at order by c.id`,
    should: 'due until it is over, within ten minutes',
  },
  {
    wrong: 'its transaction was authorized, and the holder has not confirmed it',
    rows: `
      select 'challenge ' || c.id as about, c.status as actual, 'authorized' as should, ${look}
      from threeds.challenges c join spending.states s on s.id = c.transaction_id
      where c.status <> 'authorized' and s.status in ('pending', 'settled', 'reversed') order by c.id`,
  },
  {
    wrong: 'it is over, and its result was never to be sent',
    rows: `
      select 'challenge ' || c.id as about, c.status as actual, ${look}
      from threeds.challenges c left join threeds.results r on r.id = c.id
      where (c.due_at is null) <> (r.id is not null) order by c.id`,
    should: 'a result for one that is over, and none before',
  },
  {
    wrong: 'it is the result of no challenge',
    rows: `
      select 'result ' || r.id as about, r.status as actual, 'threeds.results where id = ''' || r.id || '''' as look
      from threeds.results r left join threeds.challenges c on c.id = r.id where c.id is null order by r.id`,
    should: 'a challenge that is over',
  },
  {
    wrong: 'it proves more than one payment',
    rows: `
      select 'authentication ' || t.authentication_id as about, count(*) || ' payments' as actual,
             'spending.transactions where authentication_id = ''' || t.authentication_id || '''' as look
      from spending.transactions t join spending.states s on s.id = t.id
      where t.authentication_id is not null and s.status <> 'declined' group by t.authentication_id having count(*) > 1 order by 1`,
    should: 'one, besides those that were declined',
  },
  {
    wrong: 'it was made with an authentication of another card',
    rows: `
      select 'transaction ' || t.id as about, t.authentication_id::text as actual, 'spending.transactions where id = ''' || t.id || '''' as look
      from spending.transactions t left join threeds.authentications a on a.acs_trans_id = t.authentication_id and a.card_id = t.card_id
      where t.authentication_id is not null and a.id is null order by t.id`,
    should: 'an authentication of its card',
  },
]

export const checks: readonly Check[] = [
  { name: '3-D Secure', check: (moment, findings) => checkRules(moment, findings, rules) },
]
