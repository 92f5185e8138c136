import { type Link, linkPath } from '#acquiring/links'
import { firstAmount } from '#acquiring/orders'
import type { CheckoutRequest } from '#acquiring/requests'
import type { Site } from '#core/directory'
import { type Language, readLanguage } from '#core/i18n'
import { type FieldError, languageOf, layoutOf } from '#core/pages'
import { qrCode } from '#kernel/http/qr-code.ts'
import { type Call, type Reply, type Route, seeOther } from '#kernel/http/route.ts'
import type { CheckoutContext } from './context.ts'
import { findOffer, makeVisitName, type Offer, openLink } from './open-link.ts'
import { closedLink, summaryOf, termsOf } from './page-of.ts'
import { pageReply } from './page-reply.ts'
import { readCustomerFields } from './pages/customer-input.ts'
import type { LinkPage } from './pages/view.ts'
import { toOrder } from './plan-visit.ts'
import { sessionToken } from './session-token.ts'
import { todayOf } from './visit.ts'
import { wantedOfLink, wordsOf } from './wanted-fields.ts'

/** The public pages of payment links, under their short addresses. Looking at one changes nothing. */
export function linkPages(ctx: CheckoutContext): Route[] {
  const withOffer = (run: (offer: Offer, call: Call) => Promise<Reply>) => async (call: Call) => {
    const offer = await findOffer(ctx, call.params.hash ?? '')
    return offer ? run(offer, call) : pageReply({ kind: 'notFound' }, layoutFor(ctx, call, undefined), 404)
  }
  return [
    {
      method: 'GET',
      path: '/l/:hash',
      caller: 'public',
      run: withOffer(async (offer, call) => showOffer(ctx, offer, call)),
    },
    {
      method: 'POST',
      path: '/l/:hash',
      caller: 'public',
      limits: ['sessions_opened'],
      run: withOffer((offer, call) => goOn(ctx, offer, call)),
    },
    {
      method: 'GET',
      path: '/l/:hash/qr.svg',
      caller: 'public',
      run: withOffer(async ({ link }) => drawCode(ctx, link)),
    },
  ]
}

type Typed = { form: Readonly<Record<string, unknown>>; errors: readonly FieldError[] }

function showOffer(ctx: CheckoutContext, offer: Offer, call: Call, typed: Typed = { form: {}, errors: [] }): Reply {
  const layout = layoutFor(ctx, call, offer)
  if (offer.state !== 'open') return pageReply(closedLink(offer.state), layout, 410)
  const page = offerPage(ctx, offer, readLanguage(call.query.lang), typed)
  return pageReply(page, layout, typed.errors.length > 0 ? 400 : 200)
}

/** The page of a link on which nothing was begun yet; the link may be one that is not stored. */
export function offerPage(
  ctx: CheckoutContext,
  { link, site, request }: { link: Pick<Link, 'hash' | 'terms'>; site: Site; request: CheckoutRequest },
  language: Language | undefined,
  { form, errors }: Typed = { form: {}, errors: [] },
): LinkPage {
  const order = toOrder(site.id, request)
  return {
    kind: 'link',
    action: `${linkPath(link)}${language ? `?lang=${language}` : ''}`,
    visit: makeVisitName(),
    amount: firstAmount(order),
    order: summaryOf(order, undefined),
    terms: termsOf(order, todayOf(ctx, site), site),
    customerFields: wantedOfLink({ link, site }, form),
    words: wordsOf(site),
    errors,
    url: `${ctx.publicUrl}${linkPath(link)}`,
  }
}

async function goOn(ctx: CheckoutContext, offer: Offer, call: Call): Promise<Reply> {
  const form = formOf(call)
  const read = readCustomerFields(form, wantedOfLink(offer, {}))
  if ('errors' in read) return showOffer(ctx, offer, call, { form, errors: read.errors })
  const language = readLanguage(call.query.lang)
  const visit = typeof form.visit === 'string' ? form.visit : ''
  const session = await openLink(ctx, offer, { visit, facts: read.facts, language })
  if (session === undefined) return showOffer(ctx, offer, call, { form, errors: [] })
  return seeOther(`/checkout/${sessionToken(ctx.keys, session)}${language ? `?lang=${language}` : ''}`)
}

/** For posters and invoices: the address alone, as a drawing of any size. */
const drawCode = ({ publicUrl }: CheckoutContext, link: Offer['link']): Reply => ({
  status: 200,
  headers: {
    'content-type': 'image/svg+xml; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=86400',
  },
  body: String(qrCode(`${publicUrl}${linkPath(link)}`, `${publicUrl}${linkPath(link)}`)),
})

const layoutFor = ({ testMode }: CheckoutContext, call: Call, offer: Offer | undefined) =>
  layoutOf({ language: languageOf(call), testMode, site: offer?.site, address: offer && linkPath(offer.link) })

const formOf = (call: Call): Readonly<Record<string, unknown>> =>
  typeof call.body === 'object' && call.body !== null ? (call.body as Record<string, unknown>) : {}
