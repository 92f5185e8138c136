import { attemptAtBank, attemptToken, completeChallenge, type Payment, pauseOf } from '#acquiring/payments'
import { type DigitalWallet, requestBytesMax } from '#acquiring/requests'
import { limitOf } from '#acquiring/velocity'
import { readLanguage } from '#core/i18n'
import { type FieldError, languageOf, layoutOf, readBankResponse, readBrowserFacts, type Typed } from '#core/pages'
import { Refusal } from '#kernel/base/refusal.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import { addressesOf, type Placed } from './addresses.ts'
import type { CheckoutContext } from './context.ts'
import { showFramed, showInBank } from './embedded/show-framed.ts'
import { cancelSession, keepOpen } from './end-session.ts'
import { linkPages } from './link-routes.ts'
import { openSession } from './open-session.ts'
import { pageOf, returnOf, storeOf } from './page-of.ts'
import { pageReply } from './page-reply.ts'
import type { CheckoutPage } from './pages/view.ts'
import { cardNamed, type PayForm, pay } from './pay.ts'
import { sessionToken } from './session-token.ts'
import { attemptOf, findVisit, paidBy, stateOf, type Visit } from './visit.ts'
import { walletRoutes, walletVisitRoutes } from './wallet-routes.ts'

/** The hosted checkout (merchant-payments, {checkout_url}): the store's signed form, and the pages that follow it. */
export function checkoutRoutes(whole: CheckoutContext): Route[] {
  const ctx: Placed = { ...whole, place: 'checkout' }
  return [
    {
      method: 'POST',
      path: '/',
      caller: 'public',
      limits: ['sessions_opened'],
      bodyBytesMax: signedFormBytesMax,
      run: (call) => open(ctx, call),
    },
    ...visitRoutes(ctx),
    {
      method: 'POST',
      path: '/checkout/:token/cancel',
      caller: 'session',
      run: withVisit(ctx, (visit, call) => cancel(ctx, visit, call)),
    },
    {
      method: 'GET',
      path: '/checkout/:token/return',
      caller: 'session',
      run: withVisit(ctx, (visit, call) => goBack(ctx, visit, call)),
    },
    ...walletRoutes(ctx),
    ...linkPages(ctx),
  ]
}

/** The pages of a session, wherever they are. */
export const visitRoutes = (ctx: Placed): Route[] => [
  {
    method: 'GET',
    path: `/${ctx.place}/:token`,
    caller: 'session',
    run: withVisit(ctx, (visit, call) => showVisit(ctx, visit, call)),
  },
  {
    method: 'POST',
    path: `/${ctx.place}/:token/pay`,
    caller: 'session',
    limits: ['card_attempts'],
    run: withVisit(ctx, (visit, call) => payNow(ctx, visit, call)),
  },
  ...(['POST', 'GET'] as const).map(
    (method): Route => ({
      method,
      path: `/${ctx.place}/:token/challenge`,
      caller: 'session',
      limits: ['bank_returns'],
      run: withVisit(ctx, (visit, call) => continueCheckout(ctx, visit, call)),
    }),
  ),
  ...walletVisitRoutes(ctx, { withVisit, formOf, afterAttempt }),
]

export const withVisit = (ctx: Placed, run: (visit: Visit, call: Call) => Promise<Reply>) => async (call: Call) => {
  const visit = await findVisit(ctx, call.params.token ?? '', cardNamed(formOf(call)))
  return visit ? run(visit, call) : show(ctx, call, undefined, { kind: 'notFound' }, 404)
}

/** A request in base64, escaped; one that is too large for us and not for this is refused by the name of its field. */
export const signedFormBytesMax = requestBytesMax * 4

async function open(ctx: Placed, call: Call): Promise<Reply> {
  const language = readLanguage(call.query.lang)
  const { id, digitalWallet } = await openSession(ctx, { form: call.body, language, requestId: call.requestId })
  const token = sessionToken(ctx.keys, id)
  const visit = digitalWallet && (await findVisit(ctx, token))
  return visit ? payAtOnce(ctx, visit, call, digitalWallet) : seeOther(`/checkout/${token}`)
}

