import { type LinkDraft, requestOfLink } from '#acquiring/links'
import { firstAmount } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import type { Site } from '#core/directory'
import type { Language } from '#core/i18n'
import { nothingTyped } from '#core/pages'
import { type Money, money } from '#kernel/base/money.ts'
import type { CheckoutContext } from './context.ts'
import { offerPage } from './link-routes.ts'
import { closedLink, summaryOf, termsOf } from './page-of.ts'
import type { CheckoutPage, OrderSummary, PayPage } from './pages/view.ts'
import { sessionOptions, toOrder } from './plan-visit.ts'
import { todayOf } from './visit.ts'
import { wantedOfForm, wordsOf } from './wanted-fields.ts'

/** What can be seen of a link before it is stored. */
export const linkPreviews = ['link', 'pay', 'used-up', 'expired'] as const
/** What can be seen of the looks and times of a site before they are stored. */
export const sitePreviews = ['pay', 'declined', 'paid', 'expired'] as const

type Shown<Name> = { page: Name; language: Language }

/** A page of a link that is not stored: exactly what its shopper would see, and nothing begins. */
export function previewOfLink(
  ctx: CheckoutContext,
  { site, draft: { terms } }: { site: Site; draft: LinkDraft },
  { page, language }: Shown<(typeof linkPreviews)[number]>,
): CheckoutPage {
  if (page === 'used-up' || page === 'expired') return closedLink(page)
  const rules = { currencies: site.currencies, timeZone: site.timeZone, now: ctx.clock.now() }
  const request = requestOfLink(terms, { orderId: 'link', identifier: 'guest', facts: {} }, rules)
  // A draft was read by the same rules; what its site does not take any more is closed, as a stored link would be.
  if (!request) return closedLink('inactive')
  if (page === 'link') return offerPage(ctx, { link: { hash: 'preview', terms }, site, request }, language)
  const order = toOrder(site.id, request)
  return payPage(ctx, site, {
    amount: firstAmount(order),
    order: summaryOf(order, undefined),
    terms: termsOf(order, todayOf(ctx, site), site),
    saveCard: saveCardOf(request, language),
  })
}

const saveCardOf = (request: CheckoutRequest, language: Language) => sessionOptions(request, language).saveCard

/** A page of a site whose settings are not stored, with an order that stands for any. */
export function previewOfSite(
  ctx: CheckoutContext,
  site: Site,
  { page }: Shown<(typeof sitePreviews)[number]>,
): CheckoutPage {
  const amount = money(exampleMinor, site.currencies[0]!)
  const order: OrderSummary = { reference: exampleOrder, description: site.name, lines: [], total: amount }
  if (page === 'expired') return { kind: 'expired', orderReference: exampleOrder, back: undefined }
  if (page === 'paid') return receiptOf(ctx, site, { amount, order })
  const customerFields = wantedOfForm(site.payForm?.fields ?? [])
  const shown = { ...payPage(ctx, site, { amount, order, terms: undefined, saveCard: 'offered' }), customerFields }
  const attemptsLeft = site.attemptsMax - 1
  if (page === 'pay' || attemptsLeft > 0)
    return { ...shown, ...(page === 'declined' && { decline: { reason: exampleDecline, attemptsLeft } }) }
  return { kind: 'declined', reason: exampleDecline, orderReference: exampleOrder, back: undefined }
}
const exampleMinor = 45_00n
const exampleOrder = '1042'
const exampleDecline = 'insufficient_funds'

const receiptOf = (
  ctx: CheckoutContext,
  site: Site,
  { amount, order }: { amount: Money; order: OrderSummary },
): CheckoutPage => ({
  kind: 'paid',
  amount,
  order,
  terms: undefined,
  reference: exampleOrder,
  at: ctx.clock.now().toZonedDateTimeISO(site.timeZone),
  card: { brand: 'visa', lastFour: '1111' },
  cardSaved: false,
  descriptor: site.merchantName,
  manage: undefined,
  back: undefined,
})

/** The card form, without a place that it is sent to. */
const payPage = (
  ctx: CheckoutContext,
  site: Site,
  shown: Pick<PayPage, 'amount' | 'order' | 'terms' | 'saveCard'>,
): PayPage => ({
  kind: 'pay',
  action: '',
  cancel: undefined,
  attempt: '',
  mode: 'take',
  ...shown,
  savedCards: [],
  removable: [],
  customerFields: [],
  words: wordsOf(site),
  wallets: undefined,
  decline: undefined,
  errors: [],
  puzzle: { text: '', count: 0, bits: 0 },
  today: todayOf(ctx, site),
  typed: nothingTyped,
})
