import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AppContext, forCustomers, problemOf, show, showHome, type Visit } from './context.ts'
import { homePage } from './pages/home-page.ts'
import { replacePage, replaceReasons } from './pages/replace-page.ts'
import { Card, CardSecrets } from './shapes.ts'

/** What holders do with their card. */
export function cardRoutes(fastify: FastifyInstance, ctx: AppContext): void {
  const change = (path: string, done: string) =>
    fastify.post(
      `/demo/app/cards/:id/${path}`,
      forCustomers(ctx, (visit, request) => changeCard(ctx, visit, { path: `/${idOf(request.params)}/${path}`, done })),
    )
  change('freeze', 'frozen')
  change('unfreeze', 'unfrozen')

  fastify.post(
    '/demo/app/cards/:id/reveal',
    forCustomers(ctx, async (visit, request) => {
      let secrets: CardSecrets | undefined
      const problem = await problemOf(async () => {
        secrets = await visit.call.read(CardSecrets, `/cards/${idOf(request.params)}/secrets`)
      })
      return showHome(ctx, visit, { secrets, problem })
    }),
  )

  fastify.get(
    '/demo/app/replace',
    forCustomers(ctx, (visit) =>
      show(ctx, visit, (look, frame) => (look.card ? replacePage(look.card) : homePage({ look }, frame))),
    ),
  )
  fastify.post(
    '/demo/app/cards/:id/replace',
    forCustomers(ctx, (visit, request) => {
      const { reason } = Replacing.parse(request.body ?? {})
      return changeCard(ctx, visit, { path: `/${idOf(request.params)}/reissue/${reason}`, done: 'replaced' })
    }),
  )
}

async function changeCard(ctx: AppContext, visit: Visit, { path, done }: { path: string; done: string }) {
  const problem = await problemOf(() => visit.call.send(Card, 'POST', `/cards${path}`))
  return problem ? showHome(ctx, visit, { problem }) : visit.reply.redirect(`/demo/app?done=${done}`, 303)
}

/** As one part of a path. */
export const idOf = (params: unknown): string => encodeURIComponent(Named.parse(params).id)
const Named = z.object({ id: z.string() })

const reasons = Object.keys(replaceReasons)
const Replacing = z.object({ reason: z.enum(reasons).catch('lost') })
