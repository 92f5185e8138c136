import { bread, typedCard } from '../../world/api.ts'
import type { Tour } from '../tour.ts'

const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }

/** Orders placed, billed, changed and cancelled by a program, and those it gets wrong. */
export async function tourOrders(tour: Tour): Promise<void> {
  tour.chapter('api-orders')
  await orders(tour)
  await orderMistakes(tour)
  await cardsThatAreDone(tour)
}

async function orders(tour: Tour): Promise<void> {
  const { calls, passes } = tour
  const order = (more: Record<string, string>) => ({ form: { customerId: '1001', ...bread, ...more } })
  await calls('An order without a card', 'POST /order', order({ externalOrderId: 'open-1', description: 'Two\nlines' }))
  await calls('The same order is paid', 'POST /order', order({ externalOrderId: 'open-1', cardId: '1001' }))
  await calls('The same order again', 'POST /order', order({ externalOrderId: 'open-1', cardId: '1001' }))
  await calls('One order, by our id', 'GET /order/1003')
  await calls('One order, by the id of the store', 'GET /order/open-1')
  await calls('An unknown order', 'GET /order/9999')
  await calls('A declined order', 'POST /order', order({ ...typedCard, amount: '0.05', externalOrderId: 'no-1' }))
  await calls(
    'An order that the bank thinks about',
    'POST /order',
    order({ cardId: '1001', amount: '0.04', externalOrderId: 'slow-1' }),
  )
  await calls(
    'An order that the bank thinks about is not paid again',
    'POST /order',
    order({ cardId: '1001', amount: '0.04', externalOrderId: 'slow-1' }),
  )
  await calls('An order that the bank thinks about is not cancelled', 'DELETE /order/slow-1')
  await calls('An order that asks for authentication', 'POST /order', {
    form: { ...order({ ...typedCard, cardNumber: '4000040000002004', externalOrderId: 'soft-1' }).form },
  })
  const sent = await calls('The soft decline is sent again', 'POST /order', {
    form: {
      ...order({ ...typedCard, cardNumber: '4000040000002004', externalOrderId: 'soft-1' }).form,
      transactionOption: '{"isSoftDecline":"yes"}',
      backUrl: 'https://shop.example/back?x=1',
    },
  })
  await throughTheBank(tour, sent.data.redirect)
  const managed = { ...typedCard, orderType: 'managed', externalOrderId: 'tab-1', saveCard: '1' }
  await calls('A managed order', 'POST /order', order(managed))
  await calls('A managed order is billed', 'PATCH /order-rebill/tab-1', { form: { amount: '3.50' } })
  await calls('A managed order is billed, by the older way', 'POST /order-rebill/tab-1', { json: { amount: 1.2 } })
  await calls('A bill that is declined', 'PATCH /order-rebill/tab-1', { form: { amount: '0.05' } })
  const digitalWallet = { walletType: 'applePay', data: '{}' }
  const byWallet = { amount: 3.5, transactionOption: { digitalWallet } }
  await calls('What a wallet has returned bills no order', 'PATCH /order-rebill/tab-1', { json: byWallet })
  await calls('A purchase is not billed', 'PATCH /order-rebill/bread-1', { form: { amount: '3.50' } })
  await calls(
    'A recurring order',
    'POST /order',
    order({ ...typedCard, ...monthly, externalOrderId: 'sub-1', saveCard: '1' }),
  )
  await calls('The days of a recurring order', 'GET /order-schedule/sub-1?count=2')
  await calls('The days of a purchase', 'GET /order-schedule/bread-1')
  await calls('The days of an order that may be', 'POST /order-schedule', {
    form: { amount: '5', currency: 'EUR', ...monthly, trialAmount: '1', firstBillDate: '2026-06-01', count: '3' },
  })
  await calls('A recurring order is changed', 'PUT /order/sub-1', { form: { intervalType: 'day', intervalValue: '7' } })
  await calls('A recurring order falls due another day', 'PUT /order/sub-1', { form: { nextDueDate: '2026-05-20' } })
  await calls('A recurring order has a page for its customer', 'POST /order-self-service/sub-1', {
    form: { lang: 'de' },
  })
  await calls('A purchase has no page for its customer', 'POST /order-self-service/bread-1')
  await calls('An order gets a new card', 'PATCH /order-update-card/sub-1', {
    form: { ...typedCard, cardNumber: '5555555555554444' },
  })
  await calls('An order keeps its card when the new one is declined', 'PATCH /order-update-card/sub-1', {
    form: { ...typedCard, cardNumber: '4000020000002006' },
  })
  await calls('A purchase keeps no card', 'PATCH /order-update-card/bread-1', { form: typedCard })
  await passes('Notifications of its orders')
  await passes('Notifications after the bank has decided', { hours: 1 })
  await calls('An order is cancelled', 'DELETE /order/sub-1', {
    form: { reason: 'customer-demand', message: 'They moved away' },
  })
  await calls('An order is cancelled twice', 'DELETE /order/sub-1')
  await calls('An order that was cancelled is not changed', 'PUT /order/sub-1', { form: { nextDueDate: '2026-06-01' } })
  await calls('A paid order is not cancelled', 'DELETE /order/bread-1')
  await passes('Notifications of an order that was cancelled')
  await calls('The orders', 'GET /order?perPage=2')
  await calls('The orders of one kind', 'GET /order?orderType=managed&createdAtFrom=2026-05-01&createdAtTo=2026-05-31')
  const { data } = await calls('A search for orders', 'POST /order-search', { json: { orderStatus: 'complete-ok' } })
  await calls('What the search for orders finds', `GET /order?searchId=${data.searchId}&perPage=1`)
}

