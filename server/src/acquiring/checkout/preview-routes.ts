import { z } from 'zod'
import { changedLink, draftOf, type LinkId, linkInScope } from '#acquiring/links'
import { type StaffRoute, siteIdField, siteInScope, staffPage, staffRoute } from '#core/access'
import { type Site, siteAfter } from '#core/directory'
import { chooseLanguage, type Language, languages } from '#core/i18n'
import { layoutOf, pageHeaders, previewFrame, schemes, themeColorFor } from '#core/pages'
import { clearable, id, jsonObject, oneOf, optional, text, wholeNumber } from '#kernel/http/field.ts'
import type { CheckoutContext } from './context.ts'
import { renderPage } from './pages/render-page.ts'
import type { CheckoutPage } from './pages/view.ts'
import { linkPreviews, previewOfLink, previewOfSite, sitePreviews } from './preview.ts'

const about = { group: 'Previews', caller: 'staff' } as const
const seen = { language: optional(oneOf(languages)) }

const previewShape = z.strictObject({
  html: z.string().meta({ description: 'The page without styles and scripts, for the frame of previews.' }),
  accent: z
    .strictObject({
      fill: z.string(),
      text: z.string().meta({ description: 'Of the words on it, so that they can be read.' }),
      contrastWithWhite: z.number(),
    })
    .meta({ description: 'The colour of what is pressed, #rrggbb.' }),
})

/** Hosted pages as they would be, of what is not stored. Nothing is stored by looking at them. */
export const previewRoutes = (ctx: CheckoutContext): StaffRoute[] => [
  staffPage({
    group: 'Previews',
    caller: 'staffToken',
    method: 'GET',
    path: '/preview-frame',
    operationId: 'getPreviewFrame',
    summary: 'An empty page with the styles of hosted pages, to show a preview in',
    query: z.object({ scheme: optional(oneOf(schemes)) }),
    run: async ({ query: { scheme = 'light' } }) => {
      const frame = previewFrame(scheme)
      return { headers: pageHeaders(frame), body: frame.body }
    },
  }),
  linkPreviewRoute(ctx),
  staffRoute({
    ...about,
    method: 'POST',
    path: '/sites/:siteId/preview',
    operationId: 'previewSite',
    summary: 'A payment page of a site as it would be with these settings',
    about: 'Nothing is stored. The order on it is an example.',
    permission: 'sites:read',
    // As the settings: a logo and the rest.
    bodyBytesMax: 150_000,
    params: z.object({ siteId: z.string() }),
    body: z.object({
      ...seen,
      page: optional(oneOf(sitePreviews)),
      logo: clearable(text({ max: 100_000, what: 'a `data:` URL of a PNG, JPEG, WebP or SVG image' })),
      themeColor: clearable(text({ max: 7, what: 'a colour, #rrggbb' })),
      attemptsMax: optional(wholeNumber({ min: 1, max: 20 })),
      payForm: clearable(jsonObject('the pay form, as settings have it')),
    }),
    reply: previewShape,
    run: async ({ caller, params, body: { page = 'pay', language, ...changes } }) => {
      const site = siteAfter(await siteInScope(ctx.directory, caller, params.siteId), changes)
      const shown = { page, language: language ?? chooseLanguage(site.language, undefined) }
      return rendered(ctx, site, shown.language, previewOfSite(ctx, site, shown))
    },
  }),
]

const linkPreviewRoute = (ctx: CheckoutContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/links/preview',
    operationId: 'previewLink',
    summary: 'The page of a payment link as it would be, before it is made or changed',
    about:
      'What would be refused when it is stored is refused here, by the same fields. With `linkId`, what is left out stays as it is at that link.',
    permission: 'links:read',
    bodyBytesMax: 524_288,
    body: changedLink.omit({ siteId: true, active: true }).extend({
      ...seen,
      siteId: optional(siteIdField),
      linkId: optional(id<LinkId>('the id of a payment link')),
      page: optional(oneOf(linkPreviews)),
    }),
    reply: previewShape,
    run: async ({ caller, body: { siteId, linkId, page = 'link', language: chosen, ...parameters } }) => {
      const before = linkId === undefined ? undefined : await linkInScope(ctx, caller, linkId)
      const site = await siteInScope(ctx.directory, caller, before ? String(before.siteId) : siteId)
      const usual = before ? {} : { contentType: 'Description' as const, orderType: 'purchase' as const }
      const draft = draftOf({ site, now: ctx.clock.now(), before }, { ...usual, ...parameters })
      const language = chosen ?? chooseLanguage(site.language, undefined)
      return rendered(ctx, site, language, previewOfLink(ctx, { site, draft }, { page, language }))
    },
  })

async function rendered({ testMode, routing }: CheckoutContext, site: Site, language: Language, page: CheckoutPage) {
  const [currency] = site.currencies
  const testCard = currency && (await routing.testCardFor({ siteId: site.id, currency }))
  const layout = layoutOf({ language, testMode, testCard, site, embeddable: false, isPreview: true })
  const { fill, text, contrastWithWhite } = themeColorFor(site.themeColor)
  return {
    html: renderPage(page, layout).body,
    accent: { fill, text, contrastWithWhite: Math.floor(contrastWithWhite * 10) / 10 },
  }
}
