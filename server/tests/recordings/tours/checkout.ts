import { cardFields } from '../../world/shopper.ts'
import type { Seen, Tour } from '../tour.ts'

const challenged = '5555555555555599'

/** Where a store's form leads a shopper: every page of the checkout, and the ways between them. */
export async function tourCheckout(tour: Tour): Promise<void> {
  tour.chapter('checkout-paying')
  await paying(tour)
  await storedCards(tour)
  tour.chapter('checkout-declines')
  await declines(tour)
  tour.chapter('checkout-3-d-secure')
  await challenges(tour)
  tour.chapter('checkout-endings')
  await endings(tour)
}

/** The card is typed on the page of the session, whose attempt it shows. */
export async function pays(
  { sends }: Tour,
  title: string,
  address: string,
  card: Parameters<typeof cardFields>[0] & { attempt?: string } = {},
): Promise<Seen> {
  const { attempt = '1', ...typed } = card
  const [path, query = ''] = address.split('?')
  return sends(title, `POST ${path}/pay${query && `?${query}`}`, { form: { attempt, ...cardFields(typed) } })
}

async function paying(tour: Tour): Promise<void> {
  const { sends, opens, passes } = tour
  const items = [
    { item: 'Bread', unitPrice: '4.00', units: 2, type: 'physical', code: 'B-1', vatPercent: 9 },
    { item: 'Card of a friend', unitPrice: '-1.00', units: 1, itemDescription: 'Ten percent' },
  ] as const
  const sold = { amount: '7.00', order: { items, tags: ['daily'] }, saveCard: true, invoiceEmail: 'bills@example.com' }
  const ana = await opens('A store sends a cart', { orderId: 'cart', customData: { table: '7' }, ...sold })
  await sends('The pay page shows the cart', `GET ${ana}`)
  await sends('A second look finds the same page', `GET ${ana}`)
  await opens('The store sends the same order again and finds the same session', {
    orderId: 'cart',
    customData: { table: '7' },
    ...sold,
  })
  await sends('A card with every field wrong is not tried', `POST ${ana}/pay`, {
    form: {
      attempt: '1',
      card: 'new',
      cardNumber: '4111111111111112',
      cardExpiry: '13/20',
      cardCvv: '1',
      cardHolderName: 'A',
    },
  })
  await sends('An empty form is not tried', `POST ${ana}/pay`, { form: { attempt: '1', card: 'new' } })
  await sends('A card that has expired is not tried', `POST ${ana}/pay`, {
    form: { attempt: '1', ...cardFields({ expiry: '04/26' }) },
  })
  const paid = await pays(tour, 'A good card pays', ana, { save: true })
  await sends('The browser is sent back with the result', `GET ${paid.to}`)
  await sends('The page is a receipt', `GET ${ana}`)
  await sends('A form of an old tab pays nothing again', `POST ${ana}/pay`, {
    form: { attempt: '1', ...cardFields({}) },
  })
  await sends('A cancel button of an old tab cancels nothing', `POST ${ana}/cancel`, { form: { attempt: '1' } })
  await passes('Notifications of the cart')
  await passes('The day after the cart', { days: 1 })

  const reserved = await opens('A store reserves', {
    orderId: 'reserved',
    cardTransactionMode: 'auth',
    customData: 'table 8',
  })
  await sends('The pay page of a reservation', `GET ${reserved}`)
  await pays(tour, 'A good card is reserved', reserved)
  await sends('The receipt of a reservation', `GET ${reserved}`)
  await passes('Notifications of the reservation')
  const verified = await opens('A store verifies a card', {
    orderId: 'verified',
    amount: '0.00',
    cardTransactionMode: 'verifyCard',
    saveCard: true,
    order: { type: 'managed', description: 'The card of a regular' },
  })
  await sends('The pay page that verifies', `GET ${verified}`)
  await pays(tour, 'A good card is verified', verified)
  await sends('The receipt of a verified card', `GET ${verified}`)
  await passes('Notifications of the verified card')
}

