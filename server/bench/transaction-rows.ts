import type { BenchContext } from './context.ts'

/** What a page of the list is made of: subscribers, each with a card, an order and the payments of its periods. */
const periods = 10
const [firstShopper, firstCard, firstOrder, firstPayment] = [30_000_000, 40_000_000, 50_000_000, 60_000_000]

/** The shoppers that are queried by id and by e-mail address, and how the list's numbers are spread. */
export const subscriber = (number: number) => ({ id: firstShopper + number, email: `subscriber-${number}@example.com` })

/** The year that the payments are spread over evenly ends with the day before yesterday. */
const days = 365

/**
 * So many transactions, put there by SQL, since how they came there is not measured: of a year, the newest last, nine
 * in a hundred declined, three refunded and one voided; cards end with one of 10,000 numbers.
 */
export async function storeTransactions({ query, siteId }: BenchContext, count: number): Promise<void> {
  const subscribers = count / periods
  const every = `generate_series(1, ${subscribers}) as n`
  await query(`insert into shoppers.shoppers (id, site_id, identifier, email, country, created_at) overriding system value
    select ${firstShopper} + n, ${siteId}, 'subscriber-' || n, 'subscriber-' || n || '@example.com', 'RO', ${begin} from ${every}`)
  await query(`insert into shoppers.cards (id, shopper_id, vault_token, brand, first6, last4, expiry_month, expiry_year,
      fingerprint, status, network_transaction_id, created_at) overriding system value
    select ${firstCard} + n, ${firstShopper} + n, gen_random_uuid(), 'visa', ${first6}, ${last4}, 12, 2090,
      sha256(n::text::bytea), 'active', '400000000000001', ${begin} from ${every}`)
  await query(`insert into orders.orders (id, site_id, shopper_id, external_id, type, status, currency, minor, mode,
      description, items, interval_type, interval_value, card_id, created_at) overriding system value
    select ${firstOrder} + n, ${siteId}, ${firstShopper} + n, 'subscription-' || n, 'recurring', 'complete-ok', 'EUR', 990,
      'authAndCapture', 'Bread, weekly', '[]', 'month', 1, ${firstCard} + n, ${begin} from ${every}`)
  await query(`insert into payments.payments (id, key, connector, type, source, status, version, merchant_id, site_id, shopper_id,
      order_id, period, captures_at_once, currency, minor, captured_minor, refunded_minor, fee_minor, fee_basis_points,
      description, card_id, card_brand, card_first6, card_last4, card_expiry, card_fingerprint, ip, reference,
      network_transaction_id, authorization_code, checks, three_d_secure, decline_reason, created_at, approved_at,
      captured_at) overriding system value
    select ${firstPayment} + m, gen_random_uuid(), 'sandbox', 'deposit', case when period = 1 then 'service-call' else 're-bill' end,
      status, 2, 1, ${siteId}, ${firstShopper} + n, ${firstOrder} + n, nullif(period, 1), true, 'EUR', 500 + m % 5000,
      case when status in ('captured', 'refunded') then 500 + m % 5000 else 0 end,
      case when status = 'refunded' then 500 + m % 5000 else 0 end, 38, 140, 'Bread, weekly', ${firstCard} + n, 'visa',
      ${first6}, ${last4}, '12/2090', sha256(n::text::bytea), '203.0.113.' || n % 250, 'sbx_' || m, '400000000000001',
      'A1B2C3', '{"address":"unavailable","postalCode":"unavailable","securityCode":"unavailable"}', 'none',
      case when status = 'failed' then 'insufficient_funds' end, at, case when status <> 'failed' then at end,
      case when status in ('captured', 'refunded') then at end
    from (
      select m, 1 + (m - 1) % ${subscribers} as n, 1 + (m - 1) / ${subscribers} as period,
        ${begin} + m * (interval '${days} days' / ${count}) as at,
        (array['voided','refunded','refunded','refunded'] || array_fill('failed'::text, array[9])
          || array_fill('captured'::text, array[87]))[1 + (m * 37) % 100] as status
      from generate_series(1, ${count}) as m
    ) as made`)
  // As autovacuum leaves them.
  await query('vacuum analyze')
  await query('checkpoint')
}

const begin = `date_trunc('day', now()) - interval '${days + 1} days'`
const first6 = `(array['411111', '400000', '424242', '401288'])[1 + n % 4]`
const last4 = `lpad((n % 10000)::text, 4, '0')`
