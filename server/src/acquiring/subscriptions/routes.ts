import { payDebt } from '#acquiring/billing'
import { invoiceFile } from '#acquiring/invoices'
import { cancelOrder, endWithPaidPeriod, keepOrder } from '#acquiring/orders'
import { attemptAtBank, attemptToken, completeChallenge, pauseOf, type ReturnUrl } from '#acquiring/payments'
import { limitOf } from '#acquiring/velocity'
import { shopperAuthor } from '#core/directory'
import { readLanguage } from '#core/i18n'
import { languageOf, layoutOf, pageHeaders, readBankResponse, readBrowserFacts } from '#core/pages'
import { maskNumbersInText } from '#kernel/base/mask-numbers.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import { endsLaterOn } from './about-of.ts'
import { besideOf } from './beside.ts'
import { changeCard } from './change-card.ts'
import type { SubscriptionsContext } from './context.ts'
import { subscriptionI18nOf } from './languages/index.ts'
import { pagePath } from './link.ts'
import { type Addresses, type Again, pageOf, type Requested } from './page-of.ts'
import { whyMax } from './pages/cancel-page.ts'
import { renderPage } from './pages/render-page.ts'
import type { SubscriptionPage } from './pages/view.ts'
import { sendLink } from './send-link.ts'
import { findVisit, linkStateOf, proofsOf, type Visit } from './visit.ts'

type Run = (ctx: SubscriptionsContext, visit: Visit, call: Call) => Promise<Reply>

/**
 * The page on which a shopper manages their subscription. Anyone with its address may do what the shopper may; a
 * form's address has the token too, so no other site can post one.
 */
export function subscriptionRoutes(ctx: SubscriptionsContext): Route[] {
  const route = (method: 'GET' | 'POST', path: string, run: Run, whenOver: Run = showExpired): Route => ({
    method,
    path: `/subscription/:token${path}`,
    caller: 'session',
    ...(limitsOf.has(run) && { limits: limitsOf.get(run)! }),
    run: async (call) => {
      const visit = await findVisit(ctx, call.params.token ?? '')
      if (!visit) return reply(ctx, call, undefined, { kind: 'notFound' }, { status: 404 })
      return visit.isOver ? whenOver(ctx, visit, call) : run(ctx, visit, call)
    },
  })
  return [
    route('GET', '', (...all) => show('overview', ...all)),
    route('GET', '/card', (...all) => show('card', ...all)),
    route('POST', '/card', submitCard),
    route('GET', '/invoices/:invoiceId', sendInvoice),
    route('POST', '/challenge', comeBack),
    route('GET', '/challenge', comeBack),
    route('GET', '/cancel', (...all) => show('cancel', ...all)),
    route('POST', '/cancel', cancel),
    route('POST', '/keep', keep),
    route('POST', '/new-link', async (_ctx, visit, call) => seeOther(addressesOf(visit, call).overview), requestLink),
  ]
}

const limitsOf = new Map<Run, readonly string[]>([
  [submitCard, ['card_attempts']],
  [comeBack, ['bank_returns']],
])

async function show(
  requested: Requested,
  ctx: SubscriptionsContext,
  visit: Visit,
  call: Call,
  again?: Again,
): Promise<Reply> {
  const addresses = addressesOf(visit, call)
  const { usedNow } = subscriptionI18nOf(languageOf(call)).messages
  const beside =
    requested === 'overview'
      ? await besideOf(ctx, visit, (token) => inLanguage(pagePath(token), call))
      : { subscriptions: [], payments: [] }
  const page = pageOf(ctx, visit, { requested, addresses, usedNow, beside, ...(again && { again }) })
  if (!page) return seeOther(addresses.overview)
  return reply(ctx, call, visit, page, { status: again ? 400 : 200, requested })
}

