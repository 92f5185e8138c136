import { customerId } from './list-rows.ts'

/** A list of the staff: its query, and the same condition in SQL. */
export type StaffListing = { name: string; query: string; where: string; order?: string }

/** Each filter alone, and pairs that people use, over so many payments as `storePayments` makes them. */
export function staffListings(stored: number): StaffListing[] {
  const number = Math.floor(stored / 20) + 776
  const month = days('a month', 89, 60)
  const failed = { name: 'declined', query: 'status=failed', where: `status = 'failed'` }
  const paid = { name: 'paid', query: 'status=captured', where: `status = 'captured'` }
  const amounts = {
    name: '10 to 50 euros',
    query: 'currency=EUR&amount=10..50',
    where: `currency = 'EUR' and minor between 1000 and 5000`,
  }
  const card = { name: 'last four', query: 'last4=0776', where: `card_last4 = '0776'` }
  const reason = {
    name: 'a rare decline reason',
    query: 'reason=card_lost_or_stolen',
    where: `decline_reason = 'card_lost_or_stolen'`,
  }
  const amex = { name: 'a brand', query: 'brand=amex', where: `card_brand = 'amex'` }
  return [
    { name: 'everything', query: '', where: 'true' },
    failed,
    paid,
    { name: 'uncertain', query: 'status=uncertain', where: `status in ('uncertain', 'reversing')` },
    {
      name: 'all but paid',
      query: 'status=!complete-ok',
      where: `status not in ('captured', 'cancelling', 'verified', 'represented', 'credited')`,
    },
    card,
    { name: 'a customer', query: `customer=${customerId(number)}`, where: `shopper_id = ${customerId(number)}` },
    {
      name: 'an e-mail address',
      query: `customer=customer-${number}%40example.com`,
      where: `shopper_id in (select id from shoppers.shoppers where site_id = payments.site_id and lower(email) = 'customer-${number}@example.com')`,
    },
    amex,
    { name: 'a rare brand', query: 'brand=jcb', where: `card_brand = 'jcb'` },
    { name: 'a wallet', query: 'method=wallet', where: 'wallet is not null' },
    { name: 'merchant initiated', query: 'initiator=mit', where: `initiator = 'mit'` },
    { name: 'a rare connector', query: 'connector=elsewhere', where: `connector = 'elsewhere'` },
    reason,
    { name: 'a currency', query: 'currency=RON', where: `currency = 'RON'` },
    { name: 'a common amount', query: 'currency=EUR&amount=9.90', where: `currency = 'EUR' and minor = 990` },
    { name: 'a rare amount', query: 'currency=EUR&amount=12.34', where: `currency = 'EUR' and minor = 1234` },
    amounts,
    { name: 'above 54.98 euros', query: 'currency=EUR&amount=54.98..', where: `currency = 'EUR' and minor >= 5498` },
    {
      name: 'by amount',
      query: 'currency=EUR&sort=-amount',
      where: `currency = 'EUR'`,
      order: 'minor desc, id desc',
    },
    { name: 'a text', query: 'text=no%2099', where: `description ilike '%no 99%'` },
    { name: 'a text of none', query: 'text=zzzz', where: `description ilike '%zzzz%'` },
    days('a day', 30, 30),
    month,
    ...[failed, paid, amounts, card, reason, amex].map((one) => both(one, month)),
    both(failed, amex),
    both(paid, amounts),
    both(failed, amounts),
  ]
}

/** Whole days of UTC, counted back from today. */
function days(name: string, first: number, last: number): StaffListing {
  const day = (back: number) => Temporal.Now.plainDateISO('UTC').subtract({ days: back })
  return {
    name,
    query: `created=${day(first)}..${day(last)}&timeZone=UTC`,
    where: `created_at >= '${day(first)} 00:00Z' and created_at < '${day(last - 1)} 00:00Z'`,
  }
}

const both = (one: StaffListing, other: StaffListing): StaffListing => ({
  name: `${one.name}, ${other.name}`,
  query: `${one.query}&${other.query}`,
  where: `${one.where} and ${other.where}`,
})
