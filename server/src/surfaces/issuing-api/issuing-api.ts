import type { FastifyPluginAsync } from 'fastify'
import { partnerOwner } from '#core/partners'
import type { Callers, IssuingCaller, IssuingRoute } from '#issuing/api'
import { holderOwner } from '#issuing/holders'
import { writeJson } from '#kernel/base/json.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { App } from '../../app/compose.ts'
import { mountBareJson, openToAll } from '../bare-json/bare-json.ts'
import type { Sender } from '../kept-requests.ts'
import { recognize } from './caller.ts'
import { document, issuingRoot } from './document.ts'
import { issuingRoutes } from './routes.ts'

/** The issuing interface ({issuing_base_url}): called by partners with keys and by their customers with tokens. */
export const issuingApi =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    mountBareJson<Callers>(http, app, {
      root: issuingRoot,
      routes: issuingRoutes(app),
      recognize: (route, request) => recognize[route.caller](app, request),
      ownerOf,
      // Customers are not named in the log; their partner is.
      loggedAs: (caller) => ('partnerId' in caller ? partnerOwner(caller.partnerId) : undefined),
      keptAs,
      document,
      // Bodies are read leniently: clients send fields of other versions.
      knownOnly: { body: false, queryMayHave: ({ operationId }) => (/^list/.test(operationId) ? pageNames : []) },
    })
    http.get('/.well-known/card-keys.json', { config: openToAll }, async (_request, reply) =>
      reply.headers(keySet).send(writeJson({ keys: await app.issuerVault.publicKeys() })),
    )
    http.get('/.well-known/jwks.json', { config: openToAll }, async (_request, reply) =>
      reply.headers(keySet).send(writeJson({ keys: await app.tokens.publicKeys() })),
    )
  }
/** Clients ask every list for a page, also one that has no pages (wire fact 6.4). */
const pageNames = ['page', 'size']
const keySet = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }

/**
 * Requests of partners and of their customers are those of the partner. How people log in is nobody's to read, and what
 * reveals data of a card is kept without its body and its reply.
 */
function keptAs(caller: Callers[IssuingCaller], route: IssuingRoute): Sender | undefined {
  if (route.caller !== 'partner' && route.caller !== 'holder') return undefined
  if (!('partnerId' in caller) || route.path.startsWith('/auth/')) return undefined
  const isSecret = route.repeated === 'secret' || /\/(?:secrets|pin|data-page|provisioning)\b/.test(route.path)
  if ('keyId' in caller) return { partnerId: caller.partnerId, sentBy: 'key', keyId: caller.keyId, isSecret }
  return { partnerId: caller.partnerId, sentBy: 'customer', isSecret }
}

/** Whose idempotency keys these are. */
function ownerOf(caller: Callers[IssuingCaller]): Owner {
  if ('holderId' in caller) return holderOwner(caller.holderId)
  if ('partnerId' in caller) return partnerOwner(caller.partnerId)
  throw new Error('a route whose caller is known by a token alone takes no Idempotency-Key')
}
