import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signOnLifetime } from '#core/access'
import { Refusal } from '#kernel/base/refusal.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import { addressOf } from '../../app/addresses.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { countAgainst } from '../rate-limits.ts'
import { browserOf, sessionPath, sessionTexts } from './browser-call.ts'
import { refuse } from './refusals.ts'
import { cookieOf, cookieText } from './session-cookie.ts'

const signOnCookie = 'florin_sign_on'
const path = `${sessionPath}/sign-on`

/** Log-in by the operator's OpenID provider: two addresses that browsers go to, and no page calls. */
export function mountSignOn(http: FastifyInstance, app: App): void {
  const home = `${addressOf(app.publicUrl, app.config.surfaceHosts.staff)}`
  // The way back begins at another site, so this one cookie is Lax; it is sealed, and used once.
  const cookie = (value: string) =>
    cookieText([signOnCookie, value], {
      path,
      isSecure: app.publicUrl.startsWith('https:'),
      lifetime: signOnLifetime,
      sameSite: 'Lax',
    })
  const required = async ({ ip }: FastifyRequest) => {
    await countAgainst(app.limiter, 'staff_logins_by_address', addressKey(ip))
    if (!app.signOn) throw refuse('no_sign_on')
    return app.signOn
  }
  /** The page says why in the person's language; the log has it too. */
  const explained = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!(error instanceof Refusal)) throw error
    request.log.info({ reason: error.code }, 'single sign-on was refused')
    return reply.header('set-cookie', cookie('')).redirect(`/dashboard?sign-on=${error.code}`, 303)
  }
  http.get(path, { config: openToAll }, async (request, reply) => {
    const { to, again } = request.query as { to?: unknown; again?: unknown }
    const signOn = await required(request)
    const redirectUri = `${home}${path}/callback`
    reply.header('cache-control', 'no-store')
    try {
      const begun = await signOn.begin({ redirectUri, to: pageOf(to), again: again === 'yes' })
      return reply.header('set-cookie', cookie(begun.cookie)).redirect(begun.url, 303)
    } catch (error) {
      return explained(error, request, reply)
    }
  })
  http.get(`${path}/callback`, { config: openToAll }, async (request, reply) => {
    const signOn = await required(request)
    reply.header('cache-control', 'no-store')
    try {
      const returned = new URL(request.url, home)
      const kept = cookieOf(request, signOnCookie) ?? ''
      const { begun, to } = await signOn.complete({ returned, cookie: kept, ...browserOf(request) })
      return reply.header('set-cookie', [...sessionTexts(app, begun), cookie('')]).redirect(`/dashboard${to}`, 303)
    } catch (error) {
      return explained(error, request, reply)
    }
  })
}

/** A page of the dashboard, and never an address of others. */
const pageOf = (unchecked: unknown): string =>
  typeof unchecked === 'string' && /^\/(?:m|p|op|me)(?:\/[\w-]+)*$/.test(unchecked) ? unchecked : ''
