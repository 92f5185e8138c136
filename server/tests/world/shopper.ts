import assert from 'node:assert/strict'
import { type CheckoutRequest, type PaymentNotification, readNotification, signCheckoutRequest } from '@florin/client'
import type { Site } from '#core/directory'
import type { WorldHttp } from './world-http.ts'

/**
 * What a test says about a checkout request; everything else is a plain purchase of bread by Ana. What is undefined is
 * left out.
 */
export type CheckoutInput = {
  orderId?: string
  amount?: string
  /** null: a guest, of whom the store says nothing. */
  customer?: Partial<NonNullable<CheckoutRequest['customer']>> | null
  order?: Partial<CheckoutRequest['order']>
} & { [F in Exclude<keyof CheckoutRequest, 'customer' | 'order'>]?: CheckoutRequest[F] | undefined }

export type CardTyped = { number?: string; expiry?: string; cvv?: string; holder?: string; save?: boolean }

/** A browser with script switched off: it sees pages, fills in forms and follows redirects, and nothing else. */
export type Shopper = {
  /** How the checkout answered the store's form. */
  opened: { status: number; text: string }
  orderId: string
  /** The address of the session's page, as the address bar shows it. */
  address: string
  /** Loads the page; the text is the whole HTML. */
  sees(): Promise<{ status: number; text: string }>
  /** Enters a card on the current page and submits once; returns the next page. */
  pays(card?: CardTyped): Promise<Landed>
  /** Chooses a stored card instead. */
  paysWith(cardId: number | bigint): Promise<Landed>
  /** Presses the button without loading the page first, as a stale tab does. */
  posts(fields: Readonly<Record<string, string>>): Promise<Landed>
  /** Types a code at the pretend bank and goes where it leads: back to the checkout, once the bank has decided. */
  answersChallenge(code: string): Promise<Landed>
  /**
   * Types one code after the other at the bank, or `cancel` for the other button, but stops before the browser carries
   * the bank's word back.
   */
  passesBank(...codes: readonly string[]): Promise<WayBack>
  /** Posts the bank's word, for the first time or again. */
  returnsFromBank(wayBack: WayBack): Promise<Landed>
  cancels(): Promise<Landed>
  /** Posts the cancel form without looking at the page, as an old tab does. */
  cancelsBlindly(): Promise<Landed>
  /** Types an address below the session's into the address bar. */
  visits(path: string): Promise<Landed>
  /** What the store's page would read from the browser's return. */
  bringsBack(): Promise<{ url: string; result: PaymentNotification }>
}

/** The form with which the bank sends a browser back. */
export type WayBack = { url: string; fields: { PaRes: string; MD: string } }

/** Where a form led in the end. */
export type Landed = { status: number; address: string; text: string }

type Shop = { http: WorldHttp; site: Site; privateKey: string }
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** The request of a store: what the input does not say is a plain purchase of bread by Ana. */
export const requestOf = (
  { id: siteId }: Site,
  { orderId, amount = '9.90', customer, order, ...rest }: CheckoutInput,
): CheckoutRequest =>
  ({
    siteId,
    ...(customer !== null && { customer: { identifier: 'ana', email: 'ana@example.com', ...customer } }),
    order: { orderId, type: 'purchase', amount, currency: 'EUR', description: 'Bread', ...order },
    cardTransactionMode: 'authAndCapture',
    backUrl: 'https://shop.example/return?secure_key=abc',
    ...rest,
  }) as CheckoutRequest

let orders = 0

export async function openShopper(shop: Shop, input: CheckoutInput): Promise<Shopper> {
  const { privateKey } = shop
  const { orderId = `bread-${++orders}` } = input
  const request = requestOf(shop.site, { ...input, orderId })
  return sendForm(shop, { orderId, signed: signCheckoutRequest({ privateKey, request }) })
}