/** An invoice of this subscription, and of no other. */
async function sendInvoice(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  const found = visit.documents.find(({ id }) => String(id) === call.params.invoiceId)
  if (!found) return reply(ctx, call, visit, { kind: 'notFound' }, { status: 404 })
  const { name, type, content } = await invoiceFile(ctx.db, found.id)
  const headers = {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return { status: 200, headers, body: '', file: content }
}

async function submitCard(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  const form = formOf(call)
  const addresses = addressesOf(visit, call)
  const { challenge } = addressesOf(visit, call)
  const returnUrl: ReturnUrl = (attempt) => `${ctx.publicUrl}${challenge(attemptToken(ctx.keys, attempt))}`
  const browser = readBrowserFacts(call, form)
  const changed = await changeCard(ctx, visit, { form, browser, returnUrl }).catch((error: unknown) => {
    const limit = limitOf(error)
    if (!limit) throw error
    return { outcome: 'limited' as const, ...limit }
  })
  switch (changed.outcome) {
    case 'mistyped': {
      const { errors, decline } = changed
      return show('card', ctx, visit, call, { errors, decline, typed: typedIn(form) })
    }
    case 'tried':
      // The form is shown again with the bank's reason, and so is the redirect to the bank.
      return seeOther(['failed', 'challenging'].includes(changed.proof.status) ? addresses.card : addresses.overview)
    case 'limited': {
      const { because, seconds } = changed
      const page = { kind: 'limited', because, seconds, again: addresses.card } as const
      return retriedAfter(seconds, await reply(ctx, call, visit, page, { status: 429 }))
    }
    case 'paused':
      return retriedAfter(
        changed.seconds,
        await reply(ctx, call, visit, { kind: 'paused', again: addresses.card }, { status: 503 }),
      )
    case 'busy':
      return seeOther(addresses.card)
    case 'stale':
      return seeOther(addresses.overview)
  }
}

const retriedAfter = (seconds: number, { headers, ...rest }: Reply): Reply => ({
  ...rest,
  headers: { ...headers, 'retry-after': String(seconds) },
})

/** The bank sends the shopper's browser back here; what it says is passed on to the acquirer unread. */
async function comeBack(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  const { overview, card, challenge } = addressesOf(visit, call)
  const waiting = attemptAtBank(ctx, proofsOf(visit), call.query.attempt)
  const response = readBankResponse(call, ['lang', 'attempt'])
  const brings = call.body != null || Object.keys(response).length > 0
  if (!waiting || !brings) return seeOther(overview)
  try {
    const proof = await completeChallenge(ctx, { siteId: visit.site.id, paymentId: waiting.id, response })
    if (proof.status === 'verified') await payDebt(ctx, visit.order.id)
    return seeOther(proof.status === 'failed' ? card : overview)
  } catch (error) {
    const pause = pauseOf(error)
    if (!pause) throw error
    const again = challenge(attemptToken(ctx.keys, waiting))
    return retriedAfter(
      pause.seconds,
      await reply(ctx, call, visit, { kind: 'paused', again, fields: response }, { status: 503 }),
    )
  }
}

/** At once, or with what is paid. Who chose what is no longer possible is shown what is. */
async function cancel(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  const addresses = addressesOf(visit, call)
  const status = linkStateOf(visit)
  if (status === 'waiting' || status === 'neverBegan' || status === 'ended') return seeOther(addresses.overview)
  const form = formOf(call)
  // A page that was open before there was a choice cancels at once, as it said.
  const isLater = form.when === 'later'
  const plannedBy = visit.order.plannedEnd?.by
  if (isLater && (plannedBy === 'shopper' || plannedBy === 'both')) return seeOther(addresses.overview)
  if (isLater && !endsLaterOn(ctx, visit)) return seeOther(addresses.cancel)
  const input = { ...byShopper(visit, call), message: whyOf(form.why) }
  const cancelled = isLater
    ? endWithPaidPeriod(ctx, { ...input, party: 'shopper' })
    : cancelOrder(ctx, { ...input, party: 'shopper', reason: 'customer-demand' })
  return (await succeeded(cancelled)) || !isLater ? seeOther(addresses.overview) : seeOther(addresses.cancel)
}

/** The shopper takes their cancellation back, while it has not ended. */
async function keep(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  await succeeded(keepOrder(ctx, { ...byShopper(visit, call), party: 'shopper' }))
  return seeOther(addressesOf(visit, call).overview)
}

const byShopper = ({ site, order }: Visit, call: Call) => ({
  siteId: site.id,
  orderId: order.id,
  by: shopperAuthor(order.shopperId, call.ip),
})

/** It may have ended, or a payment may have begun, in this very moment: the page that is shown next says so. */
async function succeeded(changed: Promise<unknown>): Promise<boolean> {
  try {
    await changed
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}

/** What the merchant will read; so a card number in it is masked. */
function whyOf(unchecked: unknown): string | undefined {
  if (typeof unchecked !== 'string') return undefined
  const text = unchecked
    .toWellFormed()
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
  return text === '' ? undefined : maskNumbersInText([...text].slice(0, whyMax).join(''))
}

async function showExpired(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  const newLink = ctx.planLinkEmail ? addressesOf(visit, call).newLink : undefined
  return reply(ctx, call, visit, { kind: 'linkExpired', newLink }, { status: 410 })
}

async function requestLink(ctx: SubscriptionsContext, visit: Visit, call: Call): Promise<Reply> {
  if (!ctx.planLinkEmail) return seeOther(addressesOf(visit, call).overview)
  await sendLink(ctx, visit, languageOf(call))
  return reply(ctx, call, visit, { kind: 'linkSent' }, { status: 200 })
}

function addressesOf({ token }: Visit, call: Call): Addresses & { challenge: (attempt: string) => string } {
  const base = pagePath(token)
  const lang = readLanguage(call.query.lang)
  return {
    challenge: (attempt) => `${base}/challenge?${new URLSearchParams({ ...(lang && { lang }), attempt })}`,
    overview: inLanguage(base, call),
    card: inLanguage(`${base}/card`, call),
    cancel: inLanguage(`${base}/cancel`, call),
    keep: inLanguage(`${base}/keep`, call),
    newLink: inLanguage(`${base}/new-link`, call),
    invoice: (id) => inLanguage(`${base}/invoices/${id}`, call),
  }
}

function inLanguage(path: string, call: Call): string {
  const language = readLanguage(call.query.lang)
  return language ? `${path}?lang=${language}` : path
}

async function reply(
  ctx: SubscriptionsContext,
  call: Call,
  visit: Visit | undefined,
  page: SubscriptionPage,
  { status, requested = 'overview' }: { status: number; requested?: Requested },
): Promise<Reply> {
  const address = visit && `${pagePath(visit.token)}${requested === 'overview' ? '' : `/${requested}`}`
  // No page may embed this one: its buttons change the subscription.
  const layout = layoutOf({
    language: languageOf(call),
    testMode: ctx.testMode,
    testCard:
      visit && (await ctx.routing.testCardFor({ siteId: visit.site.id, currency: visit.order.amount.currency })),
    site: visit?.site,
    address,
    embeddable: false,
  })
  const rendered = renderPage(page, layout)
  return { status, headers: pageHeaders(rendered), body: rendered.body }
}

type Form = Readonly<Record<string, unknown>>
const formOf = ({ body }: Call): Form => (typeof body === 'object' && body !== null ? (body as Form) : {})

const typedIn = (form: Form): Again['typed'] => ({
  card: text(form.card),
  cardExpiry: text(form.cardExpiry),
  cardHolderName: text(form.cardHolderName),
  saveCard: undefined,
})
const text = (unchecked: unknown): string | undefined => (typeof unchecked === 'string' ? unchecked : undefined)
