import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { HostedSurface, SurfaceHosts } from '../app/addresses.ts'

/**
 * A surface on its own host names (product decision, one port for all): a name that was given to other surfaces does not
 * serve this one, so a page at the address of the checkout cannot use the API or the staging desk. A name that was given
 * to none serves all. `alsoAt` are paths that clients ask for at the other names too.
 */
export const onItsHosts =
  (name: HostedSurface, hosts: SurfaceHosts, alsoAt: readonly string[] = []) =>
  (surface: FastifyPluginAsync): FastifyPluginAsync =>
  async (http, options) => {
    const others = new Set(Object.values(hosts).flat())
    for (const own of hosts[name]) others.delete(own)
    if (others.size > 0)
      http.addHook('onRequest', async (request, reply) => {
        const named = hostOf(request)
        const isOpen = request.is404 || alsoAt.includes(request.routeOptions.url ?? '')
        if (named !== undefined && others.has(named) && !isOpen) return refuse(reply, named, hosts[name])
      })
    await surface(http, options)
  }

/** The host name of a request, in small letters and without its port; undefined when there is none to be read. */
export const hostOf = ({ headers }: FastifyRequest): string | undefined =>
  URL.parse(`http://${headers.host ?? ''}`)?.hostname

/** 421 (RFC 9110, 15.5.20): the request may be sent again to a host that serves it. */
const refuse = (reply: FastifyReply, named: string, own: readonly string[]): FastifyReply =>
  reply
    .status(421)
    .type('text/plain; charset=utf-8')
    .send(`${named.slice(0, 200)} does not serve this address.${own[0] ? ` Use ${own[0]}.` : ''}\n`)
