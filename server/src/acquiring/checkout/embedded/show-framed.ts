import { languageOf, layoutOf } from '#core/pages'
import { writeJson } from '#kernel/base/json.ts'
import type { Call, Reply } from '#kernel/http/route.ts'
import { addressesOf, type Placed } from '../addresses.ts'
import { embeddedI18nOf } from '../languages/index.ts'
import { pageReply } from '../page-reply.ts'
import type { CheckoutPage } from '../pages/view.ts'
import type { Visit } from '../visit.ts'
import { paymentFacts } from './payment-facts.ts'

type Framed = { visit: Visit; call: Call; page: CheckoutPage; status: number }

/** A page of a session in a frame on a page of the store, which the origins that the site names can show, and no others. */
export async function showFramed(ctx: Placed, { visit, call, page, status }: Framed): Promise<Reply> {
  const { page: address, alone } = addressesOf(ctx, visit, call)
  const shown = inFrame(page, { after: address, alone })
  const language = languageOf(call, visit.session.options.language)
  const error = errorIn(page)
  const { messages } = embeddedI18nOf(language)
  const layout = layoutOf({
    language,
    testMode: ctx.testMode,
    testCard: await ctx.routing.testCardFor({ siteId: visit.site.id, currency: visit.order.amount.currency }),
    site: visit.site,
    address: `/embedded/${visit.token}`,
    frame: {
      page: shown.kind,
      alone,
      label: messages.frameTitle,
      offline: messages.offline,
      payment: isOver(page) ? writeJson(await paymentFacts(ctx, visit)) : undefined,
      error: error && writeJson(error),
    },
  })
  return pageReply(shown, layout, status)
}

/** A page in the bank's frame within the frame: of no interest to the store's page. */
export async function showInBank(ctx: Placed, { visit, call, page, status }: Framed): Promise<Reply> {
  const language = languageOf(call, visit.session.options.language)
  const { site } = visit
  const frameAncestors = ["'self'", ...site.frameAncestors]
  const isLast = page.kind === 'returned'
  const frame = { page: page.kind, alone: addressesOf(ctx, visit, call).alone, label: '', offline: '' }
  const layout = layoutOf({
    language,
    testMode: ctx.testMode,
    site: { ...site, frameAncestors },
    ...(isLast && { frame }),
  })
  return pageReply(page, layout, status)
}

/** What a page is in a frame: it leads nowhere, and the bank's page is within it. */
function inFrame(page: CheckoutPage, { after, alone }: { after: string; alone: string }): CheckoutPage {
  switch (page.kind) {
    case 'challenge':
      return page.unframed ? { kind: 'leave', alone } : { ...page, kind: 'bank', after, alone }
    case 'paid':
    case 'authorized':
    case 'verified':
    case 'declined':
    case 'expired':
    case 'cancelled':
    case 'already-paid':
    case 'unavailable':
      return { ...page, back: undefined }
    default:
      return page
  }
}

/** The payment is over, and the store's page receives its result. */
const isOver = ({ kind }: CheckoutPage): boolean => ['paid', 'authorized', 'verified', 'declined'].includes(kind)

/** What the store's page receives that is no payment. */
type FrameError = { code: string; message: string; field?: string | undefined; reason?: string; attemptsLeft?: number }

function errorIn(page: CheckoutPage): FrameError | undefined {
  switch (page.kind) {
    case 'pay':
      return page.decline && { code: 'payment_declined', message: 'The card was declined.', ...page.decline }
    case 'refused':
      return { code: page.code, message: page.message, field: page.field }
    case 'limited':
      return { code: 'too_many_attempts', message: `Too many attempts. Wait ${page.seconds} seconds.` }
    case 'expired':
      return { code: 'order_expired', message: 'The time for this order is over. Open a new one.' }
    case 'cancelled':
      return { code: 'order_cancelled', message: 'This order was cancelled. Open a new one.' }
    case 'already-paid':
      return { code: 'order_closed', message: 'Nothing can be paid by this order any more. Open a new one.' }
    default:
      return undefined
  }
}
