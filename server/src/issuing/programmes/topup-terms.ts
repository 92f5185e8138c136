import type { Site } from '#core/directory'
import type { Partner } from '#core/partners'
import { isAsset } from '#kernel/base/assets.ts'
import { type Currency, formatMoney, parseMoney } from '#kernel/base/money.ts'
import type { ProgrammesContext } from './context.ts'
import type { SettingsChanges } from './product.ts'
import { refuse } from './refusals.ts'

/** Whose customers top up: approved ones, and those who are being verified again, if the programme says how much. */
export const topupStatuses = ['approved', 'in_progress'] as const
export type TopupStatus = (typeof topupStatuses)[number]

/** Of one topup the smallest and the largest, and of all topups together within 24 hours, 7 days and 30 days. */
export const topupBounds = ['min', 'max', 'day', 'week', 'month'] as const
export type TopupBound = (typeof topupBounds)[number]
export type TopupLimit = { status: TopupStatus; bound: TopupBound; currency: Currency; amount: string }

/** Of each topup of a type: a part of the amount, and a fixed amount. */
export const topupTypes = ['fiat', 'crypto'] as const
export type TopupType = (typeof topupTypes)[number]
export type TopupFee = { type: TopupType; currency: Currency; percent: string; fixed: string }

const isOneOf = <T extends string>(choices: readonly T[], text: string): text is T =>
  (choices as readonly string[]).includes(text)

/** `approved:day:EUR:1000.00` */
export function readTopupLimit(text: string): TopupLimit {
  const [status = '', bound = '', currency = '', digits = ''] = text.split(':')
  const amount = isAsset(currency) ? parseMoney(digits, currency) : undefined
  if (!isOneOf(topupStatuses, status) || !isOneOf(topupBounds, bound) || !amount)
    throw refuse('invalid_topup_limit', { field: 'topupLimits' })
  return { status, bound, currency: amount.currency, amount: formatMoney(amount) }
}

/** `fiat:EUR:1.50:0.25` */
export function readTopupFee(text: string): TopupFee {
  const [type = '', currency = '', percent = '', digits = ''] = text.split(':')
  const fixed = isAsset(currency) ? parseMoney(digits, currency) : undefined
  const [, whole = '', part = ''] = /^(\d{1,2})(?:\.(\d{1,2}))?$/.exec(percent) ?? []
  if (!isOneOf(topupTypes, type) || !fixed || whole === '') throw refuse('invalid_topup_fee', { field: 'topupFees' })
  return { type, currency: fixed.currency, percent: `${whole}.${part.padEnd(2, '0')}`, fixed: formatMoney(fixed) }
}

/** Where the notifications of a site that takes topups go. */
const notificationAddress = ({ publicUrl }: Pick<ProgrammesContext, 'publicUrl'>, { id }: Pick<Site, 'id'>): string =>
  `${publicUrl}/topups/notifications/${id}`

/** What a site must have, so that we learn of everything that happens to a topup's payment. */
export const topupSiteNeeds = (ctx: Pick<ProgrammesContext, 'publicUrl'>, site: Pick<Site, 'id'>) => ({
  notificationUrl: notificationAddress(ctx, site),
  notifyPartialRefunds: true,
  notifyRepresentments: true,
})

/** Refuses a site that cannot take the topups of this partner's customers. */
export async function checkTopupSite(
  ctx: ProgrammesContext,
  partner: Pick<Partner, 'live'>,
  { topupSite: siteId }: SettingsChanges,
): Promise<void> {
  if (siteId === undefined || siteId === null) return
  const field = 'topupSite'
  const site = await ctx.directory.site(siteId)
  if (!site) throw refuse('topup_site_not_found', { field, siteId })
  if (site.live !== partner.live) throw refuse('topup_site_of_other_environment', { field, siteId })
  const needs = topupSiteNeeds(ctx, site)
  const isReady =
    site.notificationUrl === needs.notificationUrl && site.notifyPartialRefunds && site.notifyRepresentments
  if (!isReady) throw refuse('topup_site_not_ready', { field, siteId, address: needs.notificationUrl })
}
