import { alter, type Corruption, first, remove, set } from './corruptions.ts'

const ofSettings: readonly Corruption[] = [
  ...alter('directory.sites', 'site', {
    'a site’s fee': 'fee_fixed_minor = 0',
    'a site’s currencies': `currencies = '{EUR}'`,
    'where a site is notified': `notification_url = 'https://elsewhere.example/hook'`,
    'how much a site may pay out': 'payout_max_minor = 1000000000',
    'what the pages of a site ask': `pay_form = '{"fields": []}'`,
    'a site made live': 'live = not live',
    'a site’s merchant': 'merchant_id = merchant_id + 1',
  }),
  [
    'a site’s key removed',
    'site',
    first('directory.site_keys', 'true', 'site_id'),
    (id) => `delete from directory.site_keys where site_id = ${id}`,
  ],
  [
    'a site’s key replaced',
    'site',
    first('directory.site_keys', 'true', 'site_id'),
    (id) => `update directory.site_keys set fingerprint = sha256('another') where site_id = ${id}`,
  ],
  ...alter('directory.merchants', 'merchant', { 'a merchant’s first name': `name = 'Other'` }),
  ...alter('directory.merchant_details', 'merchant', {
    'a merchant’s name': `name = 'Other'`,
    'a merchant closed silently': `status = 'closed'`,
    'a merchant’s legal name': `legal_name = 'Other'`,
    'a merchant’s numbers': `registration_number = 'J1', tax_number = 'RO 13'`,
    'where a merchant is': `address = 'Elsewhere', country = 'FR'`,
    'where a merchant is reached': `email = 'mallory@example.com'`,
  }),
  ...alter('routing.rules', 'routing rule', {
    'where a rule leads': `connector = 'sandbox-2'`,
    'the order of rules': 'priority = 9999',
    'a rule removed silently': 'removed_at = now()',
  }),
  [
    'a connector paused silently',
    'pause of connector',
    first('routing.pauses', 'true', 'connector'),
    (connector) => `update routing.pauses set ended_at = null where connector = '${connector}'`,
  ],
  [
    'why a connector was paused',
    'pause of connector',
    first('routing.pauses', 'true', 'connector'),
    (connector) => `update routing.pauses set reason = 'Another' where connector = '${connector}'`,
  ],
  ...alter(
    'pricing.rules',
    'price rule',
    {
      'the percentage of a price': 'basis_points = basis_points + 1',
      'the fixed part of a price': 'fixed_minor = 0',
      'the minimum of a price': 'minimum_minor = 0',
      'for whose payments a price is': 'site_id = null, merchant_id = null',
      'for which cards a price is': `brand = 'amex', region = 'eea', card_type = 'debit'`,
      'for which currency a price is': `currency = 'RON'`,
      'from which volume on a price is': `currency = 'EUR', volume_from_minor = 1`,
      'from when on a price is valid': `valid_from = valid_from - interval '1 day'`,
      'when a price was set': `created_at = created_at - interval '1 day'`,
    },
    'minimum_minor > 0',
  ),
  [
    'a removed price that counts again',
    'removal of price rule',
    first('pricing.removals', 'true', 'rule_id'),
    (id) => `delete from pricing.removals where rule_id = ${id}`,
  ],
  [
    'when a price was removed',
    'removal of price rule',
    first('pricing.removals', 'true', 'rule_id'),
    (id) => `update pricing.removals set removed_from = removed_from + interval '1 day' where rule_id = ${id}`,
  ],
  [
    'by which price a payment was charged',
    'payment',
    first('payments.payments', 'price_rule_id is not null'),
    set('payments.payments', 'price_rule_id = null'),
  ],
  [
    'by what a price was chosen',
    'payment',
    first('payments.payments', 'price_facts is not null'),
    set('payments.payments', `price_facts = price_facts || '{"siteCountry": "US"}'`),
  ],
  ...alter('rates.rates', 'exchange rate', {
    'an exchange rate': 'rate = rate * 2',
    'when an exchange rate was': `as_of = as_of - interval '1 day'`,
    'who said an exchange rate': `source = 'manual'`,
    'when an exchange rate was recorded': `recorded_at = recorded_at - interval '1 day'`,
  }),
  ...alter(
    'links.links',
    'link',
    {
      'how often a link may be used': 'limit_access = 999',
      'the amount of a link': 'minor = 1',
      'when a link expires': `expire_date = '2030-01-01'`,
      'a link closed': 'active = not active',
      'how often a link was paid': 'paid = paid + 1',
    },
    'limit_access is not null',
  ),
  [
    'whose link it is',
    'link',
    first('links.links', 'customer_email is not null'),
    set('links.links', `customer_email = 'mallory@example.com'`),
  ],
  [
    'the salt of a link emptied',
    'link',
    first('links.links', 'customer_email is not null'),
    set('links.links', 'seal_salt = null'),
  ],
  [
    'the place that a payment has in a link',
    'order',
    first('links.uses', `place = 'paid'`, 'order_id'),
    (id) => `update links.uses set place = 'none' where order_id = ${id}`,
  ],
  [
    'a site’s key that does not open',
    'key',
    `select id || '/of site ' || site_id as key from directory.site_keys order by id limit 1`,
    (_, id) =>
      `update directory.site_keys set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1) where id = ${id}`,
  ],
  [
    'a site’s key that lives on',
    'site',
    first('directory.site_keys', 'true', 'site_id'),
    (id) => `update directory.site_keys set expires_at = '2040-01-01T00:00:00Z' where site_id = ${id}`,
  ],
  [
    'the terms of a link',
    'link',
    first('links.links'),
    (id) => `update links.versions set terms = jsonb_set(terms, '{x}', '1') where link_id = ${id}`,
  ],
  [
    'a use of a link removed',
    'use of a link by order',
    first('links.uses', 'true', 'order_id'),
    (id) => `delete from links.uses where order_id = ${id}`,
  ],
  ...alter('checkout.sessions', 'session', { 'a session of another order': 'order_id = order_id + 100' }),
  ...alter(
    'checkout.sessions',
    'session',
    {
      'a session that is open again': `status = 'open', end_reason = null`,
      'why a session ended': `end_reason = 'other'`,
    },
    `status = 'ended'`,
  ),
  ...alter('checkout.sessions', 'session', {
    'what a session may do': `options = options || '{"saveCard": "ticked!"}'`,
  }),
  ...alter('disputes.events', 'dispute event', {
    'the amount of a dispute': 'minor = minor + 1',
    'the reason of a dispute': `reason = 'fraud' || reason`,
    'whose payment is disputed': 'authorization_key = gen_random_uuid()::text',
  }),
  ['a dispute event removed', 'dispute event', first('disputes.events'), remove('disputes.events')],
  [
    'disputes that are never read again',
    'reading of disputes',
    first('disputes.cursors'),
    set('disputes.cursors', 'due_at = null'),
  ],
  [
    'disputes to come that are passed over',
    'reading of disputes',
    first('disputes.cursors'),
    set('disputes.cursors', `read_up_to = '999'`),
  ],
  [
    'disputes that are read in years',
    'reading of disputes',
    first('disputes.cursors'),
    set('disputes.cursors', `due_at = due_at + interval '2 years'`),
  ],
  [
    'a site that is settled in years',
    'settlement of site',
    first('settlement.cut_offs'),
    set('settlement.cut_offs', `due_at = due_at + interval '2 years'`),
  ],
  [
    'housekeeping that is never done again',
    'scheduled task',
    first('florin.scheduled_tasks'),
    set('florin.scheduled_tasks', `due_at = due_at + interval '9 years'`),
  ],
  [
    'the acquirer’s own amount',
    'request to the sandbox',
    first('sandbox_acquirer.requests', `kind = 'sale'`, `connector || '/' || authorization_key || '/' || step`),
    (_, _connector, key, step) =>
      `update sandbox_acquirer.requests set minor = minor + 1 where authorization_key = '${key}' and step = ${step}`,
  ],
  [
    'what the cardholder reads on the statement',
    'request to the sandbox',
    first('sandbox_acquirer.requests', `kind = 'sale'`, `connector || '/' || authorization_key || '/' || step`),
    (_, _connector, key, step) =>
      `update sandbox_acquirer.requests set descriptor = 'ANOTHER' where authorization_key = '${key}' and step = ${step}`,
  ],
  [
    'the acquirer’s own record removed',
    'request to the sandbox',
    first('sandbox_acquirer.requests', `kind = 'refund'`, `connector || '/' || authorization_key || '/' || step`),
    (_, _connector, key, step) =>
      `delete from sandbox_acquirer.requests where authorization_key = '${key}' and step = ${step}`,
  ],
]

