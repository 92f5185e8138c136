import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../app/compose.ts'
import type { Role } from '../app/roles.ts'
import { failure } from './merchant-api/envelope.ts'

/**
 * A surface on a process whose role it is to serve it. Another process knows the same addresses, and says at each of them
 * where it is served: 421 (RFC 9110, 15.5.20). Nothing is read and nothing is done, so the request may be sent again to
 * the right one.
 */
export const served =
  (role: Role, { config, log }: App) =>
  (surface: FastifyPluginAsync): FastifyPluginAsync =>
  async (http, options) => {
    if (!config.roles.includes(role)) {
      http.addHook('onRequest', async (request, reply) => {
        if (!request.is404) log.warn({ requestId: request.id, path: request.routeOptions.url, role }, 'misdirected')
        return misdirected(request, reply, role)
      })
    }
    await surface(http, options)
  }

function misdirected(request: FastifyRequest, reply: FastifyReply, role: Role): FastifyReply {
  const [status, reason, message] = request.is404
    ? ([404, 'route_not_found', 'There is nothing at this address.'] as const)
    : ([
        421,
        'served_elsewhere',
        `This process does not serve this address: it has not the role ${role}. The load balancer has to send it to one that has.`,
      ] as const)
  const { body } = failure(status, [{ code: status, message, type: 'Exception', reason }], request.id)
  return reply
    .status(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(body)
}
