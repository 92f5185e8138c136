import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { knownBrowser, knownBrowserCookie, viewerOf } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { email, text } from '#kernel/http/field.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { countAgainst } from '../rate-limits.ts'
import {
  browserOf,
  challengeText,
  knownBrowserText,
  noSessionText,
  read,
  send,
  sessionOf,
  sessionPath,
  sessionTexts,
} from './browser-call.ts'
import { checkOrigin } from './own-origin.ts'
import { cookieOf, sessionTokenOf } from './session-cookie.ts'

const password = text({ max: 512, what: 'the password' })
const credentials = z.object({ email: email(254), password })
const joining = z.object({ token: text({ max: 100, what: 'the token of an invitation' }), password })

/** Log-in with the password, log-out, and the password of a person who was invited. */
export function mountSession(http: FastifyInstance, app: App): void {
  const { staff, limiter } = app
  http.post(sessionPath, { config: openToAll }, async (request, reply) => {
    const at = checkOrigin(app, request)
    const { email, password } = read(credentials, request.body)
    await countLogin(app, request, email)
    const begun = await staff.logIn({ email, password: new Secret(password), at, ...browserOf(request) })
    if ('session' in begun) return send(reply, [...sessionTexts(app, begun), challengeText(app, '')])
    reply.status(202)
    return send(reply, [challengeText(app, begun.token.reveal())], begun.ways)
  })
  http.get(`${sessionPath}/options`, { config: openToAll }, (_request, reply) =>
    send(reply, [], {
      password: app.config.access.passwordLogin,
      ...(app.signOn && { singleSignOn: app.signOn.name }),
    }),
  )
  http.delete(sessionPath, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const token = sessionTokenOf(request)
    const caller = token === undefined ? undefined : await staff.ofSession(token, { isUse: true })
    if (caller)
      await staff.endSession({ by: viewerOf({ caller, ip: request.ip }), staff: caller.staff, id: caller.via.id })
    return send(reply, [noSessionText(app)])
  })
  http.post(`${sessionPath}/end-others`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const caller = await sessionOf(app, request)
    await staff.endOtherSessions({ by: viewerOf({ caller, ip: request.ip }), staff: caller.staff, kept: caller.via.id })
    return send(reply, [])
  })
  http.post(`${sessionPath}/join`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { token, password } = read(joining, request.body)
    await countAgainst(limiter, 'staff_logins_by_address', addressKey(request.ip))
    const { email } = await staff.acceptInvitation({ token, password: new Secret(password), ip: request.ip })
    return send(reply, [knownBrowserText(app, email)], { email })
  })
}

/**
 * A browser in which the person has logged in before has tries of its own. From all others the tries are counted for each
 * address that they come from, and slowly for all addresses together: who guesses elsewhere locks nobody out here.
 */
async function countLogin({ limiter, keys }: App, request: FastifyRequest, typed: string): Promise<void> {
  const [address, email] = [addressKey(request.ip), typed.toLowerCase()]
  await countAgainst(limiter, 'staff_logins_by_address', address)
  const browser = knownBrowser(keys, email, cookieOf(request, knownBrowserCookie(email)))
  if (browser !== undefined) return countAgainst(limiter, 'staff_logins_by_browser', browser)
  await countAgainst(limiter, 'staff_logins_by_email_and_address', `${email} ${address}`)
  await countAgainst(limiter, 'staff_logins_by_email', email)
}
