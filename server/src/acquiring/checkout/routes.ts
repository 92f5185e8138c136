import { completeChallenge, type Payment, pauseOf } from '#acquiring/payments'
import { type DigitalWallet, requestBytesMax } from '#acquiring/requests'
import { limitOf } from '#acquiring/velocity'
import { readLanguage } from '#core/i18n'
import { type FieldError, languageOf, layoutOf, readBankResponse, readBrowserFacts, type Typed } from '#core/pages'
import { Refusal } from '#kernel/base/refusal.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import type { CheckoutContext } from './context.ts'
import { cancelSession, keepOpen } from './end-session.ts'
import { linkPages } from './link-routes.ts'
import { openSession } from './open-session.ts'
import { type Addresses, pageOf, returnOf, storeOf } from './page-of.ts'
import { pageReply } from './page-reply.ts'
import type { CheckoutPage } from './pages/view.ts'
import { cardNamed, type PayForm, pay } from './pay.ts'
import { sessionToken } from './session-token.ts'
import { attemptOf, findVisit, paidBy, stateOf, type Visit } from './visit.ts'
import { walletRoutes } from './wallet-routes.ts'

/** The hosted checkout (merchant-payments, {checkout_url}): the store's signed form, and the pages that follow it. */
export function checkoutRoutes(ctx: CheckoutContext): Route[] {
  const withVisit = (run: (visit: Visit, call: Call) => Promise<Reply>) => async (call: Call) => {
    const visit = await findVisit(ctx, call.params.token ?? '', cardNamed(formOf(call)))
    return visit ? run(visit, call) : show(ctx, call, undefined, { kind: 'notFound' }, 404)
  }
  return [
    {
      method: 'POST',
      path: '/',
      caller: 'public',
      limits: ['sessions_opened'],
      bodyBytesMax: signedFormBytesMax,
      run: (call) => open(ctx, call),
    },
    {
      method: 'GET',
      path: '/checkout/:token',
      caller: 'session',
      run: withVisit((visit, call) => showVisit(ctx, visit, call)),
    },
    {
      method: 'POST',
      path: '/checkout/:token/pay',
      caller: 'session',
      limits: ['card_attempts'],
      run: withVisit((visit, call) => payNow(ctx, visit, call)),
    },
    {
      method: 'POST',
      path: '/checkout/:token/cancel',
      caller: 'session',
      run: withVisit((visit, call) => cancel(ctx, visit, call)),
    },
    {
      method: 'POST',
      path: '/checkout/:token/challenge',
      caller: 'session',
      limits: ['bank_returns'],
      run: withVisit((visit, call) => continueCheckout(ctx, visit, call)),
    },
    {
      method: 'GET',
      path: '/checkout/:token/challenge',
      caller: 'session',
      limits: ['bank_returns'],
      run: withVisit((visit, call) => continueCheckout(ctx, visit, call)),
    },
    {
      method: 'GET',
      path: '/checkout/:token/return',
      caller: 'session',
      run: withVisit((visit, call) => goBack(ctx, visit, call)),
    },
    ...walletRoutes(ctx, { withVisit, formOf, addressesOf, afterAttempt }),
    ...linkPages(ctx),
  ]
}

/** A request in base64, escaped; one that is too large for us and not for this is refused by the name of its field. */
const signedFormBytesMax = requestBytesMax * 4

async function open(ctx: CheckoutContext, call: Call): Promise<Reply> {
  const language = readLanguage(call.query.lang)
  const { id, digitalWallet } = await openSession(ctx, { form: call.body, language, requestId: call.requestId })
  const token = sessionToken(ctx.keys, id)
  const visit = digitalWallet && (await findVisit(ctx, token))
  return visit ? payAtOnce(ctx, visit, call, digitalWallet) : seeOther(`/checkout/${token}`)
}

/** The shopper has paid in their wallet on the store's own page, so there is nothing to ask (wire fact 1.7). */
async function payAtOnce(
  ctx: CheckoutContext,
  visit: Visit,
  call: Call,
  { type, token }: DigitalWallet,
): Promise<Reply> {
  const addresses = addressesOf(visit, call)
  const form = { attempt: attemptOf(visit), walletType: type, walletData: token }
  const language = languageOf(call, visit.session.options.language)
  const returnUrl = `${ctx.publicUrl}${addresses.challenge}`
  const paid = await pay(ctx, visit, { form, browser: readBrowserFacts(call, {}), returnUrl, language }).catch(
    ifPaidBefore,
  )
  return paid?.outcome === 'tried' ? afterAttempt(visit, call, paid.payment) : seeOther(addresses.page)
}

/** The form was posted again, as browsers do: its payment was made, and the page says what has become of it. */
function ifPaidBefore(error: unknown): undefined {
  if (!(error instanceof Refusal && error.code === 'wallet_token_used')) throw error
}

async function showVisit(ctx: CheckoutContext, visit: Visit, call: Call): Promise<Reply> {
  await keepOpen(ctx, visit)
  return show(ctx, call, visit, await pageOf(ctx, visit, addressesOf(visit, call)))
}

