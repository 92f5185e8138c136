import type { Check } from '#kernel/audit/findings.ts'
import { checkRules, type Rule } from '#kernel/audit/rule.ts'

const rulesOf = (payments: string, orders: string): readonly Rule[] => [
  {
    wrong: 'it is not in the currency of its order',
    rows: `select 'payment ' || p.id as about, p.currency as actual, o.currency as should, 'orders.orders where id = ' || o.id as look
           from ${payments} p join orders.orders o on o.id = p.order_id where p.currency <> o.currency order by p.id`,
  },
  {
    wrong: 'it is not of the amount of its order',
    rows: `select 'payment ' || p.id as about, p.minor::text as actual, coalesce(o.trial_minor, o.minor)::text as should,
                  'orders.orders where id = ' || o.id as look
           from ${payments} p join orders.orders o on o.id = p.order_id
           where p.type in ('deposit', 'credit') and p.source = 'service-call' and p.period is null and p.parent_id is null
             and o.mode <> 'verifyCard' and p.minor <> coalesce(o.trial_minor, o.minor) order by p.id`,
  },
  {
    wrong: 'it is of an order that is not there, or of another site or shopper',
    rows: `select 'payment ' || p.id as about, 'order ' || p.order_id as actual, 'an order of its site and shopper' as should,
                  'payments.payments where id = ' || p.id as look
           from ${payments} p left join orders.orders o on o.id = p.order_id
           where o.id is null or o.site_id <> p.site_id or o.shopper_id <> p.shopper_id order by p.id`,
  },
  {
    wrong: 'it is billed later, and its customer was deleted',
    rows: `select 'order ' || o.id as about, o.status as actual, 'complete-ok, customer_deleted' as should,
                  'orders.orders where id = ' || o.id as look
           from ${orders} o join shoppers.shoppers s on s.id = o.shopper_id
           where s.removed_at is not null and o.type in ('recurring', 'managed')
             and o.status not in ('start', 'complete-ok', 'complete-failed') order by o.id`,
  },
  {
    wrong: 'it is charged to a card that is not its shopper’s',
    rows: `select 'order ' || o.id as about, 'card ' || o.card_id as actual, 'a card of shopper ' || o.shopper_id as should,
                  'orders.orders where id = ' || o.id as look
           from ${orders} o left join shoppers.cards k on k.id = o.card_id
           where o.card_id is not null and k.shopper_id is distinct from o.shopper_id order by o.id`,
  },
  {
    wrong: 'it was charged to a card that is not its shopper’s, or to another number than the card has',
    rows: `select 'payment ' || p.id as about, 'card ' || p.card_id as actual, 'a card of shopper ' || p.shopper_id as should,
                  'shoppers.cards where id = ' || p.card_id as look
           from ${payments} p left join shoppers.cards k on k.id = p.card_id
           where p.card_id is not null and p.stores_token is null
             and (k.shopper_id is distinct from p.shopper_id or k.fingerprint is distinct from p.card_fingerprint)
             and not exists (select from shoppers.card_renewals n where n.card_id = k.id and k.shopper_id = p.shopper_id
                             and n.was_fingerprint = p.card_fingerprint) order by p.id`,
  },
]

/** An order and its payments are about the same money, shopper and card. */
export const amounts: Check = {
  name: 'amounts',
  check: (moment, findings, _report, scope) => {
    const payments = `(select * from payments.payments where ${scope('payments.payments')})`
    const orders = `(select * from orders.orders where ${scope('orders.orders')})`
    return checkRules(moment, findings, rulesOf(payments, orders))
  },
}
