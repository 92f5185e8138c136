import { alter, type Corruption, first, set } from './corruptions.ts'

const kept = 'shopper_id in (select id from shoppers.shoppers where removed_at is null)'

/** What is personal is sealed with a salt of its shopper. */
const ofShoppers: readonly Corruption[] = [
  ...alter(
    'shoppers.shoppers',
    'shopper',
    {
      'a shopper’s email': `email = 'mallory@example.com'`,
      'a shopper’s name': `first_name = 'Mallory', last_name = 'M'`,
      'a shopper’s phone': `phone = '+40000000000'`,
      'a shopper’s address': `address = 'Elsewhere 1', zip_code = '0'`,
      'a shopper’s country': `country = 'CU', state = null`,
      'a shopper’s tags': `tags = '{vip}'`,
      'a shopper let past the checks for years': `whitelisted_until = '2040-01-01T00:00:00Z'`,
      'when a shopper was first seen': `created_at = created_at - interval '1 year'`,
    },
    'removed_at is null',
  ),
  [
    'a shopper made as if they were deleted',
    'shopper',
    first('shoppers.shoppers', 'removed_at is null'),
    (id) => `
    update shoppers.seal_salts set salt = null where shopper_id = ${id};
    update shoppers.shoppers set removed_at = now(), email = 'mallory@example.com' where id = ${id}`,
  ],
  [
    'a deleted customer who is back',
    'shopper',
    first('shoppers.shoppers', 'removed_at is not null'),
    set('shoppers.shoppers', 'removed_at = null'),
  ],
  ...alter(
    'shoppers.cards',
    'stored card',
    {
      'the holder of a stored card': `holder_name = 'MALLORY'`,
      'with which site a card is stored': 'site_id = site_id + 1',
    },
    kept,
  ),
  ...alter(
    'payments.payments',
    'payment',
    {
      'the cardholder of a payment': `card_holder_name = 'MALLORY'`,
      'the address that a payment came from': `ip = '198.51.100.1'`,
      'whether a payment has shares': `shares = '[{"site": 1, "merchant": 1, "minor": "1"}]'`,
      'who began a payment': `initiator = case initiator when 'cit' then 'mit' else 'cit' end`,
      'the fingerprint of the card that paid': `card_fingerprint = sha256('another')`,
      'the network’s number of a payment': `network_transaction_id = 'another'`,
      'what the acquirer checked': `checks = '{"cvv": "match"}'`,
      'how the cardholder was authenticated': `three_d_secure = 'authenticated'`,
    },
    `type = 'deposit' and status = 'captured' and ${kept}`,
  ),
  [
    'what a store said of a refund',
    'payment',
    first('payments.payments', 'reversal_message is not null'),
    set('payments.payments', `reversal_message = 'Nothing'`),
  ],
  [
    'words put into a store’s mouth',
    'payment',
    first('payments.payments', `type = 'refund' and reversal_message is null`),
    set('payments.payments', `reversal_message = 'On demand'`),
  ],
  [
    'why a payment was refunded',
    'payment',
    first('payments.payments', 'reversal_reason is not null'),
    set('payments.payments', `reversal_reason = 'fraud-suspicion'`),
  ],
  [
    'why a payment was declined',
    'payment',
    first('payments.payments', 'decline_reason is not null'),
    set('payments.payments', `decline_reason = 'fraud'`),
  ],
  ...alter('access.staff', 'member of staff', {
    'the email of a member of staff': `email = 'mallory@example.com'`,
    'the role of a member of staff': `role = 'finance'`,
    'the password of a member of staff': `password_hash = 'scrypt:another'`,
    'the salt of a member of staff emptied': 'seal_salt = null',
  }),
  ...alter('access.approvals', 'approval', {
    'what an approval is for': `request = '{"decision": "reject"}'`,
    'an approval that was rejected by hand': `status = 'rejected', decided_at = now(), decision_reason = 'No.', decided_by = requested_by`,
    'why an approval was asked for': `request_reason = 'Because.'`,
    'until when an approval holds': `expires_at = expires_at + interval '1 year'`,
    'why an approval could not be carried out': `failure = '{}', failed_at = now()`,
  }),
  ...alter('holders.holders', 'holder', {
    'the email of a holder': `email = 'mallory@example.com'`,
    'the status of a holder': `status = 'closed'`,
    'the salt of a holder emptied': 'seal_salt = null',
  }),
  ...alter('kyc.cases', 'KYC case', {
    'when a KYC case began': `created_at = created_at - interval '1 day'`,
    'when a KYC case was handed in': `submitted_at = submitted_at - interval '1 day'`,
  }),
  ...alter(
    'kyc.cases',
    'KYC case',
    { 'an approval that nobody looks at again': 'due_at = null' },
    `status = 'approved'`,
  ),
  ...alter('kyc.sent_back', 'KYC step sent back', {
    'which step was sent back': `step = 'pep'`,
    'why a step was sent back': `reject_reason = 'screen_copy'`,
    'when a step was sent back': `sent_back_at = sent_back_at - interval '1 day'`,
  }),
  ...alter(
    'kyc.submissions',
    'KYC submission',
    {
      'what a customer has said': 'sealed = set_byte(sealed, 40, 255 - get_byte(sealed, 40))',
      'another answer under its own digest': `digest = sha256('another')`,
      'what a customer has said of which step': `step = 'gender'`,
      'who submitted a step': `actor = 'holder cust_01K4Z3W7V9Q8M2N5R6T1X0Y4AB'`,
      'when a step was submitted': `submitted_at = submitted_at - interval '1 day'`,
    },
    'sealed is not null',
  ),
  ...alter(
    'kyc.submissions',
    'KYC submission',
    { 'documents of another customer': `verification_id = gen_random_uuid()` },
    'verification_id is not null',
  ),
  ...alter('kyc.identity_checks', 'identity check', {
    'who has checked a person': `provider = 'persons'`,
    'the provider’s own name of a check': `reference = 'another'`,
    'why persons decide': `because = '{politically_exposed}'`,
    'what came out of a check': `status = 'review'`,
  }),
  ...alter('accounts.accounts', 'account', { 'the currency of an account': `currency = 'USD'` }),
  ...alter('partners.partners', 'partner', { 'where webhooks go': `webhook_url = 'https://mallory.example'` }),
]