const page = (name: string) =>
  `select seal_id::text as key from seals.pages where name = '${name}' order by seal_id limit 1`
const ofSeals: readonly Corruption[] = [
  ['a seal removed', 'seal', 'select 3::text as key', (id) => `delete from seals.seals where id = ${Number(id) - 1}`],
  [
    'a seal’s page removed',
    'seal',
    page('ledger.entries'),
    (id) => `delete from seals.pages where seal_id = ${id} and name = 'ledger.entries'`,
  ],
  [
    'a row altered, and its seal with it',
    'seal',
    page('ledger.entries'),
    (id) => `
    update ledger.entries set posted_at = posted_at - interval '1 day' where id = 1;
    update seals.pages set digests = set_byte(digests, 0, get_byte(digests, 0) # 1) where seal_id = ${id} and name = 'ledger.entries'`,
  ],
  [
    'a seal’s reach',
    'seal',
    'select max(id)::text as key from seals.seals',
    (id) => `update seals.seals set positions = positions - 'ledger.entries' where id = ${id}`,
  ],
  [
    'a seal’s hash',
    'seal',
    'select 2::text as key',
    (id) => `update seals.seals set hash = sha256('another') where id = ${id}`,
  ],
]

export const settingCorruptions: readonly Corruption[] = [...ofSettings, ...ofSeals]
