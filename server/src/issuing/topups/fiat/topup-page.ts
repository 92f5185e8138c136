import { type CheckoutRequest, signCheckoutRequest } from '@florin/client'
import { formatMessage, type Language } from '#core/i18n'
import { layoutOf, pageHeaders, renderRedirectPage } from '#core/pages'
import { contactOf } from '#issuing/holders'
import { type Settings, settingsOf } from '#issuing/programmes'
import { formatMoney } from '#kernel/base/money.ts'
import type { PageReply } from '#kernel/http/json-route.ts'
import type { TopupsContext } from '../context.ts'
import { fiatValid } from '../limits.ts'
import type { Topup } from '../topup.ts'
import { topupI18nOf } from './languages/index.ts'

/**
 * The page with the form that takes the customer to the hosted checkout: a signed request of the programme's site, as any
 * store makes one. Its order number is the topup.
 */
export async function topupPage(
  ctx: TopupsContext,
  topup: Topup,
  asked: { language: Language | undefined },
): Promise<PageReply> {
  const site = topup.siteId && (await ctx.directory.site(topup.siteId))
  const [key] = site ? await ctx.directory.siteKeys(site.id) : []
  if (!site || !key) throw new Error(`topup ${topup.id} has no site with a valid key`)
  const [settings, contact] = await Promise.all([
    settingsOf(ctx.db, topup.partnerId),
    contactOf(ctx.db, topup.holderId),
  ])
  const language = asked.language ?? contact.language
  const i18n = topupI18nOf(language)
  const request = requestOf(topup, { siteId: site.id, email: contact.email, settings, text: i18n.messages.title })
  const page = renderRedirectPage(
    {
      icon: 'lock',
      title: i18n.messages.title,
      text: formatMessage(i18n.messages.text, { amount: i18n.money(topup.amount), merchant: site.merchantName }),
      button: i18n.messages.button,
      url: `${ctx.publicUrl}/?lang=${language}`,
      method: 'POST',
      fields: signCheckoutRequest({ privateKey: key.reveal(), request }),
      byItself: settings.topupRedirects,
    },
    layoutOf({ language, testMode: ctx.testMode, site: { ...site, frameAncestors: settings.frameAncestors } }),
  )
  return { headers: pageHeaders(page), body: page.body }
}

type Asked = { siteId: number; email: string | undefined; settings: Settings; text: string }

function requestOf(
  { id, holderId, amount, createdAt }: Topup,
  { siteId, email, settings, text }: Asked,
): CheckoutRequest {
  const backUrl = settings.returnUrl && backUrlOf(settings.returnUrl, id)
  return {
    siteId,
    customer: { identifier: holderId, ...(email !== undefined && { email }) } as NonNullable<
      CheckoutRequest['customer']
    >,
    order: {
      orderId: id,
      type: 'purchase',
      amount: formatMoney(amount),
      currency: amount.currency as NonNullable<CheckoutRequest['order']>['currency'],
      description: text,
      // A page that can still be paid counts in the limits: it ends with its topup.
      expiresAt: createdAt.add(fiatValid).toString(),
    },
    cardTransactionMode: 'authAndCapture',
    ...(backUrl && { backUrl }),
  }
}

/** The partner's return page, which learns of which topup it is; none where that is longer than the checkout takes. */
function backUrlOf(returnUrl: string, topupId: string): string | undefined {
  const url = new URL(returnUrl)
  url.searchParams.set('topupId', topupId)
  return url.href.length <= backUrlMax ? url.href : undefined
}
const backUrlMax = 250
