import { z } from 'zod'
import { merchantStates, payFormFieldNames, publicKey, type Site, siteDefaults, siteWallets } from '#core/directory'
import { languages } from '#core/i18n'
import { assets } from '#kernel/base/assets.ts'
import { formatMoney, money } from '#kernel/base/money.ts'

const inLanguages = (description: string) =>
  z.partialRecord(z.enum(languages), z.string()).meta({ description: `${description}; plain text by language.` })

/** What the hosted pages of a site ask of shoppers beside the card, and the site's own words on them. */
export const payFormShape = z.strictObject({
  fields: z.array(
    z.strictObject({
      name: z.enum(payFormFieldNames),
      required: z.boolean(),
      label: inLanguages('In place of the usual name of the field'),
      help: inLanguages('Below the field'),
    }),
  ),
  title: inLanguages('Above the form'),
  note: inLanguages('Beside the button that pays'),
  termsUrl: z.url().optional(),
  returnsUrl: z.url().optional(),
})

/** What is set on a site, but for how it makes invoices, which are settings of their own. */
export const siteShape = z.strictObject({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  merchantStatus: z.enum(merchantStates.statuses).meta({ description: 'A closed merchant takes no payments.' }),
  name: z.string(),
  live: z.boolean(),
  publicKey: z.string(),
  active: z.boolean(),
  currencies: z.array(z.enum(assets)),
  notificationUrl: z.string().optional(),
  backUrl: z.string().optional(),
  timeZone: z.string(),
  cutOff: z.string().meta({ description: 'Of the daily settlement, in the time zone of the site.' }),
  underAttack: z.boolean(),
  attemptsMax: z.int(),
  retrySchedule: z.string(),
  sessionMinutes: z.int(),
  challengeMinutes: z.int(),
  authorizationDays: z.int(),
  payoutsAllowed: z.boolean(),
  payoutMax: z.string().meta({ description: 'The most of one payout to a card, in its currency.' }),
  acceptsSplitsFrom: z.array(z.string()),
  logo: z.string().optional().meta({ description: 'A `data:` URL of an image.' }),
  themeColor: z.string().optional(),
  payForm: payFormShape
    .optional()
    .meta({ description: 'What its payment page asks of shoppers and says to them; absent: what it does without.' }),
  frameAncestors: z.array(z.string()),
  receipts: z.boolean(),
  reminders: z.boolean(),
  notifyPartialRefunds: z.boolean(),
  notifyRepresentments: z.boolean(),
  notifyAttempts: z.boolean(),
  wallets: z.array(z.enum(siteWallets)),
  senderName: z.string().optional(),
  replyTo: z.string().optional(),
  language: z.enum(languages),
  category: z.string(),
  country: z.string().optional(),
})
type SiteRecord = z.output<typeof siteShape>

export function siteRecord(site: Site): SiteRecord {
  const { invoicing: _, payoutMaxMinor, ...facts } = site
  const record = {
    ...facts,
    id: String(site.id),
    merchantId: String(site.merchantId),
    publicKey: publicKey(site),
    currencies: [...site.currencies],
    cutOff: site.cutOff.toString({ smallestUnit: 'minute' }),
    // Merchants take currencies of two decimals.
    payoutMax: formatMoney(money(payoutMaxMinor, 'EUR')),
    acceptsSplitsFrom: site.acceptsSplitsFrom.map(String),
    frameAncestors: [...site.frameAncestors],
    wallets: [...site.wallets],
  }
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as SiteRecord
}

/** What a setting is of a site on which nothing was set; those that are absent are none by default. */
export const siteDefaultsShape = siteShape.pick({
  timeZone: true,
  cutOff: true,
  attemptsMax: true,
  retrySchedule: true,
  sessionMinutes: true,
  challengeMinutes: true,
  authorizationDays: true,
  frameAncestors: true,
  receipts: true,
  reminders: true,
  notifyPartialRefunds: true,
  notifyRepresentments: true,
  notifyAttempts: true,
  wallets: true,
  language: true,
})

export function siteDefaultsRecord(): z.output<typeof siteDefaultsShape> {
  const defaults = siteDefaults()
  return siteDefaultsShape.strip().parse({
    ...defaults,
    cutOff: defaults.cutOff.toString({ smallestUnit: 'minute' }),
  })
}
