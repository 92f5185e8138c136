import type { Rule } from '#kernel/audit/rule.ts'

/** All credits, with their customers and moments: topups that were paid at a checkout, and deposits of coins. */
const credited = `
  select 'topup ' || t.id as about, t.holder_id, h.occurred_at as at
  from topups.topups t join topups.topup_transitions h on h.topup_id = t.id
  where t.type = 'fiat' and h.to_status = 'completed'
  union all
  select 'receipt of deposit ' || r.id, t.holder_id, h.occurred_at
  from topups.receipts r join topups.topups t on t.id = r.topup_id join topups.receipt_transitions h on h.receipt_id = r.id
  where h.action = 'credit'`

/** From the histories of cases and hits alone, and not from what the program calls a standing. */
export const standingRules: readonly Rule[] = [
  {
    wrong: 'it was credited after its customer was rejected',
    rows: `
      select c.about, d.occurred_at || ' ' || d.action as actual, 'kyc.case_transitions where id = ' || d.id as look
      from (${credited}) c cross join lateral (
        select h.id, h.action, h.occurred_at from kyc.case_transitions h join kyc.cases k on k.id = h.case_id
        where k.holder_id = c.holder_id and h.action in ('approve', 'reject') and h.occurred_at < c.at
        order by h.id desc limit 1) d
      where d.action = 'reject' order by c.about`,
    should: 'an approval before it',
  },
  {
    wrong: 'it was credited while its customer might have been on a sanctions list',
    rows: `
      select c.about, d.to_status as actual, 'screening.hit_transitions where id = ' || d.id as look
      from (${credited}) c join screening.hits hit on hit.holder_id = c.holder_id cross join lateral (
        select h.id, h.to_status from screening.hit_transitions h
        where h.hit_id = hit.id and h.occurred_at < c.at order by h.id desc limit 1) d
      where d.to_status in ('open', 'true_match') order by c.about, d.id`,
    should: 'no hit, or none that counts',
  },
]
