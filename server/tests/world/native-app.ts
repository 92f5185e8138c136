import { signCheckoutRequest } from '@florin/client'
import { z } from 'zod'
import type { Shop } from './shop.ts'
import { type CheckoutInput, requestOf } from './shopper.ts'

/**
 * An app with a payment form of its own, in the bytes of the native libraries (wire fact 9.1): JSON, tokens, and a form with
 * parts for the card. Those for React Native and Flutter call the ones for Android and iOS.
 */
export function appOf({ world, site, privateKey }: Shop, input: CheckoutInput, library: Library = android) {
  const { jsonRequest, checksum } = signCheckoutRequest({ privateKey, request: requestOf(site, input) })
  const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, { token, json }: Called = {}) => {
    const headers = {
      ...library.headers,
      'content-type': json ? library.jsonType : 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method === 'DELETE' && library.deleteHeaders),
    }
    const reply = await world.http.inject({ method, url, headers, ...(json && { payload: library.write(json) }) })
    return { status: reply.statusCode, body: reply.json() }
  }
  const at = '/api/v1/inline-checkout'
  return {
    call,
    signed: { payload: jsonRequest, checksum },
    token: async (): Promise<string> =>
      (await call('POST', `${at}/session-token`, { json: { payload: jsonRequest, checksum } })).body.token,
    cards: async (token: string) => (await call('GET', `${at}/cards?hasToken=true`, { token })).body.data,
    removes: (token: string, id: unknown) => call('DELETE', `${at}/cards/${id}`, { token }),
    transaction: (token: string, id: unknown) => call('GET', `${at}/transactions/${id}`, { token }),
    pays: async (fields: Record<string, string> = {}) => {
      const card = { cardNumber: '4111111111111111', cardExpiryMonth: '12', cardExpiryYear: '34', cardCvv: '123' }
      const isTyped = !('cardId' in fields || 'digitalWalletType' in fields)
      const parts = { ...(isTyped && card), ...fields, ...library.browser, jsonRequest, checksum }
      const { headers, payload } = withParts(parts)
      const request = { headers: { ...library.headers, ...headers }, payload }
      const reply = await world.http.inject({ method: 'POST', url: '/payment-request', ...request })
      return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
    },
  }
}
type Called = { token?: string; json?: object }

/** How a library writes what it sends. */
type Library = {
  headers: Record<string, string>
  jsonType: string
  write(json: object): string
  deleteHeaders: Record<string, string>
  browser: Record<string, string>
}

const screen = { browserColorDepth: '24', browserScreenHeight: '2400', browserScreenWidth: '1080' }
const scripts = { browserJavaEnabled: 'false', browserJavascriptEnabled: 'true' }

export const android: Library = {
  headers: {
    accept: '*/*',
    'accept-language': 'ro-RO',
    'user-agent':
      'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Mobile XMoneySDK/Android',
  },
  jsonType: 'application/json; charset=utf-8',
  write: (json) => JSON.stringify(json),
  // Its HTTP library sends an empty body with the type of JSON.
  deleteHeaders: { 'content-length': '0' },
  browser: {
    browserLanguage: 'zh-Hans-CN',
    browserUserAgent: 'Mozilla/5.0 (Linux; Android 15)',
    ...screen,
    browserTimeZone: '-120',
    ...scripts,
  },
}

export const ios: Library = {
  headers: { accept: '*/*', 'accept-language': 'ro', 'user-agent': 'Crumb/1 CFNetwork/1568 Darwin/24.0.0' },
  jsonType: 'application/json',
  write: (json) => JSON.stringify(json).replaceAll('/', '\\/'),
  deleteHeaders: {},
  browser: {
    browserAcceptHeader: '*/*',
    browserLanguage: 'ro-RO',
    browserUserAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15',
    ...screen,
    // Its first versions send the name in place of the minutes.
    browserTimeZone: 'Europe/Bucharest',
    ...scripts,
  },
}

/** As these libraries write it: a boundary of their own, and a part for each field. */
function withParts(fields: Record<string, string>) {
  const boundary = 'xmoney-7D3F1B52-6b1f-4F0E-9A1C-2E5B8C0D4F6A'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return { headers, payload: `${parts.join('')}--${boundary}--\r\n` }
}

const number = z.union([z.string().min(1), z.number()]).transform(String)
const Submitted = z.object({
  code: z.literal(200),
  status: z.string(),
  data: z.object({
    transaction: z.object({
      transactionId: number,
      status: z.string(),
      responseStatus: z.string(),
      redirectUrl: z.string().optional(),
    }),
    threeDSFlowUrl: z.string().optional(),
    result: z.string().optional(),
    orderRequest: z.object({ processing: z.object({ backUrl: z.string().optional() }) }),
  }),
})

/** What both libraries do next: open the bank's page, or ask about the transaction. */
export function submittedAs(body: unknown): { opens: string | undefined; transactionId: string } {
  const { transaction, threeDSFlowUrl } = Submitted.parse(body).data
  const isAsked = transaction.status === 'pending-redirect' && transaction.responseStatus === '3d-pending'
  return { opens: isAsked ? threeDSFlowUrl : undefined, transactionId: transaction.transactionId }
}

const name = z.string().trim().min(1).optional()
const Transaction = z.object({
  id: number,
  transactionStatus: z.string(),
  amount: z.string().regex(/^\d+\.\d{4}$/),
  currencyKey: z.string(),
  amountInEuro: z.string(),
  externalOrderId: z.string(),
  description: z.string().optional(),
  customerData: z.object({ id: number, siteId: number, identifier: name, email: name, creationTimestamp: z.number() }),
})

/** What they make of a transaction: it goes on, or it ended well or badly, by two words in its status. */
export function endOf(body: unknown): 'waits' | 'paid' | 'failed' {
  const { transactionStatus } = Transaction.parse(body)
  if (!transactionStatus.includes('complete')) return 'waits'
  return transactionStatus.toLowerCase().includes('fail') ? 'failed' : 'paid'
}

const Card = z.object({
  id: number,
  customerId: number,
  type: z.enum(['visa', 'mastercard']),
  cardNumber: z.string(),
  expiryMonth: z.string(),
  expiryYear: z.string().length(4),
  nameOnCard: name,
  bankName: z.string(),
})

/** Stored cards as they are listed: the brand, the last digits and when they expire. */
export const listedCards = (cards: unknown) =>
  z
    .array(Card)
    .parse(cards)
    .map(({ id, type, cardNumber, expiryMonth, expiryYear }) => ({
      id,
      says: `${type} ${cardNumber.slice(-4)} ${expiryMonth}/${expiryYear.slice(2)}`,
    }))

/** What the wallet of the platform is asked with. Without the country a library for iOS asks as a store in the USA. */
export const walletAskedWith = (body: unknown) =>
  z
    .object({
      gateway: z.string().optional(),
      gatewayMerchantId: z.string().optional(),
      merchantId: z.string().optional(),
      merchantName: z.string(),
      merchantCountry: z.string().length(2),
      allowedCardNetworks: z.array(z.string()).optional(),
      supportedNetworks: z.array(z.string()).optional(),
    })
    .parse(body)