async function storedCards(tour: Tour): Promise<void> {
  const { sends, opens, passes } = tour
  const again = await opens('A customer with stored cards comes again', { orderId: 'again', cardId: 1001 } as never)
  await sends('The pay page offers the stored cards', `GET ${again}`)
  await sends('A card that is not theirs is refused', `POST ${again}/pay`, { form: { attempt: '1', card: '9999' } })
  const paid = await sends('A stored card pays', `POST ${again}/pay`, { form: { attempt: '1', card: '1001' } })
  await sends('The browser is sent back after a stored card', `GET ${paid.to}`)
  await passes('Notifications of a stored card')
  const other = { orderId: 'guest', customer: { identifier: 'ben', email: 'ben@example.com' } }
  const ben = await opens('Another shopper comes', { ...other, backUrl: undefined } as never)
  await sends('A shopper sees no cards of others, and no link back where there is none', `GET ${ben}`)
  await pays(tour, 'Another shopper pays without an address to return to', ben)
  await sends('The receipt where there is no way back', `GET ${ben}`)
  await sends('No return without an address', `GET ${ben}/return`)
}

const declining: readonly (readonly [what: string, amount: string, card: Parameters<typeof cardFields>[0]])[] = [
  ['insufficient funds', '0.02', {}],
  ['no answer of the bank', '0.03', {}],
  ['the bank', '0.05', {}],
  ['the processor', '0.06', {}],
  ['a lost card', '9.90', { number: '4000020000001008' }],
  ['a closed card', '9.90', { number: '4000020000002006' }],
  ['a blocked card', '9.90', { number: '4000020000003004' }],
  ['a limit', '9.90', { number: '4000020000004002' }],
  ['a wrong security code', '9.90', { cvv: '999' }],
  ['an authentication that fails', '30.00', { number: '5168494895055780', expiry: '12/26' }],
]

async function declines(tour: Tour): Promise<void> {
  const { sends, opens, passes } = tour
  for (const [index, [what, amount, card]] of declining.entries()) {
    const page = await opens(`An order that is declined for ${what}`, { orderId: `declined-${index}`, amount })
    await pays(tour, `Declined for ${what}`, page, card)
    await tour.reads(`What the shopper reads of ${what}`, `GET ${page}`)
    if (index > 0) continue
    await sends('The pay page after a decline', `GET ${page}`)
    await pays(tour, 'A second attempt is declined', page, { attempt: '2' })
    await pays(tour, 'The third and last attempt is declined', page, { attempt: '3' })
    await sends('The page after the last attempt', `GET ${page}`)
    await sends('The browser is sent back after the last attempt', `GET ${page}/return`)
  }
  await passes('Notifications of the declines')
}

/** Confirms at the bank with these codes; returns the address and the form of the way back. */
export async function passesBank({ sends }: Tour, title: string, page: Seen, codes: readonly string[]) {
  const PaReq = page.field('PaReq')
  await sends(`${title}: the bank asks`, 'POST /sandbox/bank', { form: { PaReq, MD: page.field('MD') } })
  let shown = page
  for (const word of codes) {
    const form = { PaReq, ...(word === 'cancel' ? { decision: word } : { decision: 'confirm', code: word }) }
    shown = await sends(`${title}: the cardholder says "${word}"`, 'POST /sandbox/bank', { form })
  }
  const action = /<form[^>]* action="([^"]+)"/.exec(shown.text)![1]!.replaceAll('&amp;', '&')
  const { pathname, search } = new URL(action, 'http://florin.test')
  return { path: pathname + search, form: { PaRes: shown.field('PaRes'), MD: shown.field('MD') } }
}

