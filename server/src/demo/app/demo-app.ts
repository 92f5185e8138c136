import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { accountRoutes } from './account-routes.ts'
import { openAppKeys } from './app-keys.ts'
import { cardRoutes } from './card-routes.ts'
import { openChanges } from './changes.ts'
import type { AppContext } from './context.ts'
import { openIssuingClient, RefusedRequest } from './issuing-client.ts'
import type { DemoAppOptions } from './options.ts'
import { sendPage } from './pages/page.ts'
import { troublePage } from './pages/trouble-page.ts'
import { paymentRoutes } from './payment-routes.ts'
import { topupRoutes } from './topup-routes.ts'
import { openVisitors } from './visitors.ts'

/** Forms and webhooks are small; nothing larger is read. */
const bodyLimit = 64 * 1024

/**
 * The app as a Fastify plugin, under `/demo/app`. It needs a parser for form bodies around it. Its webhook address is
 * `/demo/app/webhooks`, and its return address `/demo/app/topped-up`, to be configured for the partner.
 */
export const demoApp =
  ({ apiUrl, apiKey, signingKey, cardProduct, baseUrl, clock, log }: DemoAppOptions): FastifyPluginAsync =>
  async (fastify) => {
    const keys = openAppKeys({ apiKey, signingKey })
    const changes = openChanges()
    const florin = openIssuingClient({ apiUrl, keys })
    const ctx: AppContext = { florin, keys, changes, clock, cardProduct, visitors: openVisitors({ keys, baseUrl }) }
    // What waits for a change would keep the server from stopping.
    fastify.addHook('preClose', async () => changes.close())
    fastify.addHook('onRoute', (route) => {
      route.bodyLimit = bodyLimit
    })
    showTrouble(fastify, { clock, log })
    accountRoutes(fastify, ctx)
    cardRoutes(fastify, ctx)
    topupRoutes(fastify, ctx)
    paymentRoutes(fastify, ctx)
    await fastify.register(webhooks(ctx))
  }

/** What no page expects: Florin does not answer, or has refused what the app takes for granted. */
function showTrouble(fastify: FastifyInstance, { clock, log }: Pick<DemoAppOptions, 'clock' | 'log'>): void {
  fastify.setErrorHandler((error, _request, reply) => {
    const isRefused = error instanceof RefusedRequest
    if (!isRefused) log.error({ err: error }, 'the demo app failed')
    const page = isRefused
      ? troublePage(error.status, error.message)
      : troublePage(502, 'Florin did not answer. Try again.')
    return sendPage(reply, page, { customers: [], look: undefined, now: clock.now() })
  })
}

/** Florin says that something has changed. The body is read as it came, since all of it is signed. */
const webhooks =
  ({ keys, changes }: AppContext): FastifyPluginAsync =>
  async (fastify) => {
    fastify.removeContentTypeParser('application/json')
    fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    fastify.post('/demo/app/webhooks', async ({ body, headers }, reply) => {
      const event = Buffer.isBuffer(body) ? keys.eventOf({ payload: body, headers }) : undefined
      if (!event) return reply.code(401).send()
      // An event that comes twice leads to one more look, and to nothing else.
      changes.announce(event.customerId)
      return reply.code(204).send()
    })
  }