/** A shopper who has sent a form that somebody has signed. */
export async function sendForm(
  { http, privateKey }: Pick<Shop, 'http' | 'privateKey'>,
  { orderId, signed }: { orderId: string; signed: { jsonRequest: string; checksum: string } },
): Promise<Shopper> {
  const post = async (url: string, fields: Readonly<Record<string, string>>): Promise<Landed> => {
    const reply = await http.inject({
      method: 'POST',
      url,
      headers: formHeaders,
      payload: new URLSearchParams(fields).toString(),
    })
    return modify(http, url, reply.statusCode, reply.headers.location, reply.body)
  }
  const first = await http.inject({
    method: 'POST',
    url: '/',
    headers: formHeaders,
    payload: new URLSearchParams({ ...signed }).toString(),
  })
  const address = first.headers.location ?? ''
  const load = async () => {
    const { statusCode, body } = await http.inject({ method: 'GET', url: address })
    return { status: statusCode, text: body }
  }
  const visit = async (url: string): Promise<Landed> => {
    const { statusCode, headers, body } = await http.inject({ method: 'GET', url })
    return modify(http, url, statusCode, headers.location, body)
  }
  const payWith = async (fields: Readonly<Record<string, string>>): Promise<Landed> => {
    const { text } = await load()
    return post(`${address}/pay`, { attempt: fieldOf(text, 'attempt'), ...fields })
  }
  return {
    opened: { status: first.statusCode, text: first.body },
    orderId,
    address,
    sees: load,
    pays: (card = {}) => payWith(cardFields(card)),
    paysWith: (cardId) => payWith({ card: String(cardId) }),
    posts: (fields) => post(`${address}/pay`, fields),
    answersChallenge: async (code) => {
      const { url, fields } = await passBank(http, load, [code])
      return post(url, fields)
    },
    passesBank: (...codes) => passBank(http, load, codes),
    returnsFromBank: ({ url, fields }) => post(url, fields),
    cancels: async () => post(`${address}/cancel`, { attempt: fieldOf((await load()).text, 'attempt') }),
    cancelsBlindly: () => post(`${address}/cancel`, { attempt: '1' }),
    visits: (path) => visit(`${address}${path}`),
    bringsBack: async () => {
      const { body } = await http.inject({ method: 'GET', url: `${address}/return` })
      const url = decode(/<form[^>]* action="([^"]+)"/.exec(body)?.[1] ?? '')
      const fields = { opensslResult: fieldOf(body, 'opensslResult'), result: fieldOf(body, 'result') }
      return { url, result: readNotification({ privateKey, body: fields }) }
    },
  }
}

export const cardFields = ({
  number = '4111 1111 1111 1111',
  expiry = '12/34',
  cvv = '123',
  holder = 'Ana Pop',
  save,
}: CardTyped) => ({
  card: 'new',
  cardNumber: number,
  cardExpiry: expiry,
  cardCvv: cvv,
  cardHolderName: holder,
  ...(save && { saveCard: '1' }),
})

/** A hidden field of a page's form. */
export function fieldOf(text: string, name: string): string {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*>`).exec(text)?.[0]
  const value = input && /value="([^"]*)"/.exec(input)?.[1]
  assert(value !== undefined, `the page has no field ${name}`)
  return decode(value)
}

/**
 * Where a page takes the browser by a link that is followed by itself: with script, and without. Both as a browser sends
 * them, which reads entities, and in a page in UTF-8 encodes letters of the path and the query so.
 */
export function addressesLeftFor(text: string): [withScript: string, withoutScript: string] {
  const link = /<a[^>]* href="([^"]+)"[^>]* data-pass-on>/.exec(text)?.[1]
  const refresh = /<noscript><meta http-equiv="refresh" content="0;url=([^"]+)"><\/noscript>/.exec(text)?.[1]
  assert(link && refresh, 'the page does not take the browser anywhere')
  return [new URL(decode(link)).href, new URL(decode(refresh)).href]
}

/** The readable text of a page, without its styles, script and icons. */
export const messagesOf = (text: string): string =>
  decode(text.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))

const decode = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

async function modify(
  http: WorldHttp,
  from: string,
  status: number,
  location: string | undefined,
  text: string,
): Promise<Landed> {
  if (!location?.startsWith('/') || status !== 303) return { status, address: location ?? from, text }
  const next = await http.inject({ method: 'GET', url: location })
  return modify(http, location, next.statusCode, next.headers.location, next.body)
}

/** Through the challenge page and the bank's page, up to the form that it sends back with. */
async function passBank(
  http: WorldHttp,
  load: () => Promise<{ text: string }>,
  codes: readonly string[],
): Promise<WayBack> {
  const paReq = fieldOf((await load()).text, 'PaReq')
  let shown = ''
  for (const word of codes) {
    const messages = word === 'cancel' ? { decision: 'cancel' } : { decision: 'confirm', code: word }
    const payload = new URLSearchParams({ PaReq: paReq, ...messages }).toString()
    shown = (await http.inject({ method: 'POST', url: '/sandbox/bank', headers: formHeaders, payload })).body
  }
  const back = /<form[^>]* action="([^"]+)"/.exec(shown)?.[1]
  assert(back && shown.includes('name="PaRes"'), 'the bank does not redirect')
  return {
    url: addressOf(decode(back)),
    fields: { PaRes: fieldOf(shown, 'PaRes'), MD: fieldOf(shown, 'MD') },
  }
}

/** What a browser asks our server for at an address in a form. */
export const addressOf = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://florin.test')
  return `${pathname}${search}`
}
