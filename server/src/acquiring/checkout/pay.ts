import assert from 'node:assert/strict'
import type { StoredCardId } from '#acquiring/ids'
import { reserveSlot } from '#acquiring/links'
import {
  amended,
  amendOrder,
  firstAmount,
  firstPaymentDescription,
  type Order,
  requestedOf,
  requireUsable,
} from '#acquiring/orders'
import {
  attemptToken,
  type NewPayment,
  type Payment,
  pauseOf,
  recordPaymentIntent,
  sendPayment,
} from '#acquiring/payments'
import { completeShopper } from '#acquiring/shoppers'
import type { CardAttempt } from '#acquiring/velocity'
import { openWalletCard, walletCard } from '#acquiring/wallets'
import type { BrowserFacts } from '#connectors/acquirer/port.ts'
import { siteWallets } from '#core/directory'
import type { Language } from '#core/i18n'
import { type FieldError, readCardInput } from '#core/pages'
import { readId } from '#kernel/base/id.ts'
import { Refusal } from '#kernel/base/refusal.ts'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import { withKnown } from '#kernel/db/commit/with-known.ts'
import type { CheckoutContext } from './context.ts'
import { keepOpen } from './end-session.ts'
import { readCustomerFields } from './pages/customer-input.ts'
import { linkOf } from './session.ts'
import { attemptOf, formName, stateOf, todayOf, type Visit } from './visit.ts'
import { wantedOfVisit } from './wanted-fields.ts'

export type PayForm = Readonly<Record<string, unknown>>

/** The stored card that a form names. */
export const cardNamed = (form: PayForm): StoredCardId | undefined =>
  isStored(form) ? readId<StoredCardId>(form.card) : undefined

const isStored = ({ card }: PayForm): boolean => card !== undefined && card !== 'new'

export type Paid =
  | { outcome: 'tried'; payment: Payment }
  /** Nothing was requested: what was typed has to be corrected first. */
  | { outcome: 'mistyped'; errors: FieldError[] }
  /** Nothing was requested: this page was used before, or the order is not payable now. The visit's page says why. */
  | { outcome: 'stale' }
  /** Nothing was requested: an operator has paused the connectors that could. The page can be sent again. */
  | { outcome: 'paused'; seconds: number }

type PayInput = {
  form: PayForm
  browser: BrowserFacts
  /** The address to which the bank sends the browser back, with the token of the attempt. */
  returnUrl: (attempt: string) => string
  language: Language
  /** In place of what a page of ours shows, where the card was typed on none. */
  evidence?: CardAttempt['page']
  /** What the sender calls `walletType` and `walletData`. */
  walletFields?: { typeField: string; field: string }
}

/**
 * The shopper has pressed the pay button. However often they press it, in however many tabs, and whenever the browser
 * repeats it: one shown page makes one attempt, and an order has one attempt under way at a time. Throws the refusals of
 * velocity limits (`limitOf`), and of a wallet's token (`openWalletCard`).
 */
export async function pay(
  ctx: CheckoutContext,
  visit: Visit,
  {
    form,
    browser,
    returnUrl,
    language,
    evidence,
    walletFields = { typeField: 'walletType', field: 'walletData' },
  }: PayInput,
): Promise<Paid> {
  if (stateOf(visit) !== 'payable' || form.attempt !== attemptOf(visit)) return { outcome: 'stale' }
  if (visit.link && visit.link.state !== 'open') return { outcome: 'stale' }
  const { site, order, session } = visit
  assert(order.mode !== 'credit', 'no page is shown of an order that pays out')
  const answers = readAnswers(visit, form)
  const wallet = 'errors' in answers ? undefined : await readWallet(ctx, visit, form, walletFields)
  const card = wallet?.card ?? readCard(ctx, visit, { form, isOurPage: evidence === undefined })
  const errors = [answers, card].flatMap((read) => ('errors' in read ? read.errors : []))
  if ('errors' in card || 'errors' in answers) return { outcome: 'mistyped', errors }
  const { shopper, writes } = completeShopper(visit.shopper, { ...session.options.link?.facts, ...answers.facts })
  const stores = card.from === 'typed' && card.store
  const requested: NewPayment = {
    site,
    shopper,
    orderId: order.id,
    kind: kinds[order.mode],
    source: 'service-call',
    initiator: { type: 'cit', storesCard: stores },
    amount: firstAmount(order),
    ...requestedOf(order, firstAmount(order)),
    description: firstPaymentDescription(order),
    card,
    ip: browser.ip,
    threeDSecure: {
      returnUrl: (attempt) => returnUrl(attemptToken(ctx.keys, attempt)),
      browser: { ...browser, ...known(session.options.browser) },
    },
    // A token of a wallet comes from a device, which a machine that tries cards does not have.
    typedOn: {
      page: wallet ? undefined : (evidence ?? ctx.velocity.evidence(formName(visit), form)),
      linkId: linkOf(session.options),
    },
    // Nothing is requested unless the order is as this page showed it: neither cancelled, nor expired, nor tried meanwhile;
    // and a link with a limited number of uses has one left.
    alongside: () => [
      ...amendOrder(order, { language }),
      ...(visit.link ? reserveSlot(visit.link.use) : []),
      ...writes,
      ...(wallet?.writes ?? []),
    ],
  }
  try {
    await keepOpen(ctx, visit)
    const intent = await recordPaymentIntent(ctx, requested)
    const known = { order: amended(order, { language }), shopper }
    return { outcome: 'tried', payment: await sendPayment(withKnown(ctx, known), intent) }
  } catch (error) {
    if (error instanceof StaleWrite) return { outcome: 'stale' }
    if (error instanceof Refusal && error.code === 'payment_in_progress') return { outcome: 'stale' }
    const pause = pauseOf(error)
    if (pause) return { outcome: 'paused', ...pause }
    if (error instanceof Refusal && error.code === 'test_card') return { outcome: 'mistyped', errors: notACard }
    throw error
  }
}

