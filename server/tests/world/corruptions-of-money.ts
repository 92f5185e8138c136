import { type Corruption, first, remove, set } from './corruptions.ts'

const orders = 'orders.orders'
const payments = 'payments.payments'
const purchase = first(orders, `type = 'purchase' and status = 'complete-ok'`)
const subscription = first(orders, `type = 'recurring' and status = 'in-progress'`)
const sale = first(payments, `type = 'deposit' and status = 'captured' and refunded_minor = 0`)
const order = (sentence: string, pick: string, changes: string): Corruption => [
  sentence,
  'order',
  pick,
  set(orders, changes),
]
const payment = (sentence: string, changes: string, pick = sale): Corruption => [
  sentence,
  'payment',
  pick,
  set(payments, changes),
]

const ofOrders: readonly Corruption[] = [
  order('an order’s amount', purchase, 'minor = minor + 100'),
  order('an order’s currency', purchase, `currency = 'RON'`),
  order('an order’s trial amount', subscription, 'trial_minor = 1'),
  order('a purchase made a subscription', purchase, `type = 'recurring'`),
  order('an order’s mode', purchase, `mode = 'auth'`),
  order('an order given to another shopper', purchase, 'shopper_id = shopper_id + 1'),
  order('an order’s external number', purchase, `external_id = 'another'`),
  order('an order’s items', purchase, `items = '[]', description = 'Nothing'`),
  order('an order’s site', purchase, 'site_id = site_id + 1'),
  order('a due date emptied', subscription, 'due_at = null'),
  order('a due date years ahead', subscription, `due_at = due_at + interval '5 years'`),
  order('a due date a week ahead', subscription, `due_at = due_at + interval '7 days'`),
  order('a due date brought forward', subscription, `due_at = due_at - interval '10 days'`),
  order('a period skipped', subscription, 'next_period = next_period + 1'),
  order(
    'a period skipped with its date',
    subscription,
    `next_period = next_period + 1, due_at = due_at + interval '1 month'`,
  ),
  order('an anchor moved by a year', subscription, `anchor_at = anchor_at + interval '1 year'`),
  order('a month made a year', subscription, 'interval_value = 12'),
  order('a subscription that is to end silently', subscription, 'last_period = next_period'),
  order('a subscription ended silently', subscription, `status = 'complete-ok', due_at = null`),
  order(
    'a subscription charged to another shopper’s card',
    subscription,
    'card_id = (select id from shoppers.cards c where c.shopper_id <> orders.shopper_id order by id limit 1)',
  ),
  order('a retry schedule', subscription, `retry_payment = 'P300D'`),
  order('the first bill date', subscription, `first_bill_at = '2030-01-01T00:00:00Z'`),
  order('where the shopper is sent back to', purchase, `back_url = 'https://elsewhere.example'`),
  ['an order removed', 'order', purchase, remove(orders)],
  [
    'an order’s transition removed',
    'order transition',
    first('orders.order_transitions'),
    remove('orders.order_transitions'),
  ],
  [
    'an order’s transition altered',
    'order transition',
    first('orders.order_transitions', `action = 'pay'`),
    set('orders.order_transitions', `reason = 'other'`),
  ],
  [
    'an order’s transition dated back',
    'order transition',
    first('orders.order_transitions'),
    set('orders.order_transitions', `occurred_at = occurred_at - interval '1 hour'`),
  ],
  [
    'an order’s transition added',
    'order',
    first('orders.order_transitions', 'true', 'order_id'),
    (id) =>
      `insert into orders.order_transitions (order_id, action, from_status, to_status, occurred_at) values (${id}, 'end', 'in-progress', 'complete-ok', now())`,
  ],
]

