import { type Payment, publicStatus } from '#acquiring/payments'
import { siteWallets } from '#core/directory'
import { languageOf, readBrowserFacts } from '#core/pages'
import type { Call } from '#kernel/http/route.ts'
import { sealedResult } from '../embedded/payment-facts.ts'
import { openSession } from '../open-session.ts'
import { storeOf } from '../page-of.ts'
import { cardNamed, type PayForm, pay } from '../pay.ts'
import { formOf } from '../routes.ts'
import { sessionToken } from '../session-token.ts'
import { attemptOf, findVisit, stateOf, type Visit } from '../visit.ts'
import type { InlineContext } from './inline-routes.ts'
import { refuse } from './refusals.ts'

/**
 * An app sends a signed order together with a card, typed or stored, or what a wallet has returned (wire fact 9.1): the
 * order is placed and paid. Sent again, the same order is not paid twice; the reply says what has become of it. A declined
 * card is a reply and not a refusal, since the app reads the transaction then.
 */
export async function requestPayment(ctx: InlineContext, call: Call) {
  const fields = formOf(call)
  const wallet = walletOf(fields)
  const language = languageOf(call)
  const { id } = await openSession(ctx, { form: fields, language: undefined, requestId: call.requestId })
  const token = sessionToken(ctx.keys, id)
  const form = { ...payFormOf(fields), ...wallet }
  const visit = (await findVisit(ctx, token, cardNamed(form)))!
  if (stateOf(visit) === 'payable') await payNow(ctx, { call, visit, form, language })
  return replyOf(ctx, (await findVisit(ctx, token))!)
}

type Paying = { call: Call; visit: Visit; form: PayForm; language: ReturnType<typeof languageOf> }

async function payNow(ctx: InlineContext, { call, visit, form, language }: Paying): Promise<void> {
  await ctx.countAttempt(visit.token)
  const returnUrl = (attempt: string) => `${ctx.publicUrl}/checkout/${visit.token}/challenge?attempt=${attempt}`
  // No page of ours was open; for how long the order was, counts in its place.
  const openForMs = Math.max(0, Math.round(ctx.clock.now().since(visit.session.createdAt).total('milliseconds')))
  const paid = await pay(ctx, visit, {
    form: { ...form, attempt: attemptOf(visit) },
    browser: { ...readBrowserFacts(call, form), ...appFacts(form) },
    returnUrl,
    language,
    evidence: { solved: false, openForMs },
    walletFields: { typeField: 'digitalWalletType', field: 'digitalWalletData' },
  })
  if (paid.outcome === 'paused') throw refuse('connectors_paused', { retryAfterSeconds: paid.seconds })
  if (paid.outcome !== 'mistyped') return
  const problems = paid.errors.map(({ field, problem }) => ({
    field: fieldNames[field] ?? field,
    rule: `has the problem ${problem}`,
  }))
  throw refuse('invalid_card', {
    field: problems[0]!.field,
    why: problems.map(({ rule }) => rule).join(', '),
    problems,
  })
}

/** What apps call the fields of the pay form. */
const fieldNames: Readonly<Record<string, string>> = { card: 'cardId', cardExpiry: 'cardExpiryMonth' }

/** The wallet whose token an app has, by its name in any case. */
function walletOf({ digitalWalletType, digitalWalletData }: PayForm) {
  if (digitalWalletType === undefined || digitalWalletType === '') return undefined
  const name = text(digitalWalletType).toLowerCase()
  const walletType = siteWallets.find((wallet) => wallet.toLowerCase() === name)
  if (!walletType) throw refuse('wallet_not_available', { field: 'digitalWalletType' })
  return { walletType, walletData: digitalWalletData }
}

function payFormOf(fields: PayForm): PayForm {
  const { cardId, cardExpiryMonth, cardExpiryYear, saveCard, browserJavascriptEnabled, ...rest } = fields
  return {
    ...rest,
    card: cardId === undefined || cardId === '' ? 'new' : cardId,
    cardExpiry: `${text(cardExpiryMonth)}/${text(cardExpiryYear)}`,
    browserJavaScript: browserJavascriptEnabled,
    saveCard: ['true', '1'].includes(text(saveCard)) ? '1' : undefined,
  }
}

const text = (unchecked: unknown): string => (typeof unchecked === 'string' ? unchecked : '')

/** What an app says of its browser in place of the headers of its request. */
function appFacts({ browserAcceptHeader, browserLanguage, browserUserAgent }: PayForm) {
  return {
    ...(text(browserAcceptHeader) && { acceptHeader: text(browserAcceptHeader).slice(0, 2048) }),
    ...(text(browserLanguage) && { language: text(browserLanguage).slice(0, 8) }),
    ...(text(browserUserAgent) && { userAgent: text(browserUserAgent).slice(0, 2048) }),
  }
}

async function replyOf(ctx: InlineContext, visit: Visit) {
  const payment = visit.attempts.at(-1)
  if (!payment) throw refuse('order_closed', { state: stateOf(visit) })
  const isChallenged = payment.status === 'challenging'
  const isOver = ['paid', 'declined'].includes(stateOf(visit)) || payment.status === 'failed'
  return {
    code: 200,
    status: 'Request Completed',
    data: {
      transaction: transactionOf(payment, isChallenged),
      orderRequest: { processing: { backUrl: storeOf(visit) } },
      ...(isOver && { result: await sealedResult(ctx, visit, payment) }),
      // The page of the session sends the browser on to the bank, and to the store afterwards.
      ...(isChallenged && { threeDSFlowUrl: `${ctx.publicUrl}/checkout/${visit.token}` }),
    },
  }
}

function transactionOf(payment: Payment, isChallenged: boolean) {
  const status = publicStatus[payment.status]
  const { url, method, fields } = payment.challenge ?? {}
  return {
    transactionId: payment.id,
    status: isChallenged ? 'pending-redirect' : status,
    responseStatus: status,
    is3d: isChallenged ? 1 : 0,
    methodType: payment.card.wallet === undefined ? 'card' : 'wallet',
    methodName: payment.card.brand,
    ...(isChallenged && { redirectUrl: url, redirectMethod: method, redirectParams: fields }),
  }
}