/** The card in the token that the shopper's wallet has returned; undefined: they pay by card. Refuses as `openWalletCard`. */
async function readWallet(
  ctx: CheckoutContext,
  { site, order, session }: Visit,
  form: PayForm,
  fields: NonNullable<PayInput['walletFields']>,
) {
  const { walletType, walletData } = form
  const type = siteWallets.find((one) => one === walletType)
  if (!type) return undefined
  const input = { type, token: walletData, ...fields }
  const { card, writes } = await openWalletCard(ctx, { site, input, amount: firstAmount(order) })
  const store = session.options.saveCard === 'implied'
  return { card: { from: 'typed' as const, ...walletCard(card), store }, writes }
}

/** What the shopper says of themselves on this page. */
const readAnswers = (visit: Visit, form: PayForm) =>
  readCustomerFields(form, wantedOfVisit(visit, form), visit.shopper.country)

const notACard: FieldError[] = [{ field: 'cardNumber', problem: 'number_mistyped' }]

type Card = NewPayment['card'] | { errors: FieldError[] }

/** An app of the store asks by itself whether the card is stored; a page of ours asks where the signed order says so. */
function readCard(
  ctx: CheckoutContext,
  visit: Visit,
  { form, isOurPage }: { form: PayForm; isOurPage: boolean },
): Card {
  const { site, session } = visit
  if (isStored(form)) return storedCard(ctx, visit)
  const input = readCardInput(form, todayOf(ctx, site))
  if ('errors' in input) return input
  const { brand, lastFour: _shownFromTheNumber, ...details } = input.card
  const ticked = form.saveCard !== undefined && form.saveCard !== ''
  const asked = session.options.saveCard !== 'not offered' || !isOurPage
  const store = session.options.saveCard === 'implied' || (asked && ticked)
  return { from: 'typed', brand, details, store }
}

/** A shopper who came by a link has not authenticated, so no stored card is theirs to use. */
function storedCard({ clock }: CheckoutContext, { site, shopper, link, card }: Visit): Card {
  const notUsable: FieldError[] = [{ field: 'card', problem: 'card_not_usable' }]
  if (link) return { errors: notUsable }
  try {
    if (card?.wallet) return { errors: notUsable }
    return { from: 'stored', card: requireUsable(clock.now(), { site, shopperId: shopper.id }, card) }
  } catch (error) {
    if (error instanceof Refusal && refusedCards.has(error.code)) return { errors: notUsable }
    throw error
  }
}
const refusedCards: ReadonlySet<string> = new Set(['card_not_found', 'card_expired'])

const kinds = { auth: 'auth', authAndCapture: 'sale', verifyCard: 'verify' } as const satisfies Record<
  Exclude<Order['mode'], 'credit'>,
  NewPayment['kind']
>

/** What the store sent of the browser wins over what the page collected (wire fact 1.2, threeDSecureData). */
function known(facts: Visit['session']['options']['browser']): Partial<BrowserFacts> {
  if (!facts) return {}
  const { acceptHeader, userAgent, language, ip, javaEnabled, timeZoneOffsetMinutes } = facts
  const { screenWidth: width, screenHeight: height, colorDepth, javaScriptEnabled: javaScript } = facts
  const screen = width && height && colorDepth ? { width, height, colorDepth } : undefined
  const all = { acceptHeader, userAgent, language, ip, javaEnabled, timeZoneOffsetMinutes, javaScript, screen }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}