const ofPayments: readonly Corruption[] = [
  payment('a payment’s amount', 'minor = minor + 100'),
  payment('a payment’s currency', `currency = 'RON'`),
  payment('what a payment took', 'captured_minor = captured_minor - 1'),
  payment('a refund forgotten', 'refunded_minor = 0', first(payments, 'refunded_minor > 0')),
  payment('a fee', 'fee_minor = fee_minor + 1'),
  payment('a fee rate', 'fee_basis_points = 0'),
  payment('a payment given to another merchant', 'merchant_id = merchant_id + 1'),
  payment('a payment given to another site', 'site_id = site_id + 1'),
  payment('a payment given to another order', 'order_id = order_id + 1000'),
  payment('the digits of a card', `card_last4 = '0000'`),
  payment('the acquirer’s reference', `reference = 'another'`),
  payment('the authorization code', `authorization_code = '999999'`),
  payment('a payment made to have failed', `status = 'failed'`),
  payment('a payment dated back', `created_at = created_at - interval '1 day'`),
  payment('when a payment was approved', `approved_at = approved_at - interval '1 day'`),
  payment('when a payment was captured', `captured_at = captured_at - interval '1 day'`),
  payment('the key of a payment', 'key = gen_random_uuid()'),
  payment('a refund of another payment', `parent_id = ${`(${sale})`}::bigint`, first(payments, `type = 'refund'`)),
  payment('the amount of a charge-back', 'captured_minor = captured_minor - 1', first(payments, `type = 'chargeback'`)),
  payment(
    'a payment with another’s card',
    'card_id = card_id + 1',
    first(payments, `card_id is not null and type = 'deposit'`),
  ),
  payment('what a payment is for', `description = 'Something else'`),
  payment('the connector of a payment', `connector = 'sandbox-9'`),
  payment(
    'an authorization looked at in years',
    `due_at = created_at + interval '5 years'`,
    first(payments, 'true', 'id'),
  ),
  payment('what a payout came to', 'captured_minor = captured_minor - 1', first(payments, `type = 'credit'`)),
  [
    'a payment removed with all that it did',
    'payment',
    sale,
    (id) => `
    delete from payments.payment_transitions where payment_id = ${id};
    delete from ledger.lines where entry_id in (select id from ledger.entries where reference = 'payment ${id}');
    delete from ledger.entries where reference = 'payment ${id}'; delete from payments.payments where id = ${id}`,
  ],
  [
    'a transition removed',
    'transition',
    first('payments.payment_transitions', `action = 'sell'`),
    remove('payments.payment_transitions'),
  ],
  [
    'what was asked for in a transition',
    'transition',
    first('payments.payment_transitions', `action = 'requestCapture' or minor is not null`),
    set('payments.payment_transitions', 'minor = 1'),
  ],
  [
    'a transition dated back',
    'transition',
    first('payments.payment_transitions'),
    set('payments.payment_transitions', `occurred_at = occurred_at - interval '1 hour'`),
  ],
  [
    'a transition doubled',
    'payment',
    first('payments.payment_transitions', `action = 'sell'`, 'payment_id'),
    (id) => `
    insert into payments.payment_transitions (payment_id, action, from_status, to_status, minor, occurred_at)
    select payment_id, action, from_status, to_status, minor, occurred_at from payments.payment_transitions where payment_id = ${id} and action = 'sell'`,
  ],
]