async function payNow(ctx: CheckoutContext, visit: Visit, call: Call): Promise<Reply> {
  const form = formOf(call)
  const returnUrl = `${ctx.publicUrl}${addressesOf(visit, call).challenge}`
  const language = languageOf(call, visit.session.options.language)
  const paid = await pay(ctx, visit, { form, browser: readBrowserFacts(call, form), returnUrl, language }).catch(
    ifLimited,
  )
  if ('because' in paid) return showLimited(ctx, visit, call, paid)
  if (paid.outcome === 'paused') {
    const page = { kind: 'paused', again: addressesOf(visit, call).page } as const
    return retriedAfter(paid.seconds, show(ctx, call, visit, page, 503))
  }
  if (paid.outcome === 'mistyped') return showMistyped(ctx, visit, call, paid.errors)
  if (paid.outcome === 'stale') return seeOther(addressesOf(visit, call).page)
  return afterAttempt(visit, call, paid.payment)
}

type Limit = NonNullable<ReturnType<typeof limitOf>>

function ifLimited(error: unknown): Limit {
  const limit = limitOf(error)
  if (!limit) throw error
  return limit
}

function showLimited(ctx: CheckoutContext, visit: Visit, call: Call, { because, seconds }: Limit): Reply {
  const { page: again } = addressesOf(visit, call)
  return retriedAfter(seconds, show(ctx, call, visit, { kind: 'limited', because, seconds, again }, 429))
}

const retriedAfter = (seconds: number, { headers, ...rest }: Reply): Reply => ({
  ...rest,
  headers: { ...headers, 'retry-after': String(seconds) },
})

/** Once it is paid the browser goes back to the store by itself; everything else is shown first. */
function afterAttempt(visit: Visit, call: Call, tried: Payment | undefined): Reply {
  const addresses = addressesOf(visit, call)
  // The commit that approves a payment changes its order too, so nothing needs to be read again.
  const isPaid = tried ? paidBy([tried]) !== undefined : stateOf(visit) === 'paid'
  return seeOther(storeOf(visit) !== undefined && isPaid ? addresses.back : addresses.page)
}

async function showMistyped(ctx: CheckoutContext, visit: Visit, call: Call, errors: FieldError[]): Promise<Reply> {
  const form = formOf(call)
  const typed: Typed = {
    card: text(form.card),
    cardExpiry: text(form.cardExpiry),
    cardHolderName: text(form.cardHolderName),
    saveCard: form.saveCard !== undefined,
  }
  const page = await pageOf(ctx, visit, addressesOf(visit, call), { typed, facts: form, errors })
  return show(ctx, call, visit, page, 400)
}

async function cancel(ctx: CheckoutContext, visit: Visit, call: Call): Promise<Reply> {
  await cancelSession(ctx, visit.session.id)
  return seeOther(addressesOf(visit, call).back)
}

/** The bank sends the shopper's browser back here; what it says is passed on to the acquirer unread. */
async function continueCheckout(ctx: CheckoutContext, visit: Visit, call: Call): Promise<Reply> {
  const waiting = visit.attempts.find((payment) => payment.status === 'challenging')
  const response = readBankResponse(call)
  // A browser that only opens the address, as from its history, brings nothing of a bank.
  const brings = call.body != null || Object.keys(response).length > 0
  if (waiting && brings) {
    try {
      const payment = await completeChallenge(ctx, { siteId: visit.site.id, paymentId: waiting.id, response })
      return afterAttempt(visit, call, payment)
    } catch (error) {
      const pause = pauseOf(error)
      if (!pause) throw error
      const page = { kind: 'paused', again: addressesOf(visit, call).challenge, fields: response } as const
      return retriedAfter(pause.seconds, show(ctx, call, visit, page, 503))
    }
  }
  return afterAttempt(visit, call, undefined)
}
async function goBack(ctx: CheckoutContext, visit: Visit, call: Call): Promise<Reply> {
  const back = await returnOf(ctx, visit)
  if (!back) return seeOther(addressesOf(visit, call).page)
  return 'goTo' in back ? seeOther(back.goTo) : show(ctx, call, visit, back)
}

type AllAddresses = Addresses & { page: string; challenge: string }

function addressesOf({ token }: Visit, call: Call): AllAddresses {
  const base = `/checkout/${token}`
  const language = readLanguage(call.query.lang)
  const query = language ? `?lang=${language}` : ''
  return {
    page: `${base}${query}`,
    pay: `${base}/pay${query}`,
    cancel: `${base}/cancel${query}`,
    back: `${base}/return${query}`,
    challenge: `${base}/challenge${query}`,
  }
}

function show(ctx: CheckoutContext, call: Call, visit: Visit | undefined, page: CheckoutPage, status = 200): Reply {
  const layout = layoutOf({
    language: languageOf(call, visit?.session.options.language),
    testMode: ctx.testMode,
    site: visit?.site,
    address: visit && `/checkout/${visit.token}`,
  })
  return pageReply(page, layout, status)
}

const formOf = (call: Call): PayForm =>
  typeof call.body === 'object' && call.body !== null ? (call.body as PayForm) : {}
const text = (unchecked: unknown): string | undefined => (typeof unchecked === 'string' ? unchecked : undefined)
