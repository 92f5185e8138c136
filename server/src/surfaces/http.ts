import { randomUUIDv7 } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyPluginAsync, type FastifyRequest } from 'fastify'
import qs from 'qs'
import { testCards } from '#connectors/acquirer/sandbox/index.ts'
import type { SiteId } from '#core/directory'
import type { Secret } from '#kernel/base/secret.ts'
import { rememberingWrites } from '#kernel/db/written.ts'
import { turnToParse } from '#kernel/http/large-bodies.ts'
import { replyingWithin } from '#kernel/work/reply-time.ts'
import { sandboxBankPath, sandboxRecords } from '../app/acquirers.ts'
import { addressOf, type HostedSurface } from '../app/addresses.ts'
import type { App } from '../app/compose.ts'
import { isDemoMoved } from '../app/seed.ts'
import { demoApp, demoStore } from '../demo/index.ts'
import { checkoutSurface } from './checkout/checkout.ts'
import { checkEveryMs, headersTimeoutMs, limitConnections, requestTimeoutMs } from './connections.ts'
import { docsSite } from './docs-site/docs-site.ts'
import { healthChecks, type Lifecycle } from './health.ts'
import { inSurface, measureRequests } from './http-metrics.ts'
import { traceRequests } from './http-traces.ts'
import { inlineCheckout, inlinePaths } from './inline-checkout/inline-checkout.ts'
import { issuingApi } from './issuing-api/issuing-api.ts'
import { logFieldsOf } from './log-fields.ts'
import { merchantApi } from './merchant-api/merchant-api.ts'
import { followConversations, replyEarly } from './merchant-api/unframed-body.ts'
import { bodyLimitOf } from './mount.ts'
import { recordRoutes, withAccess } from './mounted-routes.ts'
import { networkApi } from './network/network-api.ts'
import { onOwnAddress } from './own-address.ts'
import { onItsHosts } from './own-hosts.ts'
import { deskRoot } from './sandbox/desk.ts'
import { stagingDesk } from './sandbox/index.ts'
import { sandboxBank } from './sandbox/sandbox-bank.ts'
import { securityContact } from './security-txt.ts'
import { served } from './served.ts'
import { staffApi } from './staff-api/staff-api.ts'
import { webhooksSurface } from './webhooks/webhooks.ts'

/** The demo store's own credentials, as any merchant has them. */
export type DemoMerchant = { siteId: SiteId; privateKey: Secret<string>; app?: DemoPartner | undefined }
/** Those of the bank of the demo app, as any partner has them. */
type DemoPartner = { apiKey: Secret<string>; signingKey: Secret<string>; cardProduct: string }

/**
 * Every surface on one server; those that do not belong to the roles of this process reply where they are served. A
 * caller who knows what will be requested may name the surfaces, and mounts no others.
 */
export async function openHttp(
  app: App,
  demo: DemoMerchant | undefined,
  lifecycle: Lifecycle = { isStopping: false },
  surfaces: readonly HostedSurface[] = everySurface,
): Promise<FastifyInstance> {
  const { config } = app
  const http = Fastify({
    logger: false,
    trustProxy: (address) => config.proxies.includes(address),
    bodyLimit: bodyLimitOf(config, {}),
    requestTimeout: requestTimeoutMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: checkEveryMs },
    // They rise with time, so an index of requests grows at its end.
    genReqId: () => randomUUIDv7(),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    forceCloseConnections: 'idle',
    clientErrorHandler: replyEarly,
  })
  limitConnections(http.server, config.connectionsPerAddress, config.proxies)
  recordRoutes(http)
  // First, and at once: bytes behind a request may be in its packet.
  followConversations(http)
  http.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  http.addContentTypeParser(
    formType,
    { parseAs: 'string' },
    async (_request: FastifyRequest, body: string | Buffer) => {
      await turnToParse(body.length)
      return readForm(body.toString())
    },
  )
  // As the last step before a handler, since reading the body leaves what was begun before it.
  http.addHook('preHandler', (_request, _reply, next) =>
    rememberingWrites(() => replyingWithin(config.replyWithinMs, next)),
  )
  logRequests(app, http)
  traceRequests(http)
  measureRequests(http, app.metrics)
  healthChecks(http, app, lifecycle)
  securityContact(http, app)
  const [api, pages] = [served('api', app), served('pages', app)]
  const hosts = config.surfaceHosts
  const mounting: Record<HostedSurface, () => unknown> = {
    checkout: async () => {
      await http.register(inSurface('checkout', pages(onItsHosts('checkout', hosts)(checkoutSurface(app)))))
      const inline = onItsHosts('checkout', hosts, inlinePaths)(inlineCheckout(app))
      await http.register(inSurface('checkout', pages(inline)))
    },
    api: async () => {
      await http.register(inSurface('api', api(onItsHosts('api', hosts, tokenPaths)(merchantApi(app)))))
      if (config.docs) await http.register(inSurface('docs', api(onItsHosts('api', hosts)(docsSite(app)))))
    },
    issuing: () => http.register(inSurface('issuing', api(onItsHosts('issuing', hosts)(issuingApi(app))))),
    network: () => http.register(inSurface('network', api(onItsHosts('network', hosts)(networkApi(app))))),
    webhooks: () => http.register(inSurface('webhooks', api(onItsHosts('webhooks', hosts)(webhooksSurface(app))))),
    staff: () => http.register(inSurface('staff', api(onItsHosts('staff', hosts)(staffApi(app))))),
    staging: () => config.environment === 'staging' && openStaging(http, app, demo),
  }
  for (const surface of surfaces) await mounting[surface]()
  return http
}

