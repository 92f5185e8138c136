import { randomBytes } from 'node:crypto'
import { type NotificationBody, type PaymentNotification, UnreadableNotification } from '@florin/client'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { chooseLanguage, type Language } from '#core/i18n'
import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import { chosenLanguage, languageCookie, visitorCookie, visitorOf } from './cookies.ts'
import { emptyDraft, readDraft } from './draft.ts'
import { type StoreI18n, storeI18nOf } from './languages/index.ts'
import { type OrderBook, orderBook } from './order-book.ts'
import { leavingPage } from './pages/leaving-page.ts'
import { ordersPage } from './pages/orders-page.ts'
import { type PageSender, pageSender } from './pages/page.ts'
import { payHerePage } from './pages/pay-here-page.ts'
import { noSubscriptionPage, returnPage, unpaidPage, unreadablePage } from './pages/return-page.ts'
import { shopPage } from './pages/shop-page.ts'
import type { TestCard } from './pages/test-cards.ts'
import { takeOrder } from './purchase.ts'
import { openStoreClient } from './store-client.ts'

export type DemoStoreOptions = {
  siteId: number
  privateKey: Secret<string>
  /** Where the browser posts signed requests; shown to the shop as to any merchant. */
  checkoutUrl: string
  /** The address of this server as browsers see it. The shop lives under `/demo` there. */
  baseUrl: string
  clock: Clock
  testCards: readonly TestCard[]
  /** Whether the demo app is there, whose customers have a card of their own. */
  hasApp?: boolean
  /** Whether an operator has given its site addresses that are not of this shop. */
  isMoved?: () => Promise<boolean>
}

/** How often, and how soon, the return page looks again for a notification that is not there yet. */
const looksMax = 5
const lookAgainSeconds = 2
/** Orders and results are small; nothing larger is read. */
const bodyLimit = 64 * 1024

/**
 * The shop as a Fastify plugin, under `/demo`. It needs a parser for form bodies around it, one that reads `a[b]=c` as
 * `{ a: { b: 'c' } }`. Its notification address is `/demo/notifications`, to be configured on the site.
 */
export const demoStore =
  (options: DemoStoreOptions): FastifyPluginAsync =>
  async (fastify) => {
    const { siteId, checkoutUrl, baseUrl, clock, testCards, hasApp, isMoved } = options
    const book = orderBook()
    const storeClient = openStoreClient(options)
    const sendPage = pageSender({ checkoutUrl })
    const backUrl = new URL('/demo/return', baseUrl).href

    fastify.addHook('onRequest', async (request, reply) => {
      const cookie = languageCookie(request, baseUrl)
      if (cookie !== undefined) reply.header('set-cookie', cookie)
    })

    fastify.get('/demo', async (request, reply) => {
      const savedCards = book.cardsOf(visitorOf(request) ?? '')
      const shop = { i18n: i18nFor(request), draft: emptyDraft, savedCards, testCards, hasApp }
      return sendPage(reply, shopPage({ ...shop, isMoved: await isMoved?.() }))
    })

    fastify.post('/demo/checkout', { bodyLimit }, async (request, reply) => {
      const i18n = i18nFor(request)
      const draft = readDraft(request.body)
      const visitor = visitorOf(request) ?? `visitor-${randomName()}`
      const savedCards = book.cardsOf(visitor)
      const orderId = `crumb-${randomName()}`
      const taken = takeOrder(draft, { i18n, siteId, backUrl, now: clock.now(), orderId, visitor, savedCards })
      if ('problem' in taken) {
        return sendPage(reply, shopPage({ i18n, draft, savedCards, testCards, problem: taken.problem, hasApp }))
      }
      book.place({ ...taken, visitor, placedAt: clock.now() })
      reply.header('set-cookie', visitorCookie(visitor, baseUrl))
      const { language, messages } = i18n
      if (draft.where === 'here') {
        const signed = storeClient.signed(taken.request)
        const publicKey = `pk_test_${siteId}`
        return sendPage(reply, payHerePage({ i18n, purchase: taken, checkoutUrl, publicKey, signed }))
      }
      const form = storeClient.checkoutForm(taken.request, draft.language || language, messages.goToPayment)
      return sendPage(reply, leavingPage({ i18n, purchase: taken, form }))
    })

    const comeBack = visitorsReturn({ book, read: storeClient.read, sendPage, hasApp })
    fastify.post('/demo/return', { bodyLimit }, (request, reply) => comeBack(request.body, request, reply))
    fastify.get('/demo/return', (request, reply) => comeBack(request.query, request, reply))

    fastify.post('/demo/notifications', { bodyLimit }, async (request, reply) => {
      const result = openResult(storeClient.read, request.body)
      reply.type('text/plain; charset=utf-8')
      if (!result) return reply.code(400).send('This is not a notification for this shop')
      book.receive({ receivedAt: clock.now(), notification: result.notification })
      return reply.send('OK')
    })

    fastify.get('/demo/subscription/:orderId', async (request, reply) => {
      const { orderId } = request.params as { orderId: string }
      const i18n = i18nFor(request)
      const order = book.find(orderId)
      // The address of the page is all it takes to cancel, so the shop asks for it for the order's own visitor only.
      const isTheirs = order?.kind === 'subscribe' && order.visitor === visitorOf(request)
      const url = isTheirs
        ? await storeClient.subscriptionPage(orderId, i18n.language).catch(() => undefined)
        : undefined
      if (url !== undefined) return reply.redirect(url, 303)
      return sendPage(reply, noSubscriptionPage(i18n, `/demo/subscription/${encodeURIComponent(orderId)}`))
    })

    fastify.get('/demo/orders', async (request, reply) => sendPage(reply, ordersPage(book, i18nFor(request))))
  }

