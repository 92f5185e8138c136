import { bread, typedCard } from '../../world/api.ts'
import type { Tour } from '../tour.ts'

/** Money that is captured, refunded, paid out and disputed, as a program requests it and finds it. */
export async function tourTransactions(tour: Tour): Promise<void> {
  tour.chapter('api-transactions')
  await transactions(tour)
  await lists(tour)
  tour.chapter('api-lost-answers')
  await lostAnswers(tour)
  tour.chapter('api-payouts-and-disputes')
  await payouts(tour)
  await disputes(tour)
}

async function transactions(tour: Tour): Promise<void> {
  const { calls, passes } = tour
  const pay = async (name: string, more: Record<string, string> = {}): Promise<string> => {
    const form = { customerId: '1001', ...bread, cardId: '1001', externalOrderId: name, ...more }
    return String((await calls(`An order called ${name}`, 'POST /order', { form })).data.transactionId)
  }
  const reserved = { cardTransactionMode: 'auth' }
  const [part, whole, voided] = [
    await pay('part', reserved),
    await pay('whole', reserved),
    await pay('voided', reserved),
  ]
  await calls('A transaction that is reserved', `GET /transaction/${part}`)
  await calls('Part of it is captured', `PUT /transaction/${part}`, { form: { amount: '4.00' } })
  await calls('It is captured once', `PUT /transaction/${part}`, { form: { amount: '4.00' } })
  await calls('All of it is captured', `PUT /transaction/${whole}`)
  await calls('More than all is not captured', `PUT /transaction/${voided}`, { form: { amount: '100.00' } })
  await calls('Part of it is not voided', `DELETE /transaction/${voided}`, { form: { amount: '1.00' } })
  await calls('It is voided', `DELETE /transaction/${voided}`, {
    form: { reason: 'test-transaction', message: 'A try' },
  })
  await calls('It is voided twice', `DELETE /transaction/${voided}`)
  const [cancelled, refunded] = [await pay('undone'), await pay('refunded')]
  await calls('What is not settled is cancelled', `DELETE /transaction/${cancelled}`)
  await passes('Notifications of captures and voids')
  await passes('The day is settled', { days: 1 })
  await calls('A part is refunded', `DELETE /transaction/${refunded}`, {
    form: { amount: '4.00', reason: 'customer-demand' },
  })
  await calls('More than the rest is not refunded', `DELETE /transaction/${refunded}`, { form: { amount: '6.00' } })
  await calls('Nothing is not refunded', `DELETE /transaction/${refunded}`, { form: { amount: '0' } })
  await calls('The rest is refunded', `DELETE /transaction/${refunded}`)
  await calls('Nothing is left to refund', `DELETE /transaction/${refunded}`)
  await passes('Notifications of refunds')
  await calls('A transaction that is refunded', `GET /transaction/${refunded}`)
  await calls('The refund is a transaction', `GET /transaction/${Number(refunded) + 1}`)
  await calls('A refund is not refunded', `DELETE /transaction/${Number(refunded) + 1}`)
  await calls('An unknown transaction', 'GET /transaction/9999')
  await calls('An unknown transaction is not captured', 'PUT /transaction/9999')
  await calls('A transaction of no number', 'DELETE /transaction/abc')
}

async function lists({ calls }: Tour): Promise<void> {
  await calls('The transactions', 'GET /transaction?perPage=2')
  await calls('The refunds', 'GET /transaction?transactionType=refund')
  await calls('The transactions by amount', 'GET /transaction?amountFrom=9&amountTo=1&currency=EUR')
  await calls('The transactions of no kind', 'GET /transaction?transactionType=gift&transactionStatus=lost')
  const { data } = await calls('A search for transactions', 'POST /transaction-search', {
    form: { transactionType: 'refund' },
  })
  await calls('What the search for transactions finds', `GET /transaction?searchId=${data.searchId}&perPage=1`)
  await calls('What happened', 'GET /notification?reverseSorting=0&perPage=10')
  await calls('What happened to orders', 'GET /notification-for-order?perPage=2')
  await calls('What happened to transactions', 'GET /notification-for-transaction?perPage=2&greaterThanId=3')
  await calls('What happened that cannot', 'GET /notification?message=nothing')
}

