import { randomBytes } from 'node:crypto'
import { Secret as OtpSecret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Staff, StaffScope } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import { platform } from './staff.ts'
import { publicUrl, type World } from './world.ts'

export const password = 'correct horse battery staple'
/** What a page of the dashboard sends with what it changes. */
export const ofPage = { origin: publicUrl, 'florin-dashboard': '1', 'sec-fetch-site': 'same-origin' }
const by = { actor: 'test', fromWhere: 'test' }
// biome-ignore lint/suspicious/noExplicitAny: each test knows what the call replies
type Replied = { status: number; body: any; set: string[]; location: string | undefined }
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A browser: it keeps the cookies that it receives, and sends what a page of the dashboard sends. */
export function openBrowserOf(world: World, { ip = '127.0.0.1' }: { ip?: string } = {}) {
  const cookies = new Map<string, string>()
  const call = async (method: Method, path: string, body?: unknown, headers: object = ofPage): Promise<Replied> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await world.http.inject({
      method,
      url: path.startsWith('/dashboard') ? path : `/staff/v1${path}`,
      remoteAddress: ip,
      headers: {
        ...headers,
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const set = [reply.headers['set-cookie'] ?? []].flat()
    for (const [name, value] of set.map((line) => line.split(';')[0]!.split('=') as [string, string]))
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    const isJson = reply.body !== '' && String(reply.headers['content-type']).includes('json')
    return {
      status: reply.statusCode,
      body: isJson ? JSON.parse(reply.body) : {},
      set,
      location: reply.headers.location?.toString(),
    }
  }
  return {
    call,
    cookies,
    /** Logs in with the password alone. */
    logIn: async ({ email }: Pick<Staff, 'email'>): Promise<void> => {
      const { status } = await call('POST', '/session', { email, password })
      expect(status).toBe(204)
    },
  }
}
export type TestBrowser = ReturnType<typeof openBrowserOf>

let people = 0
/** A person with the password of these tests. */
export const newPerson = (
  { app }: World,
  { scope = platform, role = 'owner' }: { scope?: StaffScope; role?: string } = {},
): Promise<Staff> =>
  app.staff.add({
    by,
    scope,
    role,
    email: `person-${++people}@dashboard.example`,
    name: 'Mia',
    password: new Secret(password),
  })

/** The code that an app with this secret shows, `steps` of 30 seconds from now. */
export function codeOf({ clock }: World, typed: string, steps = 0): string {
  const timestamp = clock.wall().epochMilliseconds + steps * 30_000
  return new TOTP({ secret: OtpSecret.fromBase32(typed) }).generate({ timestamp })
}

/** A person in a session who adds an authenticator app. */
export async function withApp(world: World, role = 'owner') {
  const mia = await newPerson(world, { role })
  const browser = openBrowserOf(world)
  await browser.logIn(mia)
  return { mia, browser, ...(await addsApp(world, browser)) }
}

/** The app shows its first code half a minute before the next. */
export async function addsApp(world: World, browser: TestBrowser) {
  const { body } = await browser.call('POST', '/session/second-factors/totp/setup', {})
  const typed = String(body.typed)
  const sent = { setup: body.setup, code: codeOf(world, typed, -1), name: 'Telephone' }
  const added = await browser.call('POST', '/session/second-factors/totp', sent)
  expect(added.status).toBe(200)
  return { typed, recoveryCodes: added.body.recoveryCodes as string[], id: String(added.body.id) }
}

/** So many sessions of a person, without logging in for each. */
export async function beginSessions({ app, clock }: World, { id }: Staff, count: number): Promise<void> {
  const now = clock.wall()
  const ends = { expires_at: now.add({ hours: 1 }), ended_at: null }
  const times = { created_at: now, last_used_at: now, authenticated_at: now, ...ends }
  const of = { staff_id: id, agent: 'a browser', ip: '127.0.0.1', ...times }
  const rows = Array.from({ length: count }, () => ({ ...of, fingerprint: randomBytes(32) }))
  await commit(app, now, [insert('access.staff_sessions', rows)], 'begin-sessions')
}
