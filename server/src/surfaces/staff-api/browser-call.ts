import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  challengeLifetime,
  knownBrowserCookie,
  knownBrowserLifetime,
  type NewSession,
  newKnownBrowser,
  type PresenceProof,
  type RelyingParty,
  type SessionCaller,
} from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { optional, text } from '#kernel/http/field.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { App } from '../../app/compose.ts'
import { type FieldProblem, readFields, Unreadable } from '../field-problem.ts'
import { countAgainst } from '../rate-limits.ts'
import { staffRoot } from './document.ts'
import { refuse } from './refusals.ts'
import { challengeCookie, cookieOf, cookieText, isByPerson, sessionCookie, sessionTokenOf } from './session-cookie.ts'

/** Calls that set or need the cookie of a session are no routes of the interface, since they are for browsers alone. */
export const sessionPath = `${staffRoot}/session`

/** Reads the body of such a call, and refuses everything that is wrong at once, by name. */
export function read<Schema extends z.ZodObject>(schema: Schema, body: unknown): z.output<Schema> {
  const problems: FieldProblem[] = []
  const fields = readFields(schema, body ?? {}, problems)
  if (problems.length > 0) throw new Unreadable(problems)
  return fields as z.output<Schema>
}

/** The person in whose session the call comes; refuses a call without one. Counted by address before it is looked up. */
export async function sessionOf({ staff, limiter }: App, request: FastifyRequest): Promise<SessionCaller> {
  await countAgainst(limiter, 'staff_by_address', addressKey(request.ip))
  const token = sessionTokenOf(request)
  const caller = token === undefined ? undefined : await staff.ofSession(token, { isUse: isByPerson(request) })
  if (!caller) throw refuse('not_logged_in')
  return caller
}

export const browserOf = ({ ip, headers }: FastifyRequest) => ({ ip, agent: headers['user-agent'] ?? '' })
export const challengeOf = (request: FastifyRequest): string => cookieOf(request, challengeCookie) ?? ''

const isSecure = ({ publicUrl }: App): boolean => publicUrl.startsWith('https:')

/** The token of a challenge, for the browser that has begun. An empty one takes it away. */
export const challengeText = (app: App, token: string): string =>
  cookieText([challengeCookie, token], { path: sessionPath, isSecure: isSecure(app), lifetime: challengeLifetime })

/** Sets the cookie of a new session; this browser is known from now on. */
export function sessionTexts(app: App, { staff, token, session }: NewSession): string[] {
  const lifetime = session.expiresAt.since(app.clock.wall())
  return [
    cookieText([sessionCookie, token.reveal()], { path: staffRoot, isSecure: isSecure(app), lifetime }),
    knownBrowserText(app, staff.email),
  ]
}

export const knownBrowserText = (app: App, email: string): string =>
  cookieText([knownBrowserCookie(email), newKnownBrowser(app.keys, email)], {
    path: sessionPath,
    isSecure: isSecure(app),
    lifetime: knownBrowserLifetime,
  })

export const noSessionText = (app: App): string =>
  cookieText([sessionCookie, ''], { path: staffRoot, isSecure: isSecure(app), lifetime: new Temporal.Duration() })

/** Replies with cookies; with a body, if there is something to say. */
export function send(reply: FastifyReply, cookies: readonly string[], body?: object): FastifyReply {
  if (cookies.length > 0) reply.header('set-cookie', [...cookies])
  reply.header('cache-control', 'no-store')
  return body === undefined ? reply.status(204).send() : reply.send(body)
}

const base64url = (what: string, max = 20_000) => text({ max, pattern: /^[\w-]+$/, what })
/** The reply of a browser about a passkey (WebAuthn, 5.1.3); the library looks at the rest. */
export const passkeyField = z.looseObject({
  id: base64url('the id of a passkey', 2_000),
  rawId: base64url('the id of a passkey', 2_000),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: base64url('what the browser has signed') }),
  clientExtensionResults: z.looseObject({}),
})

const proofFields = {
  code: optional(text({ max: 10, pattern: /^\d{3} ?\d{3}$/, what: 'the six digits of your app' })),
  recoveryCode: optional(text({ max: 40, what: 'a recovery code' })),
  passkey: passkeyField.optional(),
}
export const stepShape = z.object(proofFields)
export const proofShape = z.object({ ...proofFields, password: optional(text({ max: 512, what: 'the password' })) })

/** What the person shows: the one that is there, of several the first. Refuses a body without any. */
export function proofOf(body: z.output<typeof proofShape>, at: RelyingParty, token: string): PresenceProof {
  const { code, recoveryCode, passkey, password } = body
  if (passkey) return { kind: 'passkey', response: passkey as never, at, token }
  if (code !== undefined) return { kind: 'totp', code: code.replace(' ', '') }
  if (recoveryCode !== undefined) return { kind: 'recovery_code', code: new Secret(recoveryCode) }
  if (password !== undefined) return { kind: 'password', password: new Secret(password) }
  throw refuse('nothing_proved', { field: 'code' })
}
