import type { FastifyInstance } from 'fastify'
import type { App } from '../app/compose.ts'

/**
 * `/.well-known/security.txt` (RFC 9116): where to report a weakness of this installation, at every name of every process.
 * It expires after half a year, so that a copy of it is not believed for long; what is served is always fresh, by the
 * machine's time, since its readers do not have the clock of staging. Not found where the operator names no contact.
 */
export function securityContact(http: FastifyInstance, { config, clock }: App): void {
  http.get(
    '/.well-known/security.txt',
    { config: { access: { caller: 'public' } as const } },
    async (_request, reply) => {
      if (!config.securityContact) return reply.callNotFound()
      const expires = clock
        .wall()
        .add({ hours: 24 * validDays })
        .round('second')
      return reply
        .headers({ 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' })
        .send(`Contact: ${config.securityContact}\nExpires: ${expires}\n`)
    },
  )
}
/** Less than a year, as RFC 9116, 2.5.5 recommends. */
const validDays = 180
