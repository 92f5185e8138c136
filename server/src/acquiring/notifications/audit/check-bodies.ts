import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const rulesOf = (notifications: string): readonly Rule[] => [
  {
    wrong: 'it tells its store something else than its payment',
    rows: `select 'notification ' || n.id as about,
                  concat_ws(' ', 'transaction', b ->> 'transactionId', 'order', b ->> 'orderId', b ->> 'amount', b ->> 'currency') as actual,
                  concat_ws(' ', 'transaction', p.id, 'order', p.order_id, p.minor, 'minor units of', p.currency) as should,
                  'notifications.notifications where id = ' || n.id as look
           from ${notifications} n join payments.payments p on p.id = n.payment_id
           join orders.orders o on o.id = p.order_id cross join lateral (select n.body::jsonb as b) body
           where (b ->> 'transactionId', b ->> 'orderId', b ->> 'customerId', b ->> 'currency', b ->> 'externalOrderId')
                 is distinct from (p.id::text, p.order_id::text, p.shopper_id::text, p.currency, o.external_id)
              or ((b ->> 'amount')::numeric * 100 not in (p.minor, p.captured_minor)) order by n.id`,
  },
  {
    wrong: 'it goes to an address that its site never had',
    rows: `select 'notification ' || n.id as about, n.url as actual, 'notifications.notifications where id = ' || n.id as look
           from ${notifications} n
           where not exists (select from directory.audit a where a.subject_type = 'site' and a.subject_id = n.site_id::text
             and a.after ->> 'notificationUrl' = n.url) order by n.id`,
    should: 'an address that the audit knows of its site',
  },
  {
    wrong: 'it waits longer than any schedule says',
    rows: `select 'notification ' || n.id as about, n.due_at::text as actual, 'notifications.notifications where id = ' || n.id as look
           from ${notifications} n
           where n.due_at > greatest(n.created_at, (select max(attempted_at) from notifications.attempts where notification_id = n.id))
             + interval '31 days' order by n.id`,
    should: 'within a month',
  },
]

export const bodies: Check = {
  name: 'notification bodies',
  check: (moment, findings, _report, scope) =>
    checkRules(
      moment,
      findings,
      rulesOf(`(select * from notifications.notifications where ${scope('notifications.notifications')})`),
    ),
}
