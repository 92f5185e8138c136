import { alter, type Corruption, double, first, remove, set } from './corruptions.ts'

const ofCards: readonly Corruption[] = [
  ...alter(
    'shoppers.cards',
    'stored card',
    {
      'a stored card given to another shopper': 'shopper_id = shopper_id + 100',
      'a stored card’s expiry': 'expiry_year = expiry_year + 3',
      'a stored card’s digits': `last4 = '0000'`,
      'the date of the transaction that a card’s payments name': `network_transaction_at = network_transaction_at - interval '1 year'`,
      'a stored card’s number replaced': 'vault_token = gen_random_uuid()',
      'a stored card’s fingerprint': `fingerprint = sha256('another')`,
    },
    `status = 'active'`,
  ),
  [
    'the numbers of two stored cards swapped',
    'stored card',
    first('shoppers.cards', `status = 'active'`),
    (id) => `
    update shoppers.cards c set vault_token = o.vault_token, fingerprint = o.fingerprint
    from shoppers.cards o where c.id = ${id} and o.id = (select max(id) from shoppers.cards where status = 'active' and id <> ${id})`,
  ],
  ...alter('shoppers.card_imports', 'card import', {
    'an imported card under another reference': `reference = 'another'`,
    'an imported card of another site': 'site_id = site_id + 1',
    'a reference that leads to another card': 'card_id = card_id - 1',
  }),
  ['an import removed', 'card import', first('shoppers.card_imports'), remove('shoppers.card_imports')],
  ['a stored card removed', 'stored card', first('shoppers.cards', `status = 'active'`), remove('shoppers.cards')],
  [
    'a deleted card active again',
    'stored card',
    first('shoppers.cards', `status = 'deleted'`),
    set('shoppers.cards', `status = 'active'`),
  ],
  [
    'a shopper’s identifier taken over',
    'shopper',
    first('shoppers.shoppers'),
    set('shoppers.shoppers', `identifier = 'mallory'`),
  ],
  [
    'a shopper of another site',
    'shopper',
    first('shoppers.shoppers'),
    set('shoppers.shoppers', 'site_id = site_id + 1'),
  ],
  [
    'a shopper let past the checks',
    'shopper',
    first('shoppers.shoppers'),
    set('shoppers.shoppers', 'whitelisted = true'),
  ],
  [
    'a salt emptied',
    'shopper',
    first('shoppers.shoppers', 'removed_at is null'),
    (id) => `update shoppers.seal_salts set salt = null where shopper_id = ${id}`,
  ],
  [
    'a number gone from the vault',
    'stored card',
    first('shoppers.cards', `status = 'active'`),
    (id) => `delete from vault.cards where token = (select vault_token from shoppers.cards where id = ${id})`,
  ],
  [
    'a vault record altered',
    'vault record',
    first('vault.cards', 'true', 'token'),
    (token) =>
      `update vault.cards set sealed = set_byte(sealed, 14, get_byte(sealed, 14) # 1) where token = '${token}'`,
  ],
  [
    'a vault record with another’s key',
    'vault record',
    first('vault.cards', 'true', 'token'),
    (token) =>
      `update vault.cards set wrapped_key = (select wrapped_key from vault.cards where token <> '${token}' limit 1) where token = '${token}'`,
  ],
  [
    'a vault record of another merchant',
    'vault record',
    first('vault.cards', 'true', 'token'),
    (token) => `update vault.cards set merchant_id = merchant_id + 1 where token = '${token}'`,
  ],
  [
    'a vault record with another’s fingerprint',
    'vault record',
    first('vault.cards', 'true', 'token'),
    (token) => `update vault.cards set fingerprint = sha256('another') where token = '${token}'`,
  ],
  [
    'a number that nobody needs',
    'vault record',
    `select token::text as key from vault.cards where token not in (select vault_token from shoppers.cards)`,
    (token) => `update vault.cards set created_at = created_at - interval '10 days' where token = '${token}'`,
  ],
]