const paid = `status <> 'start' and ${kept}`
const ofOrders: readonly Corruption[] = [
  ...alter(
    'orders.orders',
    'order',
    {
      'what a store is notified of beside the result': `custom_data = '{"value": 7}'`,
      'who receives the invoices': `invoice_email = 'mallory@example.com'`,
      'the language of an order': `language = 'fr'`,
      'the tags of an order': `tags = '{vip}'`,
      'what was said when an order was cancelled': `cancel_message = 'Never liked it'`,
      'when an order was opened': `created_at = created_at - interval '1 day'`,
    },
    paid,
  ),
  [
    'what the store says of a cardholder',
    'payment',
    first('payments.payments', 'card_facts is not null'),
    set('payments.payments', `card_facts = card_facts || '{"country": "CU"}'`),
  ],
  [
    'what the acquirer learns of the goods',
    'order',
    first('orders.orders', paid),
    set('orders.orders', `level3 = '{"vatRate": 0}'`),
  ],
  [
    'what an order shares',
    'order',
    first('orders.orders', 'transaction_option is not null'),
    set(
      'orders.orders',
      `transaction_option = jsonb_set(transaction_option, '{splitPayment,splitSchema,0,amount}', '"7.00"')`,
    ),
  ],
]

const ofEmails: readonly Corruption[] = [
  ...alter(
    'emails.emails',
    'email',
    {
      'where an email went': `address = 'mallory@example.com'`,
      'what an email says': `content = content || '{"subject": "You won"}'`,
      'who an email is for': `recipient = case recipient when 'shopper' then 'invoice' else 'shopper' end`,
      'the kind of an email': `kind = 'other'`,
      'the key of an email': 'key = gen_random_uuid()',
      'the site of an email': 'site_id = site_id + 1',
    },
    'address is not null',
  ),
  ...alter(
    'emails.emails',
    'email',
    { 'an email emptied too soon': 'address = null, content = null' },
    // Older ones may have been emptied: operators choose after how long.
    'address is not null and id = (select max(id) from emails.emails where address is not null)',
  ),
]

const shared = first('payments.payments', `type = 'deposit' and shares is not null`)
const ofShares: readonly Corruption[] = [
  [
    'a share that grew',
    'payment',
    shared,
    set('payments.payments', `shares = jsonb_set(shares, '{0,minor}', '"700"')`),
  ],
  [
    'a share of another merchant',
    'payment',
    shared,
    set('payments.payments', `shares = jsonb_set(shares, '{0,merchant}', '101')`),
  ],
  ['a share that is lost', 'payment', shared, set('payments.payments', 'shares = null')],
  [
    'what a payment was to share',
    'payment',
    shared,
    set(
      'payments.payments',
      `transaction_option = jsonb_set(transaction_option, '{splitPayment,splitSchema,0,amount}', '"7.00"')`,
    ),
  ],
  [
    'a refund that a share did not take part in',
    'payment',
    first('payments.payments', `type = 'refund' and shares is not null`),
    set('payments.payments', 'shares = null'),
  ],
]

const keyed = first('florin.idempotency_keys', 'answer is not null')
const ofRequests: readonly Corruption[] = [
  [
    'an idempotency key removed',
    'idempotency key',
    keyed,
    (id) => `delete from florin.idempotency_keys where id = ${id}`,
  ],
  ...alter(
    'florin.idempotency_keys',
    'idempotency key',
    {
      'what a repeated request is answered': `answer = answer || '{"status": 500}'`,
      'what a request was': `request_hash = sha256('another')`,
      'what a request made': `subject_id = '1'`,
      'whose key it is': `owner_id = '99999'`,
      'the name of a key': `key = 'another'`,
      'the salt of a key': 'salt = gen_random_uuid()',
    },
    `answer is not null and id <= (select (positions ->> 'florin.idempotency_keys answered')::bigint from seals.seals order by id desc limit 1)`,
  ),
]

export const personCorruptions: readonly Corruption[] = [
  ...ofShoppers,
  ...ofOrders,
  ...ofEmails,
  ...ofShares,
  ...ofRequests,
]