/** A browser goes to the bank that the answer names, and back to the store. */
async function throughTheBank({ sends }: Tour, redirect: { params: Record<string, string> }): Promise<void> {
  const { PaReq, MD } = redirect.params as { PaReq: string; MD: string }
  const shown = await sends('The bank of the soft decline', 'POST /sandbox/bank', {
    form: { PaReq, decision: 'confirm', code: '00000' },
  })
  const back = /<form[^>]* action="http:\/\/florin\.test([^"]+)"/.exec(shown.text)![1]!
  const form = { PaRes: shown.field('PaRes'), MD }
  await sends('The browser comes back from the bank', `POST ${back}`, { form })
  await sends('The browser comes back twice', `POST ${back}`, { form })
  await sends('The browser comes back without a word', `GET ${back}`)
  await sends('The browser comes back from nowhere', 'GET /bank-return')
  await sends('The browser returns with an unknown name', 'POST /bank-return?order=abc', { form })
}

/** A split of a payment with one share. */
const shareOf = (toSite: number, amount: number): string =>
  JSON.stringify({ splitPayment: { splitSchema: [{ toSite, amount }] } })

const mistakes: readonly (readonly [what: string, fields: Record<string, string>])[] = [
  ['the customer is unknown', { customerId: '9999' }],
  ['an unknown type', { orderType: 'gift' }],
  ['an unreadable amount', { amount: 'ten' }],
  ['too many decimals', { amount: '1.234' }],
  ['nothing', { amount: '0' }],
  ['a currency the site does not take', { currency: 'USD' }],
  ['a card with an invalid number', { ...typedCard, cardNumber: '4111111111111112' }],
  ['a card that has expired', { ...typedCard, cardExpiryDate: '01/20' }],
  ['a card without a code', { ...typedCard, cardCvv: '' }],
  ['a card of another customer', { cardId: '9999' }],
  ['a recurring order without an interval', { orderType: 'recurring' }],
  ['an unknown interval', { ...monthly, intervalType: 'week' }],
  ['an interval that is too long', { ...monthly, intervalValue: '400' }],
  ['a trial of nothing', { ...monthly, trialAmount: '0' }],
  ['a trial that is too large', { ...monthly, trialAmount: '999999999999.00' }],
  ['a first bill without a trial', { ...monthly, firstBillDate: '2026-06-01' }],
  ['a first bill in the past', { ...monthly, trialAmount: '1', firstBillDate: '2020-01-01' }],
  ['a first bill on no day', { ...monthly, trialAmount: '1', firstBillDate: 'soon' }],
  ['a first bill too far away', { ...monthly, trialAmount: '1', firstBillDate: '2199-01-01' }],
  ['retries that cannot be', { ...monthly, retryPayment: 'often' }],
  ['half a network transaction', { cardId: '1001', networkTransactionId: 'abc' }],
  ['a network transaction without a name', { cardId: '1001', networkTransactionId: '!', networkTransactionDate: '1' }],
  [
    'a network transaction to come',
    { cardId: '1001', networkTransactionId: 'a', networkTransactionDate: '99999999999999' },
  ],
  ['half a payout', { orderType: 'credit', cardId: '1001' }],
  ['a payout to no card', { orderType: 'credit', cardTransactionMode: 'credit' }],
  ['a card to verify with an amount', { ...typedCard, cardTransactionMode: 'verifyCard' }],
  ['a card to verify that is not there', { amount: '0', cardTransactionMode: 'verifyCard' }],
  ['a recurring order that verifies', { ...typedCard, ...monthly, amount: '0', cardTransactionMode: 'verifyCard' }],
  [
    'a trial that verifies',
    { ...typedCard, orderType: 'managed', amount: '0', trialAmount: '1', cardTransactionMode: 'verifyCard' },
  ],
  ['it is of another site', { siteId: '10002' }],
  ['options that are no JSON', { transactionOption: '{' }],
  ['a share for a site that is not there', { transactionOption: shareOf(99, 1) }],
  ['shares of more than there is', { transactionOption: shareOf(10002, 100) }],
  [
    'a payout that is shared',
    {
      orderType: 'credit',
      cardTransactionMode: 'credit',
      cardId: '1001',
      transactionOption: shareOf(10002, 1),
    },
  ],
  ['level 3 data without its facts', { level3Data: '{"level3Type":"airline"}' }],
  ['a browser that is no JSON', { cardId: '1001', threeDSecureData: 'abc' }],
  ['it is there already with another amount', { externalOrderId: 'bread-1', amount: '1.00' }],
]

