import type { BenchContext } from './context.ts'
import { openMoreSites } from './more-sites.ts'

/** A platform of two merchants: the busy one has three sites with nine tenths of all payments. */
export type ListedPlatform = {
  merchantId: number
  siteIds: readonly [number, number, number]
  otherMerchantId: number
  otherSiteId: number
}

const perCustomer = 10
const [firstShopper, firstOrder, firstPayment] = [30_000_000, 50_000_000, 60_000_000]
/** Of whom ten payments are stored. */
export const customerId = (number: number): number => firstShopper + number

/**
 * So many payments of a year, the newest last, put there by SQL. Of a hundred 87 are paid, 9 declined, 4 voided or
 * refunded; three of ten cost 9.90, others spread over 5,000 amounts; one in twenty is in RON; of a thousand cards 20
 * are of American Express and one is of JCB; a connector has one in a thousand, a decline reason one in eleven thousand.
 */
export async function storePayments(ctx: BenchContext, count: number): Promise<ListedPlatform> {
  const platform = await openMoreSites(ctx)
  const customers = count / perCustomer
  const sites = `(array[${[...Array(6).fill(platform.siteIds[0]), ...Array(2).fill(platform.siteIds[1]), platform.siteIds[2], platform.otherSiteId]}])[1 + n % 10]`
  const every = `generate_series(1, ${customers}) as n`
  await ctx.query(`insert into shoppers.shoppers (id, site_id, identifier, email, country, created_at) overriding system value
    select ${firstShopper} + n, ${sites}, 'customer-' || n, 'customer-' || n || '@example.com', 'RO', ${begin} from ${every}`)
  await ctx.query(`insert into orders.orders (id, site_id, shopper_id, external_id, type, status, currency, minor, mode,
      description, items, created_at) overriding system value
    select ${firstOrder} + n, ${sites}, ${firstShopper} + n, 'order-' || n, 'managed', 'complete-ok', 'EUR', 990,
      'authAndCapture', 'Bread', '[]', ${begin} from ${every}`)
  await ctx.query(`insert into payments.payments (id, key, connector, type, source, initiator, status, version, merchant_id, site_id,
      shopper_id, order_id, period, captures_at_once, currency, minor, captured_minor, fee_minor, fee_basis_points, description,
      card_brand, card_first6, card_last4, card_expiry, card_holder_name, card_fingerprint, ip, reference, network_transaction_id,
      authorization_code, three_d_secure, decline_reason, created_at, approved_at, captured_at) overriding system value
    select ${firstPayment} + m, gen_random_uuid(), case when hash % 1000 = 7 then 'elsewhere' else 'sandbox' end, 'deposit',
      case when period = 1 then 'service-call' else 're-bill' end, case when hash % 10 < 6 then 'mit' else 'cit' end,
      case when m > ${count} - 5 then 'captured' when hash % 200000 = 11 then 'uncertain' else status end, 2,
      case when n % 10 = 9 then ${platform.otherMerchantId} else ${platform.merchantId} end, ${sites}, ${firstShopper} + n, ${firstOrder} + n, nullif(period, 1), true,
      case when hash % 20 = 3 then 'RON' else 'EUR' end, amount, case when status in ('captured', 'refunded') then amount else 0 end,
      38, 140, 'Bread, weekly, no ' || m, case when hash % 1000 = 3 then 'jcb' when hash % 50 = 4 then 'amex'
        when hash % 10 < 3 then 'mastercard' else 'visa' end,
      (array['411111', '400000', '424242', '401288'])[1 + n % 4], lpad((n % 10000)::text, 4, '0'), '12/2090', 'Customer ' || n,
      sha256(n::text::bytea), '203.0.113.' || n % 250, 'sbx_' || m, '400000000000001', 'A1B2C3', 'none',
      case when status = 'failed' then case when hash % 1000 = 5 then 'card_lost_or_stolen' else 'insufficient_funds' end end,
      at, case when status <> 'failed' then at end, case when status in ('captured', 'refunded') then at end
    from (
      select m, 1 + (m - 1) % ${customers} as n, 1 + (m - 1) / ${customers} as period,
        ${begin} + m * (interval '${days} days' / ${count}) as at, abs(hashint4(m)) as hash,
        case when m % 10 < 3 then 990 else 500 + abs(hashint4(m)) % 5000 end as amount,
        (array['voided','refunded','refunded','refunded'] || array_fill('failed'::text, array[9])
          || array_fill('captured'::text, array[87]))[1 + (m * 37) % 100] as status
      from generate_series(1, ${count}) as m
    ) as made`)
  // As autovacuum leaves them.
  await ctx.query('vacuum analyze')
  await ctx.query('checkpoint')
  return platform
}

/** The year that the payments are spread over evenly ends with the day before yesterday. */
const days = 365
const begin = `date_trunc('day', now()) - interval '${days + 1} days'`
