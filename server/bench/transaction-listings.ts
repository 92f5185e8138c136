import { subscriber } from './transaction-rows.ts'

/** A page of a list: the query of the merchant API, and the same condition in SQL. */
export type Listing = { name: string; query: string; where: string; page: number }

/** Pages of a list of so many transactions, as `storeTransactions` makes them. */
export function listings(stored: number, perPage: number): Listing[] {
  const { id, email } = subscriber(776)
  const pages = stored / perPage
  const day = whole(30, 30)
  const month = whole(60, 31)
  const paid = status('complete-ok', `('captured')`)
  const currency = { query: 'currency=EUR', where: `currency = 'EUR'` }
  const amount = { query: 'amountFrom=20.00&amountTo=20.10', where: `${shown} >= 2000 and ${shown} <= 2010` }
  return [
    { name: 'everything, first page', query: '', where: 'true', page: 1 },
    { name: 'everything, middle page', query: '', where: 'true', page: pages / 2 },
    { name: 'everything, last page', query: '', where: 'true', page: pages },
    { name: 'declined', ...status('complete-failed', `('failed')`), page: 1 },
    { name: 'declined, deep page', ...status('complete-failed', `('failed')`), page: Math.floor(pages * 0.08) },
    { name: 'paid', ...paid, page: 1 },
    { name: 'paid, deep page', ...paid, page: Math.floor(pages * 0.8) },
    { name: 'of a customer', query: `customerId=${id}`, where: `shopper_id = ${id}`, page: 1 },
    {
      name: 'of an e-mail address',
      query: `email=${encodeURIComponent(email)}`,
      where: `shopper_id in (select id from shoppers.shoppers where site_id = payment.site_id and lower(email) = '${email}')`,
      page: 1,
    },
    { name: 'of a day', ...day, page: 1 },
    { name: 'of a month', ...month, page: 1 },
    { name: 'of a month, deep page', ...month, page: Math.floor((pages * 25) / 365) },
    { name: 'approved on a day', ...approved(day), page: 1 },
    { name: 'refunded, of a month', ...both(status('refund-ok', `('refunded')`), month), page: 1 },
    {
      name: 'of a card, 400000****0776',
      query: 'cardNumber=400000****0776',
      where: `starts_with(card_first6, '400000') and right(card_last4, 4) = '0776'`,
      page: 1,
    },
    { name: 'of a card, *0776', query: 'cardNumber=*0776', where: `right(card_last4, 4) = '0776'`, page: 1 },
    { name: 'paid, middle page', ...paid, page: Math.floor(pages * 0.43) },
    { name: 'paid, of a month', ...both(paid, month), page: 1 },
    { name: 'paid, of a customer', ...both(paid, { query: `customerId=${id}`, where: `shopper_id = ${id}` }), page: 1 },
    { name: 'of an amount, of a month', ...both(amount, month), page: 1 },
    { name: 'in a currency, of a month', ...both(currency, month), page: 1 },
    { name: 'in a currency', ...currency, page: 1 },
    { name: 'by source', query: 'source=service-call', where: `source = 'service-call'`, page: 1 },
    { name: 'from an address', query: 'ip=203.0.113.7', where: `ip = '203.0.113.7'`, page: 1 },
    { name: 'of an amount', ...amount, page: 1 },
  ]
}

type Requested = Pick<Listing, 'query' | 'where'>

const shown = '(case when captured_minor > 0 then captured_minor else minor end)'

const status = (publicName: string, ours: string): Requested => ({
  query: `transactionStatus=${publicName}`,
  where: `status in ${ours}`,
})

/** Whole days of UTC, counted back from today. */
function whole(first: number, last: number): Requested {
  const at = (back: number) => Temporal.Now.zonedDateTimeISO('UTC').startOfDay().subtract({ days: back }).toInstant()
  const [from, to] = [at(first), at(last - 1).subtract({ milliseconds: 1 })]
  return {
    query: `createdAtFrom=${encodeURIComponent(from.toString())}&createdAtTo=${encodeURIComponent(to.toString())}`,
    where: `created_at >= '${from}' and created_at <= '${to}'`,
  }
}

const approved = ({ query, where }: Requested): Requested => ({
  query: `${query}&dateType=approval`,
  where: `approved_at is not null and ${where.replaceAll('created_at', 'approved_at')}`,
})

const both = (one: Requested, other: Requested): Requested => ({
  query: `${one.query}&${other.query}`,
  where: `${one.where} and ${other.where}`,
})
