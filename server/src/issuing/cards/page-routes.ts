import { readLanguage } from '#core/i18n'
import { languageOf, layoutOf, pageHeaders } from '#core/pages'
import type { Partners } from '#core/partners'
import { settingsOf } from '#issuing/programmes'
import { Refusal } from '#kernel/base/refusal.ts'
import type { Call, Reply, Route } from '#kernel/http/route.ts'
import { byHolder, expiryOf } from './card.ts'
import type { CardsContext } from './context.ts'
import { type CardVisit, findCardVisit } from './page-token.ts'
import { type CardDataPage, renderCardDataPage } from './pages/card-data-page.ts'
import { readSecrets } from './read-secrets.ts'

export type CardPagesContext = CardsContext & { partners: Partners; testMode: boolean }

/** The page with card data, for a frame of the partner's app: the partner's own servers never see what it shows. */
export const cardPageRoutes = (ctx: CardPagesContext): Route[] => [
  {
    method: 'GET',
    path: '/card-data/:token',
    caller: 'session',
    run: async (call) => {
      const visit = await findCardVisit(ctx, call.params.token ?? '')
      if (!visit || visit.isOver) return over(ctx, visit, call)
      return reply(ctx, visit, call, { kind: 'ask', lastFour: visit.card.lastFour, action: cardPagePath(call) })
    },
  },
  {
    method: 'POST',
    path: '/card-data/:token',
    caller: 'session',
    run: async (call) => {
      const visit = await findCardVisit(ctx, call.params.token ?? '')
      if (!visit || visit.isOver) return over(ctx, visit, call)
      const { id: cardId, holderId } = visit.card
      const by = byHolder(holderId, call.ip)
      const input = { holderId, cardId, by, once: () => [visit.use()], how: 'page' }
      try {
        const { card, secrets } = await readSecrets(ctx, input)
        return reply(ctx, visit, call, { kind: 'shown', secrets, ...expiryOf(card) })
      } catch (error) {
        // It was used, or the card was closed, in this very moment.
        if (!(error instanceof Refusal) || error.kind === 'limit') throw error
        return over(ctx, visit, call)
      }
    },
  },
]

const cardPagePath = ({ params, query }: Call): string =>
  `/card-data/${params.token}${readLanguage(query.lang) ? `?lang=${readLanguage(query.lang)}` : ''}`

const over = async (ctx: CardPagesContext, visit: CardVisit | undefined, call: Call): Promise<Reply> => ({
  ...(await reply(ctx, visit, call, { kind: 'over' })),
  status: visit ? 410 : 404,
})

async function reply(
  { db, partners, testMode }: CardPagesContext,
  visit: CardVisit | undefined,
  call: Call,
  page: CardDataPage,
): Promise<Reply> {
  const partnerId = visit?.card.partnerId
  const partner = partnerId && (await partners.partner(partnerId))
  const frameAncestors = partnerId ? (await settingsOf(db, partnerId)).frameAncestors : []
  const site = partner && { merchantName: partner.name, logo: undefined, themeColor: undefined, frameAncestors }
  const language = languageOf(call, readLanguage(visit?.language))
  const rendered = renderCardDataPage(page, layoutOf({ language, testMode, site: site || undefined }))
  return { status: 200, headers: pageHeaders(rendered), body: rendered.body }
}