type Return = { book: OrderBook; read: Read; sendPage: PageSender; hasApp: boolean | undefined }

/** Shows visitors who are back from the payment page what they bring in `fields`, and what the server has received. */
const visitorsReturn =
  ({ book, read, sendPage, hasApp }: Return) =>
  async (fields: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const result = openResult(read, fields)
    if (!result) {
      const i18n = i18nFor(request)
      return sendPage(reply, bringsResult(fields) ? unreadablePage(i18n) : unpaidPage(i18n))
    }
    const looks = readLooks(request.query)
    const { notification } = result
    const order = book.find(notification.externalOrderId)
    const i18n = i18nFor(request, order?.language)
    const received = book.notificationsOf(notification.externalOrderId)
    const lookUrl = (look: number) =>
      `/demo/return?${new URLSearchParams({ result: result.sealed, looks: String(look) })}`
    const [address, lookAgainUrl] = [lookUrl(looks), lookUrl(looks + 1)]
    if (received.length === 0 && looks < looksMax) reply.header('refresh', `${lookAgainSeconds};url=${lookAgainUrl}`)
    return sendPage(
      reply,
      returnPage({ i18n, notification, order, received, looks, looksMax, address, lookAgainUrl, hasApp }),
    )
  }

/**
 * In the language that the visitor has chosen here; else in that of the order, which outlasts a way back without
 * cookies; else in the browser's.
 */
const i18nFor = (request: FastifyRequest, ofOrder?: Language): StoreI18n =>
  storeI18nOf(chosenLanguage(request) ?? ofOrder ?? chooseLanguage(undefined, request.headers['accept-language']))

const Sealed = z.object({ opensslResult: z.string().optional(), result: z.string().optional() })

/** A shopper who leaves the payment page without paying comes back without a result. */
function bringsResult(unchecked: unknown): boolean {
  const { data = {} } = Sealed.safeParse(unchecked ?? {})
  return data.opensslResult !== undefined || data.result !== undefined
}

type Read = (body: NotificationBody) => PaymentNotification

/** The notification, and the text it was sealed in. Undefined for anything that was not sealed for this shop. */
function openResult(read: Read, unchecked: unknown): { notification: PaymentNotification; sealed: string } | undefined {
  const fields = Sealed.safeParse(unchecked)
  if (!fields.success) return undefined
  try {
    return { notification: read(fields.data), sealed: fields.data.opensslResult || fields.data.result || '' }
  } catch (error) {
    if (error instanceof UnreadableNotification) return undefined
    throw error
  }
}

const Looks = z.object({ looks: z.coerce.number().int().min(0).max(looksMax).catch(0) })
const readLooks = (query: unknown): number => Looks.parse(query ?? {}).looks

const randomName = (): string => randomBytes(6).toString('hex')