/** The shopper has paid in their wallet on the store's own page, so there is nothing to ask (wire fact 1.7). */
async function payAtOnce(ctx: Placed, visit: Visit, call: Call, { type, token }: DigitalWallet): Promise<Reply> {
  const addresses = addressesOf(ctx, visit, call)
  const form = { attempt: attemptOf(visit), walletType: type, walletData: token }
  const language = languageOf(call, visit.session.options.language)
  const returnUrl = (attempt: string) => `${ctx.publicUrl}${addresses.challenge(attempt)}`
  const paid = await pay(ctx, visit, { form, browser: readBrowserFacts(call, {}), returnUrl, language }).catch(
    ifPaidBefore,
  )
  return paid?.outcome === 'tried' ? afterAttempt(ctx, visit, call, paid.payment) : seeOther(addresses.page)
}

/** The form was posted again, as browsers do: its payment was made, and the page says what has become of it. */
function ifPaidBefore(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'wallet_token_used')) throw error
}

async function showVisit(ctx: Placed, visit: Visit, call: Call): Promise<Reply> {
  // What belongs into a frame was opened alone.
  if (ctx.place === 'embedded' && isAlone(call)) return seeOther(addressesOf(alone(ctx), visit, call).page)
  await keepOpen(ctx, visit)
  return show(ctx, call, visit, await pageOf(ctx, visit, addressesOf(ctx, visit, call)))
}

async function payNow(ctx: Placed, visit: Visit, call: Call): Promise<Reply> {
  const form = formOf(call)
  const { challenge } = addressesOf(ctx, visit, call)
  const returnUrl = (attempt: string) => `${ctx.publicUrl}${challenge(attempt)}`
  const language = languageOf(call, visit.session.options.language)
  const paid = await pay(ctx, visit, { form, browser: readBrowserFacts(call, form), returnUrl, language }).catch(
    ifLimited,
  )
  if ('because' in paid) return showLimited(ctx, visit, call, paid)
  if (paid.outcome === 'paused') {
    const page = { kind: 'paused', again: addressesOf(ctx, visit, call).page } as const
    return retriedAfter(paid.seconds, await show(ctx, call, visit, page, 503))
  }
  if (paid.outcome === 'mistyped') return showMistyped(ctx, visit, call, paid.errors)
  if (paid.outcome === 'stale') return seeOther(addressesOf(ctx, visit, call).page)
  return afterAttempt(ctx, visit, call, paid.payment)
}

type Limit = NonNullable<ReturnType<typeof limitOf>>

function ifLimited(error: unknown): Limit {
  const limit = limitOf(error)
  if (!limit) throw error
  return limit
}

async function showLimited(ctx: Placed, visit: Visit, call: Call, { because, seconds }: Limit): Promise<Reply> {
  const { page: again } = addressesOf(ctx, visit, call)
  return retriedAfter(seconds, await show(ctx, call, visit, { kind: 'limited', because, seconds, again }, 429))
}

const retriedAfter = (seconds: number, { headers, ...rest }: Reply): Reply => ({
  ...rest,
  headers: { ...headers, 'retry-after': String(seconds) },
})

/** Once it is paid the browser goes back to the store by itself; everything else is shown first. */
function afterAttempt(ctx: Placed, visit: Visit, call: Call, tried: Payment | undefined): Reply {
  const addresses = addressesOf(ctx, visit, call)
  // The commit that approves a payment changes its order too, so nothing needs to be read again.
  const isPaid = tried ? paidBy([tried]) !== undefined : stateOf(visit) === 'paid'
  const leaves = ctx.place === 'checkout' && storeOf(visit) !== undefined && isPaid
  return seeOther(leaves ? addresses.back : addresses.page)
}

