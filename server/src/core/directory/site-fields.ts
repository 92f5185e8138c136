import { languages, readLanguage } from '#core/i18n'
import { assets } from '#kernel/base/assets.ts'
import { countryRule, readCountryCode } from '#kernel/base/country.ts'
import type { Currency } from '#kernel/base/money.ts'
import { readTimeZone } from '#kernel/base/time-zone.ts'
import { readWaits, waitsRule } from '#kernel/base/waits.ts'
import type { Site, SiteInput } from './directory.ts'
import { checkEmail } from './email.ts'
import type { SiteId } from './ids.ts'
import { checkInvoicing } from './invoicing.ts'
import { readSiteId } from './key-forms.ts'
import { isLogo, logoLengthMax } from './logo.ts'
import { checkName } from './name.ts'
import { checkPayForm } from './pay-form.ts'
import { refuse } from './refusals.ts'
import { checkWallets } from './site-wallets.ts'
import { checkUrl, readWebAddress } from './web-address.ts'

/** What may be set on a site, checked. */
export type SiteFields = Omit<Site, 'id' | 'merchantId' | 'merchantName' | 'merchantStatus' | 'live'>

/** `currencies` are those that a site may take: all registered assets, unless the installation takes fewer. */
type SiteRules = { live: boolean; currencies?: readonly Currency[] }

/** Checks everything that is set on a site, and fills in the defaults. Refuses the first field that is wrong. */
export function checkSiteFields(input: SiteInput, { live, currencies = assets }: SiteRules): SiteFields {
  return {
    name: checkName(input.name ?? ''),
    active: input.active ?? true,
    currencies: checkCurrencies(input.currencies ?? [], currencies),
    notificationUrl: input.notificationUrl ? checkUrl('notificationUrl', input.notificationUrl, live) : undefined,
    backUrl: input.backUrl ? checkUrl('backUrl', input.backUrl, live) : undefined,
    timeZone: checkTimeZone(input.timeZone ?? 'UTC'),
    cutOff: checkCutOff(input.cutOff ?? '00:00'),
    underAttack: input.underAttack ?? false,
    attemptsMax: checkAttemptsMax(input.attemptsMax ?? 3),
    retrySchedule: checkRetrySchedule(input.retrySchedule ?? 'P1D,P3D,P7D'),
    sessionMinutes: checkLifetime('sessionMinutes', input.sessionMinutes),
    challengeMinutes: checkLifetime('challengeMinutes', input.challengeMinutes),
    authorizationDays: checkLifetime('authorizationDays', input.authorizationDays),
    payoutsAllowed: input.payoutsAllowed ?? false,
    payoutMaxMinor: checkPayoutMax(input.payoutMaxMinor ?? 100_000n),
    acceptsSplitsFrom: checkSplitSites(input.acceptsSplitsFrom ?? []),
    logo: input.logo ? checkLogo(input.logo) : undefined,
    themeColor: input.themeColor ? checkThemeColor(input.themeColor) : undefined,
    wallets: checkWallets(input.wallets ?? []),
    payForm: input.payForm ? checkPayForm(input.payForm) : undefined,
    frameAncestors: checkFrameAncestors(input.frameAncestors ?? [], live),
    receipts: input.receipts ?? true,
    reminders: input.reminders ?? true,
    notifyPartialRefunds: input.notifyPartialRefunds ?? true,
    notifyRepresentments: input.notifyRepresentments ?? false,
    notifyAttempts: input.notifyAttempts ?? false,
    senderName: input.senderName ? checkName(input.senderName, 'senderName') : undefined,
    replyTo: input.replyTo ? checkEmail(input.replyTo, 'replyTo') : undefined,
    language: checkLanguage(input.language ?? 'en'),
    category: checkCategory(input.category ?? miscellaneousShops),
    country: input.country ? checkCountry(input.country) : undefined,
    invoicing: input.invoicing && checkInvoicing(input.invoicing),
  }
}

/** What a site has of which nothing was set; each has a name and currencies of its own. */
export function siteDefaults(): Omit<SiteFields, 'name' | 'currencies'> {
  const { name: _name, currencies: _currencies, ...usual } = checkSiteFields(anySite, { live: false })
  return usual
}
const anySite: SiteInput = { name: 'Any', currencies: ['EUR'] }

/** A name of a merchant, a site or a person, without the spaces around it. */
function checkCurrencies(unchecked: readonly string[], allowed: readonly Currency[]): Site['currencies'] {
  const known = unchecked.filter((code): code is Currency => allowed.some((currency) => currency === code))
  if (known.length === 0 || known.length < unchecked.length)
    throw refuse('invalid_currency', { field: 'currencies', currencies: allowed.join(', ') })
  return [...new Set(known)]
}

