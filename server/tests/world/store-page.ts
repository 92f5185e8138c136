import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CheckoutRequest, readNotification, signCheckoutRequest } from '@florin/client'
import type { Page } from 'playwright-core'
import { by } from './author.ts'
import type { LiveServer } from './live-server.ts'

/** The page of a store, on an origin of its own, that shows a payment form in a frame; and what the form reports to it. */
export async function openStorePage({ server }: Pick<LiveServer, 'server'>, { allowed = true } = {}) {
  const { publicUrl, app, shop } = server
  const { site, privateKey } = shop!
  const pages = new Map<string, string>()
  const visited: { method: string; path: string; body: string }[] = []
  const http = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const body = Buffer.concat(await Array.fromAsync(request)).toString()
    visited.push({ method: request.method ?? '', path, body })
    response.setHeader('content-type', 'text/html; charset=utf-8')
    // What a careful store sends: nothing runs or is framed but what it knows.
    if (pages.has(path)) response.setHeader('content-security-policy', policyFor(publicUrl))
    response.end(pages.get(path) ?? '<!doctype html><html lang="en"><title>Back</title><h1>Back in the store</h1>')
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const frameAncestors = allowed ? [origin] : ['https://other.example']
  await app.directory.changeSite({ by, siteId: site.id, changes: { frameAncestors } })
  const signed = (request: object & { order: object }) =>
    signCheckoutRequest({
      privateKey: privateKey.reveal(),
      request: {
        siteId: site.id,
        customer: { identifier: 'ana', email: 'ana@example.com' },
        cardTransactionMode: 'authAndCapture',
        backUrl: `${origin}/back?key=1`,
        ...request,
        order: { type: 'purchase', amount: '9.90', currency: 'EUR', description: 'Bread', ...request.order },
      } as unknown as CheckoutRequest,
    })
  return {
    origin,
    publicUrl,
    publicKey: `pk_test_${site.id}`,
    visited,
    signed,
    /** What the store's server reads of a sealed result. */
    read: (result: string) => readNotification({ privateKey: privateKey.reveal(), body: { result } }),
    orderNamed: async (externalOrderId: string) => {
      const headers = { authorization: `Bearer ${privateKey.reveal()}` }
      const reply = await fetch(`${publicUrl}/order?externalOrderId=${externalOrderId}`, { headers })
      return ((await reply.json()) as { data: [{ orderStatus: string }] }).data[0]
    },
    /** A page of the store with this content. */
    put: (path: string, html: string) => {
      pages.set(path, html)
      return `${origin}${path}`
    },
    /** A page with the script and an empty element; the form is opened by what a test evaluates on it. */
    shopPage: (content = '') => {
      pages.set('/pay', shopHtml(publicUrl, content))
      return `${origin}/pay`
    },
    [Symbol.asyncDispose]: async () => {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}
export type StorePage = Awaited<ReturnType<typeof openStorePage>>

const policyFor = (checkout: string) =>
  `default-src 'none'; script-src ${checkout} 'unsafe-inline'; frame-src ${checkout}; form-action ${checkout}`

const shopHtml = (checkout: string, content: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>Crumb</title></head>
<body><main><h1>Your bread</h1>${content}<div id="payment-form"></div></main>
<script src="${checkout}/sdk/v2/xmoney.js"></script>
<script>var reported = []; function reports(name) { return function (value) { reported.push([name, value]) } }</script></body></html>`

/** What the form has reported to the store's page, by the names of its functions. */
export const reportedTo = (page: Page) => page.evaluate<[string, unknown][]>('reported')

/** Opens the form on the store's page, with whatever is set on it, and waits until it is there. */
export async function openForm(
  page: Page,
  store: StorePage,
  { order = {}, config = {}, request = {}, kind = 'paymentForm', shadow = false }: FormInput = {},
) {
  await page.goto(store.shopPage())
  const { jsonRequest, checksum } = store.signed({ ...request, order: { orderId: `embedded-${++orders}`, ...order } })
  const given = {
    container: 'payment-form',
    publicKey: store.publicKey,
    orderPayload: jsonRequest,
    orderChecksum: checksum,
    ...config,
  }
  const opens = kind === 'class' ? '(config) => new XMoneyPaymentForm(config)' : `XMoney.${kind}`
  await page.evaluate(`(async () => {
    const names = ['onReady', 'onError', 'onPaymentComplete', 'onPaymentProcessing', 'onPaymentDeclined', 'onValidation']
    const callbacks = Object.fromEntries(names.map((name) => [name, reports(name)]))
    const place = document.getElementById('payment-form')
    const inside = () => place.attachShadow({ mode: 'open' }).appendChild(document.createElement('div'))
    const container = ${shadow} ? { container: inside() } : {}
    window.form = await (${opens})({ ...${JSON.stringify(given)}, ...container, ...callbacks })
  })()`)
  // While another order is on its way its frame stands behind the one that is shown.
  return page.locator('#payment-form iframe').last().contentFrame()
}
let orders = 0
/** What differs from a plain purchase of bread, in the order, around it, and in what the page says of the form. */
export type FormInput = {
  order?: object
  request?: object
  config?: object
  /** A function of `XMoney`, or the older class. */
  kind?: 'paymentForm' | 'applePay' | 'googlePay' | 'savedCardPayment' | 'class'
  /** Within a shadow tree, as in a component of the store. */
  shadow?: boolean
}