async function challenges(tour: Tour): Promise<void> {
  const { sends, opens, passes } = tour
  const good = await opens('An order over the limit', { orderId: 'challenged', amount: '30.00' })
  await pays(tour, 'The bank wants to see the cardholder', good)
  const page = await sends('The page that leads to the bank', `GET ${good}`)
  await sends('No return while the bank waits', `GET ${good}/return`)
  const back = await passesBank(tour, 'A good cardholder', page, ['', '11111', '00000'])
  const home = await sends('The bank sends the browser back', `POST ${back.path}`, { form: back.form })
  await sends('The bank sends the browser back twice', `POST ${back.path}`, { form: back.form })
  await sends('The result of a challenge', `GET ${home.to}`)
  const left = await opens('An order whose cardholder gives up', { orderId: 'given-up' })
  await pays(tour, 'A card that is always challenged', left, { number: challenged })
  const bank = await sends('The way to the bank of one who gives up', `GET ${left}`)
  const wayBack = await passesBank(tour, 'A cardholder who gives up', bank, ['cancel'])
  await sends('The bank says they gave up', `POST ${wayBack.path}`, { form: wayBack.form })
  await tour.reads('The page after an authentication that failed', `GET ${left}`)
  await sends('The bank has no page to look at', 'GET /sandbox/bank')
  await sends('The bank knows no such challenge', 'POST /sandbox/bank', { form: { PaReq: 'unknown' } })
  await sends('The bank is asked without a form', 'POST /sandbox/bank', { json: { a: 1 } })
  await passes('Notifications of the challenges')
  const waits = await opens('An order whose cardholder never comes back', { orderId: 'never-back', amount: '31.00' })
  await pays(tour, 'A challenge that is left alone', waits)
  await passes('A challenge is given up after a while', { minutes: 16 })
  await tour.reads('The page of a challenge that was left alone', `GET ${waits}`)
}

async function endings(tour: Tour): Promise<void> {
  const { sends, opens, passes } = tour
  const plain = await opens('An order at a site that takes no wallets', { orderId: 'no-wallets' })
  const tap = { attempt: '1', walletType: 'applePay', walletData: '{}' }
  await sends('A script sends a token of a wallet all the same', `POST ${plain}/wallet`, { form: tap })
  const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
  await sends('It asks for a session of Apple Pay', `POST ${plain}/apple-pay-session`, { form: { validationUrl } })
  await sends(
    'An app asks for what a wallet is asked with',
    'GET /api/v1/digital-wallet/googlePay/params?publicKey=pk_test_10001',
  )
  await sends('It asks for no site', 'GET /api/v1/digital-wallet/googlePay/params')
  await sends('It asks for a wallet that is none', 'GET /api/v1/digital-wallet/cash/params?publicKey=pk_test_10001')
  await sends('It asks for a test wallet that is none', `POST ${plain}/test-wallet`, { form: { wallet: 'cash' } })
  const gone = await opens('An order that is cancelled', { orderId: 'cancelled' })
  const cancelled = await sends('The shopper cancels', `POST ${gone}/cancel`, { form: { attempt: '1' } })
  await sends('The browser is sent back without a result', `GET ${cancelled.to}`)
  await sends('The page of a cancelled order', `GET ${gone}`)
  const late = await opens('An order that is not paid', { orderId: 'late' })
  const slow = await opens('An order that the bank thinks about', { orderId: 'slow', amount: '0.04' })
  await pays(tour, 'The bank has to think', slow)
  await sends('The page while the bank thinks', `GET ${slow}`)
  await passes('Notifications while the bank decides')
  await passes('The bank has thought, and a page has expired', { hours: 2 })
  await sends('The page of an order that was not paid', `GET ${late}`)
  await sends('The page after the bank has thought', `GET ${slow}`)
  const lost = await opens('An order whose answer is lost', { orderId: 'lost', amount: '0.07' })
  await pays(tour, 'The answer cannot be read', lost)
  await tour.reads('The page while the result is unknown', `GET ${lost}`)
  await passes('Florin inquires about it', { hours: 1 })
  await tour.reads('The page when it is known', `GET ${lost}`)
  const over = await opens('An order in two tabs', { orderId: 'tabs' })
  await sends('One tab cancels', `POST ${over}/cancel`, { form: { attempt: '1' } })
  const next = await opens('The store sends the order of a cancelled session again', { orderId: 'tabs' })
  await pays(tour, 'The new session pays', next)
  await sends('The old session says that it is over', `GET ${over}`)
  await passes('Notifications of the last orders')
  tour.shop.receiver.answer({ status: 500, body: 'no' })
  const deaf = await opens('An order of a store that is down', { orderId: 'deaf' })
  await pays(tour, 'It is paid all the same', deaf)
  await passes('The store is down')
  tour.shop.receiver.answer({})
  await passes('The store is notified a minute later', { minutes: 1 })
}