function checkTimeZone(unchecked: string): string {
  const timeZone = readTimeZone(unchecked)
  if (timeZone === undefined) throw refuse('invalid_time_zone', { field: 'timeZone' })
  return timeZone
}

function checkCutOff(unchecked: string | Temporal.PlainTime): Temporal.PlainTime {
  if (typeof unchecked !== 'string') return unchecked
  if (!/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(unchecked)) throw refuse('invalid_cut_off', { field: 'cutOff' })
  return Temporal.PlainTime.from(unchecked)
}

function checkAttemptsMax(unchecked: number): number {
  if (!Number.isInteger(unchecked) || unchecked < 1 || unchecked > attemptsMaxMax)
    throw refuse('invalid_attempts_max', { field: 'attemptsMax', max: attemptsMaxMax })
  return unchecked
}
const attemptsMaxMax = 20

/** How long things of a site may live. A bank gives its customers minutes, and card networks end an authorization in a month. */
export const lifetimes = {
  sessionMinutes: { min: 5, max: 1_440, usual: 30 },
  challengeMinutes: { min: 5, max: 60, usual: 15 },
  authorizationDays: { min: 1, max: 30, usual: 7 },
} as const

function checkLifetime(field: keyof typeof lifetimes, unchecked: number | undefined): number {
  const { min, max, usual } = lifetimes[field]
  const value = unchecked ?? usual
  if (!Number.isInteger(value) || value < min || value > max)
    throw refuse('invalid_site_lifetime', { field, name: field, min, max })
  return value
}

function checkRetrySchedule(unchecked: string): string {
  const waits = readWaits(unchecked)
  if (!waits) throw refuse('invalid_retry_schedule', { field: 'retrySchedule', rule: waitsRule })
  return waits.join(',')
}

function checkPayoutMax(unchecked: bigint): bigint {
  if (unchecked < 1n || unchecked > payoutMaxMax)
    throw refuse('invalid_payout_max', { field: 'payoutMaxMinor', max: payoutMaxMax })
  return unchecked
}
const payoutMaxMax = 100_000_000_00n

function checkSplitSites(unchecked: readonly SiteId[]): readonly SiteId[] {
  const ids = [...new Set(unchecked)].toSorted((one, other) => one - other)
  if (ids.some((id) => readSiteId(id) === undefined) || ids.length > splitSitesMax)
    throw refuse('invalid_split_sites', { field: 'acceptsSplitsFrom', max: splitSitesMax })
  return ids
}
const splitSitesMax = 1_000

function checkLogo(unchecked: string): string {
  if (!isLogo(unchecked)) throw refuse('invalid_logo', { field: 'logo', lengthMax: logoLengthMax })
  return unchecked
}

function checkThemeColor(unchecked: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(unchecked)) throw refuse('invalid_theme_color', { field: 'themeColor' })
  return unchecked.toLowerCase()
}

function checkFrameAncestors(unchecked: readonly string[], live: boolean): readonly string[] {
  const origins = unchecked.map((text) => {
    const url = readWebAddress(text)
    if (!url || url.href !== `${url.origin}/`)
      throw refuse('invalid_frame_ancestors', { field: 'frameAncestors', max: frameAncestorsMax })
    if (live && (url.protocol !== 'https:' || isOwnMachine(url.hostname)))
      throw refuse('url_not_secure', { field: 'frameAncestors' })
    if (!/^[a-z0-9.:[\]_-]+$/.test(url.host))
      throw refuse('invalid_frame_ancestors', { field: 'frameAncestors', max: frameAncestorsMax })
    return url.origin
  })
  if (origins.length > frameAncestorsMax)
    throw refuse('invalid_frame_ancestors', { field: 'frameAncestors', max: frameAncestorsMax })
  return [...new Set(origins)]
}
const frameAncestorsMax = 20

/** Where a developer tries a page: whatever runs on a shopper's machine has the same name. */
const isOwnMachine = (host: string): boolean => /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

function checkCategory(unchecked: string): string {
  if (!/^\d{4}$/.test(unchecked)) throw refuse('invalid_category', { field: 'category' })
  return unchecked
}
const miscellaneousShops = '5999'

function checkCountry(unchecked: string): string {
  const code = readCountryCode(unchecked)
  if (!code) throw refuse('invalid_country', { field: 'country', rule: countryRule })
  return code
}

function checkLanguage(unchecked: string): string {
  const language = readLanguage(unchecked)
  if (!language) throw refuse('invalid_language', { field: 'language', languages: languages.join(', ') })
  return language
}