async function showMistyped(ctx: Placed, visit: Visit, call: Call, errors: FieldError[]): Promise<Reply> {
  const form = formOf(call)
  const typed: Typed = {
    card: text(form.card),
    cardExpiry: text(form.cardExpiry),
    cardHolderName: text(form.cardHolderName),
    saveCard: form.saveCard !== undefined,
  }
  const page = await pageOf(ctx, visit, addressesOf(ctx, visit, call), { typed, facts: form, errors })
  return show(ctx, call, visit, page, 400)
}

async function cancel(ctx: Placed, visit: Visit, call: Call): Promise<Reply> {
  await cancelSession(ctx, visit.session.id)
  return seeOther(addressesOf(ctx, visit, call).back)
}

/** The bank sends the shopper's browser back here; what it says is passed on to the acquirer unread. */
async function continueCheckout(whole: Placed, visit: Visit, call: Call): Promise<Reply> {
  // A bank that may not be in a frame has the whole window, and so has what follows it.
  const ctx = isAlone(call) ? alone(whole) : whole
  const { attempt } = call.query
  const waiting = attemptAtBank(ctx, visit.attempts, attempt)
  const response = readBankResponse(call, ['lang', 'attempt'])
  // A shopper who only opens the address, as from the history of the browser, brings nothing of a bank.
  const brings = call.body != null || Object.keys(response).length > 0
  if (!waiting || !brings) return afterChallenge(ctx, visit, call, undefined)
  try {
    const payment = await completeChallenge(ctx, { siteId: visit.site.id, paymentId: waiting.id, response })
    return afterChallenge(ctx, visit, call, payment)
  } catch (error) {
    const pause = pauseOf(error)
    if (!pause) throw error
    const again = addressesOf(ctx, visit, call).challenge(attemptToken(ctx.keys, waiting))
    const page = { kind: 'paused', again, fields: response } as const
    const reply =
      ctx.place === 'embedded' ? showInBank(ctx, { visit, call, page, status: 503 }) : show(ctx, call, visit, page, 503)
    return retriedAfter(pause.seconds, await reply)
  }
}

/** The frame that shows the bank is not the one that goes on. */
const afterChallenge = (ctx: Placed, visit: Visit, call: Call, tried: Payment | undefined): Reply =>
  ctx.place === 'embedded' ? seeOther(addressesOf(ctx, visit, call).returned) : afterAttempt(ctx, visit, call, tried)

const alone = (ctx: Placed): Placed => ({ ...ctx, place: 'checkout' })
/** As browsers say it (Fetch Metadata); the script of the page finds it out where they say nothing. */
const isAlone = ({ headers }: Call): boolean => headers['sec-fetch-dest'] === 'document'

async function goBack(ctx: Placed, visit: Visit, call: Call): Promise<Reply> {
  const back = await returnOf(ctx, visit)
  if (!back) return seeOther(addressesOf(ctx, visit, call).page)
  return 'goTo' in back ? seeOther(back.goTo) : show(ctx, call, visit, back)
}

export async function show(
  ctx: Placed,
  call: Call,
  visit: Visit | undefined,
  page: CheckoutPage,
  status = 200,
): Promise<Reply> {
  if (ctx.place === 'embedded' && visit) return showFramed(ctx, { visit, call, page, status })
  const layout = layoutOf({
    language: languageOf(call, visit?.session.options.language),
    testMode: ctx.testMode,
    testCard:
      visit && (await ctx.routing.testCardFor({ siteId: visit.site.id, currency: visit.order.amount.currency })),
    site: visit?.site,
    address: visit && `/checkout/${visit.token}`,
  })
  return pageReply(page, layout, status)
}

export const formOf = (call: Call): PayForm =>
  typeof call.body === 'object' && call.body !== null ? (call.body as PayForm) : {}
const text = (unchecked: unknown): string | undefined => (typeof unchecked === 'string' ? unchecked : undefined)