const notification = first('notifications.notifications')
const copied = 'site_id, payment_id, order_id, url, body, status, attempts, tries_left, created_at, delivered_at'
const ofMessages: readonly Corruption[] = [
  [
    'a notification removed',
    'notification',
    notification,
    (id) =>
      `delete from notifications.attempts where notification_id = ${id}; delete from notifications.notifications where id = ${id}`,
  ],
  [
    'what a notification says',
    'notification',
    notification,
    set('notifications.notifications', `body = jsonb_set(body::jsonb, '{amount}', '1')::text`),
  ],
  [
    'a notification of another order',
    'notification',
    notification,
    set('notifications.notifications', 'order_id = order_id + 1'),
  ],
  [
    'where a notification goes',
    'notification',
    notification,
    set('notifications.notifications', `url = 'https://elsewhere.example/hook'`),
  ],
  [
    'a notification dated back',
    'notification',
    notification,
    set('notifications.notifications', `created_at = created_at - interval '1 day'`),
  ],
  [
    'a notification doubled',
    'payment',
    first('notifications.notifications', 'true', 'payment_id'),
    (id) =>
      double(
        'notifications.notifications',
        copied,
      )(`(select min(id) from notifications.notifications where payment_id = ${id})`),
  ],
  [
    'a notification for the year after next',
    'notification',
    notification,
    set(
      'notifications.notifications',
      `status = 'waiting', delivered_at = null, due_at = created_at + interval '2 years'`,
    ),
  ],
  [
    'an attempt removed',
    'notification',
    notification,
    (id) => `delete from notifications.attempts where notification_id = ${id}`,
  ],
  [
    'what a store replied',
    'attempt of notification',
    first('notifications.attempts', 'true', `notification_id || '/' || attempt`),
    (_, id) => `update notifications.attempts set reply = 'never' where notification_id = ${id}`,
  ],
  [
    'when a store was notified',
    'notification',
    notification,
    set('notifications.notifications', `delivered_at = delivered_at + interval '1 day'`),
  ],
  ['an email removed', 'email', first('emails.emails'), remove('emails.emails')],
  ...alter('emails.emails', 'email', {
    'what an email told': `fact = 'something else'`,
    'the order of an email': 'order_id = order_id + 1',
    'when an email was made': `created_at = created_at - interval '1 day'`,
  }),
]

const event = first('outbox.events', `name = 'paymentStatusChanged'`)
const ofLogs: readonly Corruption[] = [
  ['an event removed', 'event', event, remove('outbox.events')],
  ['what an event says', 'event', event, set('outbox.events', `body = jsonb_set(body, '{amount}', '"0.01"')`)],
  ['the owner of an event', 'event', event, set('outbox.events', `owner_id = '99999'`)],
  ['what an event is about', 'event', event, set('outbox.events', `subject_id = '1'`)],
  ['an event dated back', 'event', event, set('outbox.events', `occurred_at = occurred_at - interval '1 hour'`)],
  [
    'an event doubled',
    'payment',
    first('outbox.events', `name = 'paymentStatusChanged'`, 'subject_id'),
    (id) =>
      double(
        'outbox.events',
        'name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at',
      )(`(select min(id) from outbox.events where name = 'paymentStatusChanged' and subject_id = '${id}')`),
  ],
  [
    'an event put before all others',
    'event',
    'select (-5)::text as key',
    (id) => `
    insert into outbox.events (id, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at) overriding system value
    select ${id}, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at from outbox.events where name = 'orderOpened' limit 1`,
  ],
  [
    'an event put beside another',
    'event',
    event,
    (id) => `
    insert into outbox.events (id, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at) overriding system value
    select id, 'linkChanged', owner_kind, owner_id, subject_type, subject_id, body, occurred_at + interval '1 hour' from outbox.events where id = ${id}`,
  ],
  ['an audit entry removed', 'audit entry', first('directory.audit'), remove('directory.audit')],
  ...alter('directory.audit', 'audit entry', {
    'who made a change': `actor = 'somebody else'`,
    'where a change was made': `from_where = 'elsewhere'`,
    'what was changed': `after = '{}'`,
    'when a change was made': `occurred_at = occurred_at - interval '1 day'`,
  }),
]

export const recordCorruptions: readonly Corruption[] = [...ofCards, ...ofMessages, ...ofLogs]
