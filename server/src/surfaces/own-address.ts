import { isIP } from 'node:net'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { hostOf } from './own-hosts.ts'

/**
 * A surface without a login, for callers that name this installation: by its public address, a host name of
 * the surface, localhost or an IP address. Any other name was pointed at this machine by somebody else, whose page in a browser could otherwise read and
 * use the surface as if it were its own (DNS rebinding). The page of a stranger cannot choose another name.
 */
export const onOwnAddress =
  (
    { publicUrl, hosts }: { publicUrl: string; hosts: readonly string[] },
    surface: FastifyPluginAsync,
  ): FastifyPluginAsync =>
  async (http, options) => {
    const own = new Set([new URL(publicUrl).hostname, ...hosts])
    http.addHook('onRequest', async (request, reply) => {
      if (!isOwn(hostOf(request), own)) return refuse(request, reply, publicUrl)
    })
    await surface(http, options)
  }

const isOwn = (named: string | undefined, own: ReadonlySet<string>): boolean =>
  named !== undefined &&
  (own.has(named) || named === 'localhost' || named.endsWith('.localhost') || isIP(named.replace(/^\[|\]$/g, '')) > 0)

function refuse(request: FastifyRequest, reply: FastifyReply, publicUrl: string): FastifyReply {
  const name = (request.headers.host ?? '').slice(0, 200)
  return reply
    .status(421)
    .type('text/plain; charset=utf-8')
    .send(`This is not ${name}. Open ${publicUrl}, or name the address that browsers use with FLORIN_PUBLIC_URL.\n`)
}
