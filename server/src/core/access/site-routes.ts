import { z } from 'zod'
import { type Directory, readSiteId, type Site, type SiteId, type SiteInput } from '#core/directory'
import {
  amount,
  amountIn,
  clearable,
  jsonObject,
  listOf,
  optional,
  text,
  trueOrFalse,
  wholeNumber,
} from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { siteInScope, sitesInScope } from './in-scope.ts'
import { refuse } from './refusals.ts'
import { refuseWhatChanged, seenField } from './seen.ts'
import { siteDefaultsRecord, siteDefaultsShape, siteRecord, siteShape } from './site-shapes.ts'
import type { StaffCaller } from './staff.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from './staff-route.ts'

const words = (max: number, what: string) => text({ max, what })

/** What a merchant decides about its own site. The directory checks each, and names what is wrong. */
const own = {
  name: optional(words(100, 'the name of the site')),
  notificationUrl: clearable(words(2_048, 'a web address for payment notifications')),
  backUrl: clearable(words(2_048, 'a web address for returning browsers')),
  attemptsMax: optional(wholeNumber({ min: 1, max: 20 })),
  retrySchedule: optional(words(200, 'waits such as P1D,P3D,P7D')),
  sessionMinutes: optional(wholeNumber({ min: 5, max: 1_440 })).meta({
    description: 'A payment page on which nobody does anything ends after so long.',
  }),
  authorizationDays: optional(wholeNumber({ min: 1, max: 30 })).meta({
    description:
      'An authorization that is not captured is voided after so long; those that are made already keep their time.',
  }),
  logo: clearable(words(100_000, 'a `data:` URL of a PNG, JPEG, WebP or SVG image')),
  themeColor: clearable(words(7, 'a colour, #rrggbb; the text on it is black or white, whichever is read better')),
  payForm: clearable(jsonObject('the pay form, as it is read')).meta({
    description: 'What the payment page asks of shoppers and says to them: a whole form, as it is read.',
  }),
  frameAncestors: optional(listOf(words(300, 'an origin, such as https://shop.example'), { max: 20 })),
  receipts: optional(trueOrFalse()),
  reminders: optional(trueOrFalse()),
  notifyPartialRefunds: optional(trueOrFalse()),
  notifyRepresentments: optional(trueOrFalse()),
  notifyAttempts: optional(trueOrFalse()),
  wallets: optional(listOf(words(20, 'applePay or googlePay'), { max: 2 })),
  senderName: clearable(words(100, 'the name shown as the sender of emails')),
  replyTo: clearable(words(254, 'the address for replies to emails')),
  language: optional(words(2, 'the code of a language, such as ro')),
}

/** What the operator decides: money, and what a merchant could hide behind. */
const ofOperator = {
  active: optional(trueOrFalse()),
  currencies: optional(listOf(words(3, 'a currency, such as EUR'), { max: 20 })),
  timeZone: optional(words(64, 'a time zone, such as Europe/Bucharest')),
  cutOff: optional(words(5, 'a time of day, such as 03:30')),
  underAttack: optional(trueOrFalse()),
  challengeMinutes: optional(wholeNumber({ min: 5, max: 60 })).meta({
    description: 'So long a shopper may take at the bank.',
  }),
  payoutsAllowed: optional(trueOrFalse()),
  payoutMax: optional(amount('the most of one payout')),
  acceptsSplitsFrom: optional(listOf(words(10, 'the id of a site'), { max: 1_000 })),
  category: optional(words(4, 'a merchant category code, such as 5462')),
  country: clearable(words(2, 'a country in two letters, such as RO')),
}

const about = { group: 'Sites', caller: 'staff' } as const
const siteParams = z.object({ siteId: z.string() })
const settingsBody = z.object({
  ...own,
  ...ofOperator,
  ...seenField,
  ...reasonField,
})

/** What `florin site` shows and changes, for programs. */
export const siteRoutes = ({ directory }: { directory: Directory }): StaffRoute[] => [
  staffList({
    ...about,
    method: 'GET',
    path: '/sites',
    operationId: 'listSites',
    summary: 'The sites of the caller’s merchant, or all, with their settings',
    permission: 'sites:read',
    query: z.object(pageQuery),
    reply: siteShape,
    run: async ({ caller, query }) => {
      const page = pageOf(await sitesInScope(directory, caller), query)
      const sites = await Promise.all(page.data.map((id) => directory.site(id)))
      return { ...page, data: sites.filter((site): site is Site => site !== undefined).map(siteRecord) }
    },
  }),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/sites/:siteId/settings',
    operationId: 'getSiteSettings',
    summary: 'Everything that is set on a site',
    permission: 'sites:read',
    params: siteParams,
    reply: siteShape,
    run: async ({ caller, params: { siteId } }) => siteRecord(await siteInScope(directory, caller, siteId)),
  }),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/site-defaults',
    operationId: 'getSiteDefaults',
    summary: 'What the settings of a site are while nobody sets them',
    about: 'What is absent is none by default. Send a value to `PATCH /sites/{siteId}/settings` to go back to it.',
    permission: 'sites:read',
    reply: siteDefaultsShape,
    run: async () => siteDefaultsRecord(),
  }),
  staffRoute({
    ...about,
    method: 'PATCH',
    path: '/sites/:siteId/settings',
    operationId: 'changeSiteSettings',
    summary: 'Change the given settings of a site, leave the rest',
    about: `Only staff of the operator change ${Object.keys(ofOperator).join(', ')}.`,
    permission: 'sites:change',
    params: siteParams,
    // A logo and the rest.
    bodyBytesMax: 150_000,
    body: settingsBody,
    reply: siteShape,
    run: async ({ caller, params, ip, body }) => {
      const { id: siteId } = await siteInScope(directory, caller, params.siteId)
      refuseWhatIsTheOperators(caller, body)
      const changes = inputOf(body)
      const expect = (site: Site) => refuseWhatChanged(siteRecord(site), body.seen)
      return siteRecord(await directory.changeSite({ by: authorOf({ caller, ip, body }), siteId, changes, expect }))
    },
  }),
]

function refuseWhatIsTheOperators({ staff }: StaffCaller, body: object): void {
  if (staff.scope.kind === 'platform') return
  const field = Object.entries(body).find(([name, value]) => name in ofOperator && value !== undefined)?.[0]
  if (field !== undefined) throw refuse('setting_of_operator', { field })
}

function inputOf({
  reason: _,
  seen: _seen,
  payoutMax,
  acceptsSplitsFrom,
  ...rest
}: z.output<typeof settingsBody>): SiteInput {
  return {
    ...rest,
    payoutMaxMinor: payoutMax && amountIn(payoutMax, 'EUR').minor,
    acceptsSplitsFrom: acceptsSplitsFrom?.map((one) => readSiteId(one) ?? (0 as SiteId)),
  }
}
