import { firstAmount } from '#acquiring/orders'
import type { Payment } from '#acquiring/payments'
import { limitOf } from '#acquiring/velocity'
import { domainAssociation, makeTestToken, validateMerchant } from '#acquiring/wallets'
import { siteWallets } from '#core/directory'
import { i18nOf, languageOf, readBrowserFacts } from '#core/pages'
import { Refusal } from '#kernel/base/refusal.ts'
import { type Call, type Reply, type Route, statusOfRefusal } from '#kernel/http/route.ts'
import { addressesOf, type Placed } from './addresses.ts'
import type { CheckoutContext } from './context.ts'
import { keepOpen } from './end-session.ts'
import { type PayForm, pay } from './pay.ts'
import { stateOf, type Visit } from './visit.ts'

type Parts = {
  withVisit(ctx: Placed, run: (visit: Visit, call: Call) => Promise<Reply>): (call: Call) => Promise<Reply>
  formOf(call: Call): PayForm
  /** Where the browser goes after an attempt. */
  afterAttempt(ctx: Placed, visit: Visit, call: Call, tried: Payment | undefined): Reply
}

/** What the script of wallets calls (core/pages/wallet-script.js), in JSON. */
export const walletVisitRoutes = (ctx: Placed, parts: Parts): Route[] => [
  {
    method: 'POST',
    path: `/${ctx.place}/:token/wallet`,
    caller: 'session',
    limits: ['card_attempts'],
    bodyBytesMax: tokenBytesMax,
    run: parts.withVisit(ctx, (visit, call) => payByWallet(ctx, parts, { visit, call })),
  },
  {
    method: 'POST',
    path: `/${ctx.place}/:token/apple-pay-session`,
    caller: 'session',
    limits: ['bank_returns'],
    run: parts.withVisit(ctx, (visit, call) => openAppleSession(ctx, visit, parts.formOf(call))),
  },
  {
    method: 'POST',
    path: `/${ctx.place}/:token/test-wallet`,
    caller: 'session',
    limits: ['bank_returns'],
    run: parts.withVisit(ctx, (visit, call) => openTestWallet(ctx, visit, parts.formOf(call))),
  },
]
/** A token of Apple's has 6 kB, escaped three times as much. */
const tokenBytesMax = 65_536

/** The file by which Apple knows our host. */
export const walletRoutes = (ctx: CheckoutContext): Route[] =>
  ['', '.txt'].map(
    (ending): Route => ({
      method: 'GET',
      path: `/.well-known/apple-developer-merchantid-domain-association${ending}`,
      caller: 'public',
      run: async () => {
        const file = await domainAssociation(ctx)
        return {
          status: file === undefined ? 404 : 200,
          headers: textHeaders,
          body: file ?? 'There is no such file here.',
        }
      },
    }),
  )

/** `goTo`: where the browser goes. `problem`: nothing was requested, and why, in the language of the page. */
type Answer = { paid?: boolean; continues?: boolean; goTo?: string; problem?: string }

async function payByWallet(ctx: Placed, parts: Parts, { visit, call }: { visit: Visit; call: Call }): Promise<Reply> {
  const { page, challenge } = addressesOf(ctx, visit, call)
  const returnUrl = (attempt: string) => `${ctx.publicUrl}${challenge(attempt)}`
  const language = languageOf(call, visit.session.options.language)
  const { messages } = i18nOf(language)
  const form = parts.formOf(call)
  if (!siteWallets.some((wallet) => wallet === form.walletType)) return json({ problem: messages.walletFailed }, 400)
  const input = { form, browser: readBrowserFacts(call, form), returnUrl, language }
  try {
    const paid = await pay(ctx, visit, input)
    if (paid.outcome === 'mistyped') return json({ problem: messages.checkFields }, 400)
    if (paid.outcome !== 'tried') return json({ goTo: page })
    return json({
      ...statusOf(paid.payment),
      goTo: parts.afterAttempt(ctx, visit, call, paid.payment).headers.location ?? page,
    })
  } catch (error) {
    // What is beyond a limit is shown by the page.
    if (limitOf(error)) return json({ goTo: page })
    if (!(error instanceof Refusal)) throw error
    ctx.log.info({ requestId: call.requestId, code: error.code }, error.message)
    return json({ problem: messages.walletFailed }, statusOfRefusal[error.kind])
  }
}

/** What the wallet's sheet says: that it went well, also when the bank still asks its customer. */
const statusOf = (payment: { status: string } | undefined): Pick<Answer, 'paid' | 'continues'> => ({
  paid: ['authorized', 'captured', 'capturing', 'verified'].includes(payment?.status ?? ''),
  continues: payment?.status !== 'failed',
})

async function openAppleSession(ctx: Placed, visit: Visit, { validationUrl, pageOrigin }: PayForm): Promise<Reply> {
  await keepOpen(ctx, visit)
  const { site } = visit
  const domain = domainOf(ctx, visit, pageOrigin)
  return refusedAsJson(async () => {
    const session = await validateMerchant(ctx, { site, validationUrl: String(validationUrl ?? ''), domain })
    return { status: 200, headers: jsonHeaders, body: `{"session":${session}}` }
  })
}

/** The host that Apple receives: that of the store's page, where the site lets it show the form, and else our own. */
function domainOf({ place, publicUrl }: Placed, { site }: Visit, pageOrigin: unknown): string {
  const shown = place === 'embedded' ? site.frameAncestors.find((origin) => origin === pageOrigin) : undefined
  return new URL(shown ?? publicUrl).hostname
}

/** Staging alone: what a device and Apple's or Google's servers would return. */
async function openTestWallet(ctx: CheckoutContext, visit: Visit, { wallet, card }: PayForm): Promise<Reply> {
  const { site, order } = visit
  const type = siteWallets.find((one) => one === wallet)
  if (!ctx.testMode || !type || stateOf(visit) !== 'payable')
    return json({ problem: 'There is no test wallet here.' }, 404)
  const input = { wallet: type, cardId: String(card ?? ''), siteId: site.id, amount: firstAmount(order) }
  return refusedAsJson(async () => {
    const token = await makeTestToken(ctx, input)
    return { status: 200, headers: jsonHeaders, body: JSON.stringify({ token }) }
  })
}

async function refusedAsJson(work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return json({ problem: error.message }, statusOfRefusal[error.kind])
    throw error
  }
}

const json = (answer: Answer, status = 200): Reply => ({ status, headers: jsonHeaders, body: JSON.stringify(answer) })
const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
const textHeaders = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }
