import type { Check } from '#kernel/audit/findings.ts'
import { historyRules } from '#kernel/audit/history-rules.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'
import { receiptRules } from './check-receipts.ts'
import { quoteRules } from './quote-rules.ts'
import { standingRules } from './standing-rules.ts'

/** A list of its own, so that a mistake in the table of the program is found. */
const legal = [
  '- create created',
  'created begin pending',
  'created complete completed',
  'created fail failed',
  'created expire expired',
  'created cancel cancelled',
  'pending complete completed',
  'pending fail failed',
  'pending expire expired',
  'pending cancel cancelled',
  'failed complete completed',
  'expired complete completed',
]

const rules: readonly Rule[] = [
  ...historyRules({
    what: 'topup',
    table: 'topups.topups',
    transitions: 'topups.topup_transitions',
    key: 'topup_id',
    legal,
  }),
  {
    wrong: 'its account is another holder’s, or in another currency',
    rows: `
      select 'topup ' || t.id as about, concat_ws(' ', t.holder_id, t.partner_id, t.currency) as actual,
             concat_ws(' ', a.holder_id, a.partner_id, a.currency) as should,
             'accounts.accounts where id = ''' || a.id || '''' as look
      from topups.topups t join accounts.accounts a on a.id = t.account_id
      where (t.holder_id, t.partner_id, t.currency) is distinct from (a.holder_id, a.partner_id, a.currency) order by t.id`,
  },
  {
    wrong: 'it was completed at another time than its history says',
    rows: `
      select 'topup ' || t.id as about, t.completed_at::text as actual, h.occurred_at::text as should,
             'topups.topup_transitions where topup_id = ''' || t.id || '''' as look
      from topups.topups t left join topups.topup_transitions h on h.topup_id = t.id and h.to_status = 'completed'
      where t.completed_at is distinct from h.occurred_at order by t.id`,
  },
  {
    wrong: 'it was completed before its customer was ever approved',
    rows: `
      select 'topup ' || t.id as about, t.completed_at::text as actual, 'kyc.cases where holder_id = ''' || t.holder_id || '''' as look
      from topups.topups t
      where t.status = 'completed' and not exists (
        select from kyc.case_transitions a join kyc.cases k on k.id = a.case_id
        where k.holder_id = t.holder_id and a.action = 'approve' and a.occurred_at <= t.completed_at) order by t.id`,
    should: 'after an approval',
  },
  {
    wrong: 'the transaction that paid it is no payment of it',
    rows: `
      select 'topup ' || t.id as about, coalesce(t.transaction_id::text, 'none') as actual,
             'topups.topups where id = ''' || t.id || '''' as look
      from topups.topups t
        left join payments.payments p on p.id = t.transaction_id and p.site_id = t.site_id and p.type = 'deposit'
          and p.currency = t.currency and p.captured_minor = t.minor
        left join orders.orders o on o.id = p.order_id and o.external_id = t.id
      where t.type = 'fiat' and t.status = 'completed' and o.id is null order by t.id`,
    should: 'a payment of the same amount at its site, for the order with its id',
  },
  {
    wrong: 'more was reversed than it was',
    rows: `
      select 'topup ' || t.id as about, r.net::text as actual, 'from 0 to ' || t.minor as should,
             'topups.reversals where topup_id = ''' || t.id || '''' as look
      from topups.topups t join (
        select topup_id, sum(case when kind in ('representment', 'reinstatement') then -minor else minor end) as net
        from topups.reversals group by topup_id) r on r.topup_id = t.id
      where r.net not between 0 and t.minor or t.status <> 'completed' order by t.id`,
  },
  {
    wrong: 'the holder is owed by the account, and cannot be',
    rows: `
      select 'account ' || l.account as about, sum(l.minor)::text || ' ' || l.currency as actual,
             'ledger.lines where account = ''' || l.account || '''' as look
      from ledger.lines l where l.account like 'holder:%:owed'
      group by l.account, l.currency having sum(l.minor) < 0 order by l.account`,
    should: 'nothing, or a debt of the holder',
  },
]

export const checks: readonly Check[] = [
  {
    name: 'topups',
    check: (moment, findings) =>
      checkRules(moment, findings, [...rules, ...receiptRules, ...quoteRules, ...standingRules]),
  },
]