async function orderMistakes({ calls }: Tour): Promise<void> {
  for (const [what, fields] of mistakes)
    await calls(`A wrong order: ${what}`, 'POST /order', { form: { customerId: '1001', ...bread, ...fields } })
  await calls('An order is changed into nothing', 'PUT /order/tab-1', { form: {} })
  await calls('A managed order has no calendar', 'PUT /order/tab-1', { form: { nextDueDate: '2026-06-01' } })
  await calls('A bill of nothing', 'PATCH /order-rebill/tab-1', { form: { amount: '0' } })
  await calls('A bill of another customer', 'PATCH /order-rebill/tab-1', { form: { amount: '1', customerId: '9999' } })
  await calls('An unsupported language', 'POST /order-self-service/tab-1', { form: { lang: 'tlh' } })
}

/** Managed orders whose card cannot be asked any more. */
async function cardsThatAreDone({ calls, passes, shop }: Tour): Promise<void> {
  const form = { customerId: '1001', ...bread, ...typedCard, orderType: 'managed', saveCard: '1' }
  const gone = await calls('A managed order whose card will go', 'POST /order', {
    form: { ...form, cardNumber: '4000001111111118', externalOrderId: 'gone' },
  })
  await calls('Its card is deleted', `DELETE /card/${gone.data.cardId}`)
  await calls('An order without a card is not billed', 'PATCH /order-rebill/gone', { form: { amount: '1' } })
  const lost = { ...form, cardNumber: '4000030000005008', externalOrderId: 'lost-card' }
  await calls('A managed order whose card will be lost', 'POST /order', { form: lost })
  await calls('The lost card is declined', 'PATCH /order-rebill/lost-card', { form: { amount: '1' } })
  await calls('The lost card is never asked again', 'PATCH /order-rebill/lost-card', { form: { amount: '1' } })
  const poor = { ...form, cardNumber: '5555555555554444', externalOrderId: 'poor-card' }
  await calls('A managed order whose card is poor', 'POST /order', { form: poor })
  for (let declines = 0; declines < 10; declines++)
    await shop.world.http.inject({
      method: 'PATCH',
      url: '/order-rebill/poor-card',
      headers: { authorization: shop.privateKey, 'content-type': 'application/json' },
      payload: '{"amount":"0.02"}',
    })
  await calls('After ten declines the retry limit of a card is reached', 'PATCH /order-rebill/poor-card', {
    form: { amount: '0.02' },
  })
  await passes('Notifications of cards at their retry limit')
}