/** The connection to the acquirer fails: the result is unknown, and is resolved later. */
async function lostAnswers({ calls, passes, shop }: Tour): Promise<void> {
  const { acquirerProxy } = shop
  const order = (name: string, more: Record<string, string> = {}) => ({
    form: { customerId: '1001', ...bread, cardId: '1001', externalOrderId: name, ...more },
  })
  const idOf = ({ data }: { data: { transactionId: number } }): number => data.transactionId
  const reserved = idOf(await calls('A reservation', 'POST /order', order('reserved', { cardTransactionMode: 'auth' })))
  const voided = idOf(await calls('A second one', 'POST /order', order('let-go', { cardTransactionMode: 'auth' })))
  const paid = idOf(await calls('A payment', 'POST /order', order('paid')))
  await passes('Notifications before the connection fails')
  await passes('The payment is settled', { days: 1 })
  acquirerProxy.cut()
  const lost = idOf(await calls('A payment whose answer is lost', 'POST /order', order('unknown')))
  await calls('A transaction without a known result', `GET /transaction/${lost}`)
  await calls('A capture whose answer is lost', `PUT /transaction/${reserved}`)
  await calls('A void whose answer is lost', `DELETE /transaction/${voided}`)
  await calls('A refund whose answer is lost', `DELETE /transaction/${paid}`)
  await calls('A payout whose answer is lost', 'POST /order', {
    form: { ...order('sent').form, orderType: 'credit', cardTransactionMode: 'credit', amount: '1.00' },
  })
  await passes('Notifications while the connection is cut')
  acquirerProxy.restore()
  await passes('Notifications when the connection is restored', { hours: 1 })
  await calls('The transactions after that', 'GET /transaction?perPage=6')
  acquirerProxy.next('refund', {
    outcome: 'declined',
    reason: 'rejected_by_processor',
    reference: undefined,
    checks: undefined,
  })
  const other = idOf(await calls('Another payment', 'POST /order', order('other')))
  await passes('The other payment is settled', { days: 1 })
  await calls('A refund that the acquirer refuses', `DELETE /transaction/${other}`)
  await passes('Notifications of a refund that was refused')
}

async function payouts({ calls, passes }: Tour): Promise<void> {
  const payout = { customerId: '1001', amount: '5.00', currency: 'EUR', orderType: 'credit', cardId: '1001' }
  const form = { ...payout, cardTransactionMode: 'credit', description: 'Your winnings', externalOrderId: 'win-1' }
  const paid = await calls('Money goes to a card', 'POST /order', { form })
  await calls('A payout of the same order', 'POST /order', { form })
  await calls('A payout that is not covered', 'POST /order', {
    form: { ...form, amount: '900', externalOrderId: 'win-2' },
  })
  await calls('A payout that is too large', 'POST /order', {
    form: { ...form, amount: '100000', externalOrderId: 'win-3' },
  })
  await calls('A payout in a currency the card has not paid in', 'POST /order', {
    form: { ...form, currency: 'RON', externalOrderId: 'win-4' },
  })
  await calls('The payout is an order', 'GET /order/win-1')
  await calls('The payout is a transaction', 'GET /transaction?transactionType=credit')
  await calls('A payout cannot be reversed', `DELETE /transaction/${paid.data.transactionId}`)
  await passes('Notifications of payouts')
}

async function disputes({ calls, passes }: Tour): Promise<void> {
  const order = (cardNumber: string, name: string) => ({
    form: { customerId: '1001', ...bread, ...typedCard, cardNumber, externalOrderId: name },
  })
  const won = await calls(
    'An order whose cardholder will dispute and lose',
    'POST /order',
    order('4000050000002003', 'won'),
  )
  await passes('A day before the disputes', { days: 1 })
  const lost = await calls(
    'An order whose cardholder will dispute and win',
    'POST /order',
    order('4000050000001005', 'lost'),
  )
  await passes('The first dispute is opened', { days: 4 })
  await calls('A transaction that is disputed', `GET /transaction/${won.data.transactionId}`)
  await calls('What is disputed is not refunded', `DELETE /transaction/${won.data.transactionId}`)
  await calls('The charge-backs', 'GET /transaction?transactionType=chargeback')
  await passes('The second dispute is opened', { days: 1 })
  await passes('The first dispute is won', { days: 9 })
  await passes('The second dispute is lost', { days: 1 })
  await calls('A transaction whose dispute was won', `GET /transaction/${won.data.transactionId}`)
  await calls('A transaction whose dispute was lost', `GET /transaction/${lost.data.transactionId}`)
  await calls('The representments', 'GET /transaction?transactionType=representment')
}
