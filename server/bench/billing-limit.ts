import pg from 'pg'
import type { BenchContext } from './context.ts'

/**
 * What the database alone can do with the rows of a billing: the same rows are written, changed and checked in the same
 * order (claim, intent, result), by three statements that take everything from the order itself. Nothing is read into a
 * program, decided or requested, and no card number is detokenized.
 */
export async function billingLimit(
  { databaseUrl }: BenchContext,
  ids: readonly number[],
  { at, connections }: { at: number; connections: number },
): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, options: '-c role=florin_app', max: connections })
  const batches = Array.from({ length: Math.ceil(ids.length / at) }, (_, index) =>
    ids.slice(index * at, (index + 1) * at),
  )
  await bill(pool, batches.splice(0, 1)[0]!)
  const began = performance.now()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let batch = batches.pop(); batch; batch = batches.pop()) await bill(pool, batch)
    }),
  )
  const seconds = (performance.now() - began) / 1000
  await pool.end()
  return (ids.length - at) / seconds
}

async function bill(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  for (const [name, text] of Object.entries({ claim, intent, result })) await pool.query({ name, text, values: [ids] })
}

const claim = `update orders.orders set leased_until = now() where id = any($1::bigint[])`

const intent = `
  with o as (
    update orders.orders set due_at = null, leased_until = null, version = version + 1 where id = any($1) returning *
  ), charge as (
    insert into billing.periods (order_id, period, status, currency, minor, planned_at, opened_at)
    select id, next_period, 'open', currency, minor, anchor_at, now() from o
  ), p as (
    insert into payments.payments (key, connector, type, source, status, merchant_id, site_id, shopper_id, order_id, period,
      captures_at_once, currency, minor, description, card_id, card_brand, card_first6, card_last4, card_expiry,
      card_fingerprint, request_key, request_kind, request_minor, created_at, due_at)
    select gen_random_uuid(), 'sandbox', 'deposit', 're-bill', 'authorizing', 1, o.site_id, o.shopper_id, o.id, o.next_period, true, o.currency,
      o.minor, o.description, o.card_id, c.brand, c.first6, c.last4, '12/2090', c.fingerprint, gen_random_uuid(), 'authorize',
      o.minor, now(), now() + interval '1 minute'
    from o join shoppers.cards c on c.id = o.card_id returning id, minor
  )
  insert into payments.payment_transitions (payment_id, action, to_status, minor, occurred_at)
  select id, 'start', 'authorizing', minor, now() from p`

const result = `
  with p as (
    update payments.payments set status = 'captured', version = 2, captured_minor = minor, fee_minor = 38, fee_basis_points = 140,
      reference = 'sbx_0123456789abcdefghij', network_transaction_id = '400000000000001', authorization_code = 'A1B2C3',
      checks = '{"address":"unavailable","postalCode":"unavailable","securityCode":"unavailable"}', three_d_secure = 'none',
      request_key = null, request_kind = null, request_minor = null, approved_at = now(), captured_at = now(),
      due_at = null, leased_until = null
    where order_id = any($1) and status = 'authorizing' returning id, order_id, site_id, period, minor
  ), transitions as (
    insert into payments.payment_transitions (payment_id, action, from_status, to_status, minor, occurred_at)
    select id, 'sell', 'authorizing', 'captured', minor, now() from p
  ), e as (
    insert into ledger.entries (recipe, reference, posted_at) select 'paymentCaptured', 'payment ' || id, now() from p
    returning id
  ), lines as (
    insert into ledger.lines (entry_id, account, currency, minor)
    select e.id, account, 'EUR', minor from e,
      (values ('acquirer:captured', 990), ('merchant:1:payable', -952), ('income:fees', -38)) as l (account, minor)
  ), event as (
    insert into outbox.events (name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at)
    select 'paymentStatusChanged', 'site', site_id, 'payment', id,
      '{"action":"sell","from":"authorizing","to":"captured","amount":"9.90","currency":"EUR"}', now() from p
  ), charge as (
    update billing.periods c set status = 'paid', paid_minor = paid_minor + p.minor, resolved_at = now()
    from p where c.order_id = p.order_id and c.period = p.period and c.status = 'open'
  ), notified as (
    insert into notifications.notifications (site_id, payment_id, order_id, url, body, status, tries_left, created_at, due_at)
    select site_id, id, order_id, 'http://127.0.0.1:9/', repeat('x', 420), 'waiting', 4, now(), now() from p
  )
  update orders.orders o set next_period = next_period + 1, due_at = now() + interval '20 years', version = version + 1,
    leased_until = null
  from p where o.id = p.order_id`
