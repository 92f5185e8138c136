import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyPluginAsync } from 'fastify'
import type { App } from '../../app/compose.ts'
import { type BareJson, mountBareJson } from '../bare-json/bare-json.ts'
import { type Asking, bearerOf } from '../bare-json/headers.ts'
import { countCall } from '../rate-limits.ts'
import { refuse } from './refusals.ts'
import type { NetworkCallers } from './route.ts'
import { networkRoutes } from './routes.ts'

/** Where card networks send their messages as JSON. */
export const networkApi =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    const digests = [...app.networkConnections].map(([connection, key]) => ({
      connection,
      digest: digestOf(key.reveal()),
    }))
    mountBareJson<NetworkCallers>(http, app, {
      root: '/network/v1',
      routes: networkRoutes(app),
      recognize: (_route, request) => recognize(app, digests, request),
      ownerOf: () => {
        throw new Error('messages of networks have keys of their own')
      },
      document,
    })
  }

async function recognize(
  { limiter }: App,
  connections: readonly { connection: string; digest: Buffer }[],
  request: Asking,
): Promise<NetworkCallers['network']> {
  const sent = digestOf(bearerOf(request, 'the key of the connection'))
  for (const { connection, digest } of connections) if (timingSafeEqual(digest, sent)) return { connection }
  await countCall(limiter, 'wrong_api_keys', { ip: request.ip, params: {} })
  throw refuse('invalid_network_key')
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const document: BareJson<NetworkCallers>['document'] = {
  title: 'Florin card network interface',
  description:
    'What card networks say about issued cards. Each message has a key; the same message again is answered as before, and another message with its key with 94. Codes are those of ISO 8583, field 39.',
  securitySchemes: { ConnectionKey: { type: 'http', scheme: 'bearer' } },
  schemeOf: { network: 'ConnectionKey' },
}