const entry = first('ledger.entries', `recipe = 'paymentCaptured'`)
const ofLedger: readonly Corruption[] = [
  [
    'an entry’s lines, in balance',
    'entry',
    entry,
    (id) => `update ledger.lines set minor = minor * 2 where entry_id = ${id}`,
  ],
  [
    'a line moved to another merchant',
    'entry',
    entry,
    (id) =>
      `update ledger.lines set account = 'merchant:999:payable' where entry_id = ${id} and account like 'merchant:%'`,
  ],
  ['an entry’s currency', 'entry', entry, (id) => `update ledger.lines set currency = 'RON' where entry_id = ${id}`],
  [
    'an entry removed with its lines',
    'entry',
    entry,
    (id) => `delete from ledger.lines where entry_id = ${id}; delete from ledger.entries where id = ${id}`,
  ],
  ['an entry’s lines removed', 'entry', entry, (id) => `delete from ledger.lines where entry_id = ${id}`],
  ['what an entry is for', 'entry', entry, set('ledger.entries', `reference = 'payment 9'`)],
  ['an entry dated back', 'entry', entry, set('ledger.entries', `posted_at = posted_at - interval '1 month'`)],
  ['the recipe of an entry', 'entry', entry, set('ledger.entries', `recipe = 'paymentRefunded'`)],
  [
    'a line added to an entry',
    'entry',
    entry,
    (id) =>
      `insert into ledger.lines (entry_id, account, currency, minor) values (${id}, 'income:fees', 'EUR', -1), (${id}, 'acquirer:captured', 'EUR', 1)`,
  ],
  ['the amount of a hold', 'hold', first('ledger.holds'), set('ledger.holds', 'minor = minor + 1')],
  ['the account of a hold', 'hold', first('ledger.holds'), set('ledger.holds', `account = 'merchant:999:authorized'`)],
  ['when money was held', 'hold', first('ledger.holds'), set('ledger.holds', `held_at = held_at - interval '1 day'`)],
  [
    'when a hold ended',
    'hold',
    first('ledger.holds', 'ended_at is not null'),
    set('ledger.holds', `ended_at = ended_at - interval '1 day'`),
  ],
  ['a hold removed', 'hold', first('ledger.holds'), remove('ledger.holds')],
  [
    'a hold’s status',
    'payment',
    `select substr(reference, 9) as key from ledger.holds order by id limit 1`,
    (id) => `update ledger.holds set status = 'held', posted_minor = 0 where reference = 'payment ${id}'`,
  ],
  ['the net of a batch', 'batch', first('settlement.batches'), set('settlement.batches', 'net_minor = net_minor + 1')],
  [
    'two payments that changed places between batches',
    'batch',
    first(payments, 'batch_id is not null', 'batch_id'),
    (id) => `
    with mine as (select id from payments.payments where batch_id = ${id} order by id limit 1),
    other as (
      select p.id, p.batch_id from payments.payments p, payments.payments m, mine
      where m.id = mine.id and p.batch_id <> ${id} and p.type = m.type order by p.id limit 1)
    update payments.payments p set batch_id = case when p.id = mine.id then other.batch_id else ${id} end
    from mine, other where p.id in (mine.id, other.id)`,
  ],
  [
    'which payments a batch had',
    'batch',
    first('settlement.batches'),
    set('settlement.batches', `members = sha256('another')`),
  ],
  ['a batch removed', 'batch', first('settlement.batches'), remove('settlement.batches')],
  [
    'when a batch was cut off',
    'batch',
    first('settlement.batches'),
    set('settlement.batches', `closed_at = closed_at + interval '1 day'`),
  ],
  [
    'a payment taken out of its batch',
    'batch',
    first(payments, 'batch_id is not null', 'batch_id'),
    (id) =>
      `update payments.payments set batch_id = null where id = (select min(id) from payments.payments where batch_id = ${id})`,
  ],
  [
    'a site that is never settled again',
    'settlement of site',
    first('settlement.cut_offs'),
    set('settlement.cut_offs', 'due_at = null'),
  ],
]

const periods: readonly Corruption[] = [
  [
    'the amount of a period',
    'billing period',
    first('billing.periods', 'true', `order_id || '/' || period`),
    (_, id, n) =>
      `update billing.periods set minor = minor + 1, paid_minor = paid_minor + 1 where order_id = ${id} and period = ${n}`,
  ],
  [
    'a period removed',
    'billing period',
    first('billing.periods', 'true', `order_id || '/' || period`),
    (_, id, n) => `delete from billing.periods where order_id = ${id} and period = ${n}`,
  ],
  [
    'a period given up',
    'billing period',
    first('billing.periods', 'true', `order_id || '/' || period`),
    (_, id, n) =>
      `update billing.periods set status = 'uncollectible', paid_minor = 0 where order_id = ${id} and period = ${n}`,
  ],
  [
    'when a period was planned',
    'billing period',
    first('billing.periods', 'true', `order_id || '/' || period`),
    (_, id, n) =>
      `update billing.periods set planned_at = planned_at + interval '1 day' where order_id = ${id} and period = ${n}`,
  ],
  [
    'a period to come that is paid already',
    'order',
    `select id || '/period ' || next_period as key from orders.orders where type = 'recurring' and status = 'in-progress' order by id limit 1`,
    (_, id) => `
    insert into billing.periods (order_id, period, status, currency, minor, paid_minor, planned_at, opened_at, resolved_at)
    select id, next_period, 'paid', currency, minor, minor, now(), now(), now() from orders.orders where id = ${id}`,
  ],
]

export const moneyCorruptions: readonly Corruption[] = [...ofOrders, ...ofPayments, ...ofLedger, ...periods]