const everySurface: readonly HostedSurface[] = ['checkout', 'api', 'issuing', 'network', 'webhooks', 'staff', 'staging']

/** Shop plugins ask for session tokens at the host of the checkout too (wire fact 10, 8). */
const tokenPaths = ['/auth/session-token', '/auth/jwt-token']

/** The pretend bank belongs to the checkout: the shopper's browser goes there and back. */
async function openStaging(http: FastifyInstance, app: App, demo: DemoMerchant | undefined): Promise<void> {
  const { config, clock, db, log, publicUrl } = app
  const open = (surface: 'checkout' | 'staging', plugin: FastifyPluginAsync, prefix = '') => {
    const own = { publicUrl, hosts: config.surfaceHosts[surface] }
    const guarded = onItsHosts(surface, config.surfaceHosts)(onOwnAddress(own, withAccess(anyone, plugin)))
    return http.register(inSurface('staging', served('pages', app)(guarded)), { prefix })
  }
  const records = sandboxRecords(config, db).map(({ record }) => record)
  await open('checkout', sandboxBank({ records, clock }), sandboxBankPath)
  await open('staging', stagingDesk(app, { hasDemo: demo !== undefined }), deskRoot)
  if (demo) {
    const { app: bank, ...merchant } = demo
    const urls = { checkoutUrl: `${publicUrl}/`, baseUrl: publicUrl }
    const options = { ...merchant, ...urls, clock, testCards, hasApp: bank !== undefined }
    await open('staging', demoStore({ ...options, isMoved: () => isDemoMoved(app, merchant.siteId) }))
    if (bank) await open('staging', demoApp({ ...bank, ...demoAddresses(app), clock, log }))
  }
  const begin = demo ? '/demo' : '/health'
  await open('staging', async (root) => void root.get('/', (_request, reply) => reply.redirect(begin, 302)))
}

/** The app calls the issuing interface as any partner does, by its public name: another process may serve it. */
const demoAddresses = ({ publicUrl, config: { surfaceHosts } }: App) => ({
  apiUrl: `${addressOf(publicUrl, surfaceHosts.issuing)}/v1`,
  baseUrl: addressOf(publicUrl, surfaceHosts.staging),
})

/** What is mounted in staging only needs no login: it is open to everyone who can reach it. */
const anyone = { caller: 'public' } as const

const formType = 'application/x-www-form-urlencoded'

/** Limits of a form: fields beyond them are left out, so that no request can make this process build a huge object. */
const readForm = (text: string): Record<string, unknown> =>
  qs.parse(text, { arrayLimit: 500, depth: 6, parameterLimit: 2_000, plainObjects: false })

/**
 * One line per request: the route and not the address, since addresses of sessions are secrets, with the ids of whose
 * request it was and what it was about.
 */
function logRequests({ log }: App, http: FastifyInstance): void {
  if (!log.isLevelEnabled('info')) return
  http.addHook('onResponse', async (request, reply) => {
    const { method, id: requestId } = request
    const path = request.routeOptions.url ?? 'unknown'
    const tookMs = Math.round(reply.elapsedTime)
    log.info({ requestId, method, path, status: reply.statusCode, tookMs, ...logFieldsOf(request) }, 'answered')
  })
}
