import { signCheckoutRequest } from '@florin/client'
import { cardFields, requestOf } from '../../world/shopper.ts'
import type { Tour } from '../tour.ts'

/** The payment form in a frame, the scripts for it, and what apps with a form of their own call. */
export async function tourEmbedded(tour: Tour): Promise<void> {
  tour.chapter('embedded-checkout')
  await frames(tour)
  tour.chapter('inline-checkout')
  await apps(tour)
  await refusals(tour)
}

const signedBy = ({ shop: { site, privateKey } }: Tour, input: Parameters<typeof requestOf>[1]) =>
  signCheckoutRequest({ privateKey, request: requestOf(site, input) })

async function frames(tour: Tour): Promise<void> {
  const { sends, shop } = tour
  const start = `/embedded?publicKey=pk_test_${shop.site.id}&lang=en`
  await sends('The page that a frame begins with', `GET ${start}`)
  await sends('That of a site that is not there', 'GET /embedded?publicKey=pk_test_99999')
  await sends('An order with a wrong signature', `POST ${start}`, { form: { jsonRequest: 'e30=', checksum: 'AAAA' } })
  const opens = async (title: string, input: Parameters<typeof requestOf>[1]) =>
    (await sends(title, `POST ${start}`, { form: { ...signedBy(tour, input) } })).to
  const first = await opens('A signed order', { orderId: 'framed', saveCard: true })
  await sends('The payment form', `GET ${first}`)
  const [path] = first.split('?') as [string]
  await sends('A card that is declined', `POST ${path}/pay`, {
    form: { attempt: '1', ...cardFields({ number: '4000020000001008' }) },
  })
  await sends('The form after it', `GET ${first}`)
  await sends('A good card', `POST ${path}/pay`, { form: { attempt: '2', ...cardFields({ save: true }) } })
  await sends('The receipt, with what the page of the store receives', `GET ${first}`)
  const second = await opens('Another order of the customer', { orderId: 'framed-2' })
  await sends('Their stored card can be removed', `GET ${second}`)
  await sends('It is', `POST ${second.split('?')[0]}/cards/1001/remove`, { form: {} })
  const asked = await opens('An order that the bank asks about', { orderId: 'framed-3', amount: '30.00' })
  const [bank] = asked.split('?') as [string]
  await sends('The card', `POST ${bank}/pay`, { form: { attempt: '1', ...cardFields({}) } })
  await sends('The bank in a frame', `GET ${asked}`)
  await sends('The bank sends the browser back', `POST ${bank}/challenge`, { form: { PaRes: 'x' } })
  await sends('or does so by its address', `GET ${bank}/challenge?PaRes=x`)
  await sends('Where its frame ends', `GET ${bank}/returned`)
  const wallets = await opens('An order at a site that takes no wallets', { orderId: 'framed-4' })
  const [plain] = wallets.split('?') as [string]
  const tap = { attempt: '1', walletType: 'applePay', walletData: '{}' }
  await sends('A token of a wallet all the same', `POST ${plain}/wallet`, { form: tap })
  const validationUrl = 'https://apple-pay-gateway.apple.com/paymentservices/startSession'
  await sends('A session of Apple Pay', `POST ${plain}/apple-pay-session`, { form: { validationUrl } })
  await sends('A test wallet that is none', `POST ${plain}/test-wallet`, { form: { wallet: 'cash' } })
  for (const script of ['/sdk/v2/xmoney.js', '/assets/script', '/assets/custom']) {
    const { headers } = await tour.shop.world.http.inject({ method: 'GET', url: script })
    await sends(`The script ${script}, which the browser has`, `GET ${script}`, {
      headers: { 'if-none-match': String(headers.etag) },
    })
  }
}

const at = '/api/v1/inline-checkout'

async function tokenOf({ sends, ...tour }: Tour, title: string, input: Parameters<typeof requestOf>[1]) {
  const { jsonRequest: payload, checksum } = signedBy({ sends, ...tour }, input)
  const { text } = await sends(title, `POST ${at}/session-token`, { json: { payload, checksum } })
  return { authorization: `Bearer ${JSON.parse(text).token}` }
}

const card = { cardNumber: '4111111111111111', cardExpiryMonth: '12', cardExpiryYear: '34', cardCvv: '123' }

async function apps(tour: Tour): Promise<void> {
  const { sends } = tour
  const order = { orderId: 'app', saveCard: true, customer: { identifier: 'bea' } }
  const headers = await tokenOf(tour, 'A token for a signed order', order)
  await sends('What the site offers to apps', `GET ${at}/config`, { headers })
  const paid = await sends('The order and its card', 'POST /payment-request', {
    form: { ...signedBy(tour, order), ...card, saveCard: 'true' },
  })
  const { transactionId } = JSON.parse(paid.text).data.transaction
  await sends('What has become of it', `GET ${at}/transactions/${transactionId}`, { headers })
  const cards = await sends('The stored cards', `GET ${at}/cards?hasToken=true`, { headers })
  const [{ id }] = JSON.parse(cards.text).data
  await sends('A stored card is removed', `DELETE ${at}/cards/${id}`, { headers })
  await sends('A name is not checked', 'POST /api/v1/account-validation', { headers, json: { currency: 'EUR' } })
  const validate = 'POST /api/v1/digital-wallet/applePay/validate-merchant'
  await sends('An app asks for a session of Apple Pay', validate, {
    headers,
    json: { validationURL: 'https://apple.test' },
  })
  const asked = signedBy(tour, { orderId: 'app-asked', amount: '30.00' })
  await sends('An order that the bank asks about', 'POST /payment-request', { form: { ...asked, ...card } })
}

async function refusals(tour: Tour): Promise<void> {
  const { sends } = tour
  await sends('A call without a token', `GET ${at}/cards`)
  const headers = await tokenOf(tour, 'A token for another order', { orderId: 'app-2' })
  await sends('A card that is not there', `DELETE ${at}/cards/999999`, { headers })
  await sends('A transaction that is not there', `GET ${at}/transactions/999999`, { headers })
  const pays = (title: string, input: Parameters<typeof requestOf>[1], fields: Record<string, string>) =>
    sends(title, 'POST /payment-request', { form: { ...signedBy(tour, input), ...fields } })
  await pays('A card with a mistake', { orderId: 'app-2' }, { ...card, cardNumber: '4111111111111112' })
  await pays('A wallet', { orderId: 'app-2' }, { digitalWalletType: 'paypal', digitalWalletData: '{}' })
  const monthly = { type: 'recurring', intervalType: 'month', intervalValue: 1 } as const
  const box = { orderId: 'app-box', order: monthly, customer: { identifier: 'cat' }, saveCard: true }
  await pays('A subscription', box, card)
  const theirs = await tokenOf(tour, 'A token of its customer', box)
  const cards = await sends('Its card', `GET ${at}/cards`, { headers: theirs })
  await sends('Its card stays', `DELETE ${at}/cards/${JSON.parse(cards.text).data[0].id}`, { headers: theirs })
  const { to } = await sends('An order that is opened', 'POST /', { form: { ...signedBy(tour, { orderId: 'app-3' }) } })
  await sends('and cancelled', `POST ${to}/cancel`, { form: { attempt: '1' } })
  await pays('is closed', { orderId: 'app-3' }, card)
}
