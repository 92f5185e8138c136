import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Staff } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { Secret } from '#kernel/base/secret.ts'
import { beginSessions, newPerson, ofPage, openBrowserOf, password } from '../world/dashboard-session.ts'
import { platform } from '../world/staff.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

describe('people log in to the dashboard', () => {
  let world: World
  beforeAll(async () => {
    world = await createWorld()
  })
  afterAll(() => world[Symbol.asyncDispose]())

  let people = 0
  const person = (scope = platform, role = 'owner'): Promise<Staff> =>
    world.app.staff.add({
      by,
      scope,
      role,
      email: `mia-${++people}@florin.example`,
      name: 'Mia',
      password: new Secret(password),
    })
  type Call = { cookie?: string; body?: unknown; headers?: Record<string, string> }
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { cookie, body, headers = ofPage }: Call = {},
  ) => {
    const reply = await world.http.inject({
      method,
      url: `/staff/v1${path}`,
      headers: {
        ...headers,
        ...(cookie !== undefined && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const text = reply.body
    return { status: reply.statusCode, body: text === '' ? {} : JSON.parse(text), set: reply.headers['set-cookie'] }
  }
  const logIn = async ({ email }: Staff, cookie = ''): Promise<string> => {
    const { status, set } = await call('POST', '/session', { cookie, body: { email, password } })
    expect(status).toBe(204)
    return String(set).split(';')[0]!
  }

  test('a session calls what the person may, and the audit names the person and the session', async () => {
    const mia = await person()
    const cookie = await logIn(mia)
    const me = await call('GET', '/me', { cookie })
    expect(me.body).toMatchObject({ email: mia.email, role: 'owner', sessionId: expect.any(String) })
    expect(me.body.permissions).toContain('refunds:create')
    const added = await call('POST', '/staff', {
      cookie,
      body: { reason: 'She starts on Monday.', email: 'new@florin.example', name: 'New', role: 'support' },
    })
    expect(added.status).toBe(201)
    const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: added.body.id }, limit: 1 })
    expect(entry).toMatchObject({
      actor: `staff ${mia.id}`,
      reason: 'She starts on Monday.',
      fromWhere: `127.0.0.1, session ${me.body.sessionId}`,
    })
  })

  test('a role that may less sees what it may do, and is refused the rest', async () => {
    const cookie = await logIn(await person(platform, 'read-only'))
    const { body } = await call('GET', '/me', { cookie })
    expect(body.permissions).not.toContain('refunds:create')
    const refused = await call('POST', '/payments/1001/refund', { cookie, body: { reason: 'She asked for it.' } })
    expect([refused.status, refused.body.reason]).toEqual([403, 'permission_missing'])
  })

  test('the cookie is for our interface alone, and for no script and no other site', async () => {
    const { email } = await person()
    const { set } = await call('POST', '/session', { body: { email, password } })
    expect(set).toEqual([
      expect.stringMatching(
        /^florin_session=fss_[\w-]{43}; Path=\/staff\/v1; HttpOnly; SameSite=Strict; Max-Age=43200$/,
      ),
      expect.stringMatching(
        /^florin_browser_\w{12}=[\w.-]{66}; Path=\/staff\/v1\/session; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
      ),
      'florin_challenge=; Path=/staff/v1/session; HttpOnly; SameSite=Strict; Max-Age=0',
    ])
  })

  test('a wrong password, an unknown address and a person who left read the same', async () => {
    const mia = await person()
    const gone = await person()
    await world.app.staff.change({ by, id: gone.id, changes: { active: false } })
    const tries = [
      { email: mia.email, password: 'wrong wrong wrong' },
      { email: 'nobody@florin.example', password },
      { email: gone.email, password },
    ]
    const replies = []
    for (const body of tries) replies.push(await call('POST', '/session', { body }))
    for (const { status, body, set } of replies)
      expect([status, body.reason, body.message, set]).toEqual([
        401,
        'wrong_login',
        replies[0]!.body.message,
        undefined,
      ])
  })

  test('a log-in that guesses is stopped, from one address and slowly from many; a browser that is known goes on', async () => {
    const limits = 'staff_logins_by_email_and_address=2/PT10M,staff_logins_by_email=4/P1D'
    await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: limits } })
    const mia = await newPerson(world)
    const known = openBrowserOf(world)
    await known.logIn(mia)
    const guess = async (ip: string) => {
      const body = { email: mia.email.toUpperCase(), password: 'guess guess guess' }
      return (await openBrowserOf(world, { ip }).call('POST', '/session', body)).status
    }
    const statuses = []
    for (const last of [7, 7, 7, 8, 9, 10]) statuses.push(await guess(`203.0.113.${last}`))
    expect(statuses).toEqual([401, 401, 429, 401, 429, 429])
    await known.logIn(mia)
    // Its cookie is good for this person alone, and not for a browser that makes one up.
    const other = await newPerson(world)
    const forged = openBrowserOf(world, { ip: '203.0.113.10' })
    for (const [name, value] of known.cookies) {
      const signature = value.split('.')[1]
      if (name.startsWith('florin_browser')) forged.cookies.set(name, `${'a'.repeat(22)}.${signature}`)
    }
    expect((await forged.call('POST', '/session', { email: mia.email, password })).status).toBe(429)
    expect((await known.call('POST', '/session', { email: other.email, password })).status).toBe(204)
  })

  test('a known browser that guesses is stopped too', async () => {
    await using world = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'staff_logins_by_browser=2/PT10M' } })
    const mia = await newPerson(world)
    const browser = openBrowserOf(world)
    await browser.logIn(mia)
    const guess = async () =>
      (await browser.call('POST', '/session', { email: mia.email, password: 'guess guess guess' })).status
    expect([await guess(), await guess(), await guess()]).toEqual([401, 401, 429])
  })

  test('a person ends all other sessions at once, however many', async () => {
    const mia = await newPerson(world)
    const [here, there, elsewhere] = [openBrowserOf(world), openBrowserOf(world), openBrowserOf(world)]
    for (const browser of [there, elsewhere]) await browser.logIn(mia)
    await beginSessions(world, mia, 60)
    await here.logIn(mia)
    expect((await here.call('POST', '/session/end-others')).status).toBe(204)
    const statuses = await Promise.all(
      [here, there, elsewhere].map(async (one) => (await one.call('GET', '/me')).status),
    )
    expect(statuses).toEqual([200, 401, 401])
    const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(mia.id) }, limit: 1 })
    expect(entry!.action).toBe('staffSessionsEnded')
  })

  test.each([
    ['another site', { ...ofPage, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another host of this site', { ...ofPage, 'sec-fetch-site': 'same-site' }],
    ['a form, which can send no header', { origin: publicUrl }],
    ['nowhere', { 'florin-dashboard': '1' }],
  ])('what changes something and comes from %s is refused, whatever the cookie', async (_whence, headers) => {
    const cookie = await logIn(await person())
    const body = { reason: 'Somebody else wants it.', email: 'x@florin.example', name: 'X', role: 'owner' }
    for (const [method, path] of [
      ['POST', '/staff'],
      ['POST', '/session'],
      ['DELETE', '/session'],
    ] as const) {
      const { status, body: refused } = await call(method, path, { cookie, headers, body })
      expect([method, path, status, refused.reason]).toEqual([method, path, 403, 'foreign_origin'])
    }
    expect((await call('GET', '/me', { cookie })).status).toBe(200)
  })

  test('a cookie that somebody else has set is never taken over: each log-in makes a new one', async () => {
    const mia = await person()
    const planted = `florin_session=fss_${'a'.repeat(43)}`
    expect(await logIn(mia, planted)).not.toBe(planted)
    const both = `${await logIn(await person())}; ${await logIn(mia)}`
    for (const cookie of [planted, both]) expect((await call('GET', '/me', { cookie })).status).toBe(401)
  })

  test('a session ends by logging out, from the list, two hours after its last use and twelve after the log-in', async () => {
    const mia = await person()
    const [out, other, idle] = [await logIn(mia), await logIn(mia), await logIn(mia)]
    const listed = await call('GET', '/me/sessions', { cookie: out })
    expect(listed.body.data.map((one: { current: boolean }) => one.current)).toEqual([false, false, true])
    const { id } = listed.body.data[1]
    expect(
      (await call('POST', `/me/sessions/${id}/end`, { cookie: out, body: { reason: 'Not my laptop.' } })).status,
    ).toBe(204)
    expect((await call('GET', '/me', { cookie: other })).status).toBe(401)
    expect((await call('DELETE', '/session', { cookie: out })).status).toBe(204)
    expect((await call('GET', '/me', { cookie: out })).status).toBe(401)

    for (let hours = 0; hours < 11; hours++) {
      world.clock.pass({ hours: 1 })
      expect((await call('GET', '/me', { cookie: idle })).status).toBe(200)
    }
    world.clock.pass({ hours: 1 })
    expect((await call('GET', '/me', { cookie: idle })).status).toBe(401)

    const unused = await logIn(mia)
    world.clock.pass({ hours: 2 })
    expect((await call('GET', '/me', { cookie: unused })).status).toBe(401)
  })

  test('a person proves again to be there with the password, which the audit knows; without a session it is refused', async () => {
    const mia = await person()
    const cookie = await logIn(mia)
    const prove = (typed: string, known: string | undefined = cookie) =>
      call('POST', '/session/proof', { ...(known !== '' && { cookie: known }), body: { password: typed } })
    expect((await prove('not the password')).body).toMatchObject({ reason: 'wrong_password', field: 'password' })
    expect((await prove(password)).status).toBe(204)
    const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(mia.id) }, limit: 1 })
    expect(entry!.action).toBe('staffAuthenticatedAgain')
    expect((await prove(password, '')).body.reason).toBe('not_logged_in')
  })

  test('nobody ends the session of somebody else', async () => {
    const [mia, dan] = [await logIn(await person()), await logIn(await person())]
    const { body } = await call('GET', '/me', { cookie: mia })
    const refused = await call('POST', `/me/sessions/${body.sessionId}/end`, {
      cookie: dan,
      body: { reason: 'Go away now.' },
    })
    expect([refused.status, refused.body.reason]).toEqual([404, 'session_not_found'])
    expect((await call('GET', '/me', { cookie: mia })).status).toBe(200)
  })

  test('a person who is made inactive is out at the next call', async () => {
    const mia = await person()
    const cookie = await logIn(mia)
    await world.app.staff.change({ by, id: mia.id, changes: { active: false } })
    expect((await call('GET', '/me', { cookie })).status).toBe(401)
  })

  test('an invitation sets a password once, within a week, and ends what was open with the old one', async () => {
    const mia = await person()
    const [before, other] = [await logIn(mia), await logIn(mia)]
    const invite = async (cookie: string) => {
      const reply = await call('POST', `/staff/${mia.id}/invite`, { cookie, body: { reason: 'She forgot it.' } })
      expect(reply.status).toBe(201)
      return reply.body.token as string
    }
    const [replaced, token] = [await invite(before), await invite(other)]
    const join = (token: string, password: string) => call('POST', '/session/join', { body: { token, password } })
    const chosen = 'a sentence that nobody guesses'
    expect((await join(replaced, chosen)).body.reason).toBe('invitation_over')
    expect((await join(token, 'short')).body).toMatchObject({ reason: 'invalid_password', field: 'password' })
    const [own = ''] = mia.email.split('@')
    for (const common of ['Password1234!', '123456789012', 'abababababab', `${own} is my name`])
      expect((await join(token, common)).body).toMatchObject({ reason: 'common_staff_password', field: 'password' })
    world.clock.pass({ seconds: 1 })
    expect((await join(token, chosen)).body).toEqual({ email: mia.email })
    expect((await join(token, chosen)).body.reason).toBe('invitation_over')
    expect((await call('GET', '/me', { cookie: before })).status).toBe(401)
    expect((await call('POST', '/session', { body: { email: mia.email, password } })).status).toBe(401)
    const { status } = await call('POST', '/session', { body: { email: mia.email, password: chosen } })
    expect(status).toBe(204)
    const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(mia.id) }, limit: 2 })
    expect(entry!.action).toBe('staffLoggedIn')
  })

  test('an invitation ends after a week, and with the person', async () => {
    const [mia, dan] = [await person(), await person()]
    const [late, gone] = [
      await world.app.staff.invite({ by, staffId: mia.id, link: 'shown' }),
      await world.app.staff.invite({ by, staffId: dan.id, link: 'shown' }),
    ]
    await world.app.staff.change({ by, id: dan.id, changes: { active: false } })
    world.clock.pass({ hours: 24 * 7 })
    for (const { token } of [late, gone])
      await expect(
        world.app.staff.acceptInvitation({ token: token.reveal(), password: new Secret(password), ip: '203.0.113.9' }),
      ).rejects.toMatchObject({ code: 'invitation_over' })
  })

  test('the pages need no log-in and tell nothing; nobody frames them', async () => {
    for (const url of ['/dashboard', '/dashboard/m/101/payments/1042']) {
      const { statusCode, headers, body } = await world.http.inject({ url })
      expect([url, statusCode]).toEqual([url, 200])
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(body).toContain('id="root"')
    }
  })
})
