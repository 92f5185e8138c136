import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { viewerOf } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { email, text } from '#kernel/http/field.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { type FieldProblem, readFields, Unreadable } from '../field-problem.ts'
import { countAgainst } from '../rate-limits.ts'
import { staffRoot } from './document.ts'
import { checkOrigin } from './own-origin.ts'
import { refuse } from './refusals.ts'
import { cookieText, sessionTokenOf } from './session-cookie.ts'

const password = text({ max: 512, what: 'the password' })
const credentials = z.object({ email: email(254), password })
const proof = z.object({ password })
const joining = z.object({ token: text({ max: 100, what: 'the token of an invitation' }), password })

/**
 * Log-in, log-out, and the proof that a person is still there: what sets the cookie, or reads the password. They are no
 * routes of the interface, since they are for browsers alone.
 */
export function mountSession(http: FastifyInstance, app: App): void {
  const { staff, limiter, clock } = app
  const path = `${staffRoot}/session`
  http.post(path, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { email, password } = read(credentials, request.body)
    await countAgainst(limiter, 'staff_logins_by_address', addressKey(request.ip))
    await countAgainst(limiter, 'staff_logins_by_email', email.toLowerCase())
    const browser = { ip: request.ip, agent: request.headers['user-agent'] ?? '' }
    const { token, session } = await staff.logIn({ email, password: new Secret(password), ...browser })
    return sendCookie(app, reply, { token: token.reveal(), lifetime: session.expiresAt.since(clock.now()) })
  })
  http.delete(path, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const caller = await callerOf(app, request)
    if (caller) {
      const by = viewerOf({ caller, ip: request.ip })
      await staff.endSession({ by, staff: caller.staff, id: caller.via.id })
    }
    return sendCookie(app, reply, { token: '', lifetime: new Temporal.Duration() })
  })
  http.post(`${path}/join`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const { token, password } = read(joining, request.body)
    await countAgainst(limiter, 'staff_logins_by_address', addressKey(request.ip))
    const { email } = await staff.acceptInvitation({ token, password: new Secret(password), ip: request.ip })
    return reply.send({ email })
  })
  http.post(`${path}/proof`, { config: openToAll }, async (request, reply) => {
    checkOrigin(app, request)
    const caller = await callerOf(app, request)
    if (!caller) throw refuse('not_logged_in')
    const { password } = read(proof, request.body)
    await countAgainst(limiter, 'staff_logins_by_email', caller.staff.email)
    await staff.authenticateAgain(caller, { password: new Secret(password), ip: request.ip })
    return reply.status(204).send()
  })
}

async function callerOf({ staff }: App, request: FastifyRequest) {
  const token = sessionTokenOf(request)
  return token === undefined ? undefined : staff.ofSession(token)
}

function sendCookie(
  { publicUrl }: App,
  reply: FastifyReply,
  { token, lifetime }: { token: string; lifetime: Temporal.Duration },
): FastifyReply {
  const isSecure = publicUrl.startsWith('https:')
  return reply
    .header('set-cookie', cookieText(token, { path: staffRoot, isSecure, lifetime }))
    .header('cache-control', 'no-store')
    .status(204)
    .send()
}

function read<Schema extends z.ZodObject>(schema: Schema, body: unknown): z.output<Schema> {
  const problems: FieldProblem[] = []
  const fields = readFields(schema, body ?? {}, problems)
  if (problems.length > 0) throw new Unreadable(problems)
  return fields as z.output<Schema>
}
