import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import type { HolderId } from '#issuing/ids'
import { endSessions } from '../../src/issuing/holders/end-sessions.ts'
import { longTest } from '../world/length.ts'
import { codeIn, mailOf, subjectsOf } from '../world/mail.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const password = 'Blue-Kettle-42'
const better = 'Green-Teapot-43'

describe('customers who registered with e-mail change their password, and reset one that they have forgotten', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const post = (path: string, body: unknown, as = nordwind) => as.asApp('POST', `/auth${path}`, { body })
  const logIn = (email: string, typed: string) => post('/login/email', { email, password: typed })
  const forgot = (email: string, as = nordwind) => post('/password/forgot', { email }, as)
  const reset = (email: string, code: string | undefined, newPassword = better, as = nordwind) =>
    post('/password/reset', { email, code, newPassword }, as)
  const change = (token: string, currentPassword: string, newPassword = better) =>
    nordwind.withToken(token)('POST', '/auth/password', { body: { currentPassword, newPassword } })
  const newestMail = async (to: string) => {
    await world.runUntilIdle()
    return (await mailOf(world, to)).at(-1)!
  }
  const sentCode = async (email: string) => {
    await forgot(email)
    return codeIn(await newestMail(email))
  }
  const wrongOf = (code: string | undefined) => (code === '000000' ? '111111' : '000000')
  const customer = async (email: string, more: object = {}) => {
    const { registrationId } = (await post('/register/email', { email, password, ...more })).body
    const code = codeIn(await newestMail(email))
    const { body } = await post('/register/email/verify', { registrationId, code })
    return body as { customerId: string; accessToken: string; refreshToken: string }
  }
  const auditOf = async (id: string) =>
    (await auditEntriesOf(world.app.db, { subject: { kind: 'holder', id }, limit: 1 }))[0]

  test('a new password ends all sessions, works at once, and the customer receives an email', async () => {
    const { customerId, accessToken, refreshToken } = await customer('ana@example.com', { language: 'de' })
    const other = (await logIn('ana@example.com', password)).body as { accessToken: string }
    const changed = await change(accessToken, password)
    expect([changed.status, changed.body]).toEqual([204, {}])
    for (const token of [accessToken, other.accessToken])
      expect((await nordwind.withToken(token)('GET', '/accounts')).status).toBe(401)
    expect((await nordwind.withToken(refreshToken)('POST', '/auth/refresh')).status).toBe(401)
    expect((await logIn('ana@example.com', password)).body).toMatchObject({ reason: 'wrong_login' })
    expect((await logIn('ana@example.com', better)).status).toBe(200)
    const mail = await newestMail('ana@example.com')
    expect(mail.subject).toBe('Ihr Passwort bei Nordwind Bank wurde geändert')
    expect(codeIn(mail)).toBeUndefined()
    expect(await auditOf(customerId)).toMatchObject({
      actor: `customer ${customerId}`,
      action: 'passwordChanged',
      owner: { kind: 'partner', id: String(nordwind.partner.id) },
      after: { how: 'changed', sessionsEnded: 2 },
    })
  })

  test('without the current password nothing changes, and guesses are limited', async () => {
    const { accessToken } = await customer('guess@example.com')
    const replies = []
    for (let guess = 0; guess < 21; guess++) replies.push(await change(accessToken, `Guess-number-${guess}`))
    expect(replies[0]!.body).toMatchObject({ code: 400, reason: 'wrong_password', field: 'currentPassword' })
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { reason: 'too_many_attempts' } })
    expect((await nordwind.withToken(accessToken)('GET', '/accounts')).status).toBe(200)
    expect((await logIn('guess@example.com', password)).status).toBe(200)
  })

  test('the new password keeps the rule, and is another one', async () => {
    const { accessToken } = await customer('ruled@example.com')
    const field = 'newPassword'
    expect((await change(accessToken, password, 'kettle')).body).toMatchObject({ reason: 'weak_password', field })
    expect((await change(accessToken, password, 'P@ssw0rd1!')).body).toMatchObject({ reason: 'common_password', field })
    expect((await change(accessToken, password, password)).body).toMatchObject({ reason: 'same_password', field })
    const weak = await reset('ruled@example.com', '000000', 'kettle')
    expect(weak.body).toMatchObject({ code: 400, reason: 'weak_password', field })
  })

  test('a customer whom the partner registered has no password to change', async () => {
    const { call } = await nordwind.customer('of-partner@example.com')
    const body = { currentPassword: password, newPassword: better }
    expect((await call('POST', '/auth/password', { body })).body).toMatchObject({ code: 409, reason: 'no_password' })
  })

  test('of two changes at once one is made', async () => {
    const { accessToken } = await customer('twice@example.com')
    const replies = await Promise.all(
      ['Red-Saucer-44', 'Tin-Ladle-45'].map((one) => change(accessToken, password, one)),
    )
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
    expect([400, 401]).toContain(replies.find(({ status }) => status !== 204)!.status)
  })

  test('a login with the old password that is under way while the password changes is refused', async () => {
    const { accessToken } = await customer('racing@example.com')
    const { passwords } = world.app
    const matches = passwords.matches.bind(passwords)
    const spy = vi.spyOn(passwords, 'matches').mockImplementationOnce(async (typed, hash) => {
      const isRight = await matches(typed, hash)
      expect((await change(accessToken, password)).status).toBe(204)
      return isRight
    })
    expect((await logIn('racing@example.com', password)).body).toMatchObject({ code: 401, reason: 'wrong_login' })
    spy.mockRestore()
  })

  test.for(['change', 'reset'])(
    'a login with the old password at the moment of its %s brings no session',
    async (how) => {
      const email = `thief-of-${how}@example.com`
      const { accessToken, customerId } = await customer(email)
      const code = how === 'reset' ? await sentCode(email) : undefined
      // The process stops between two of its reads.
      const client = new pg.Client(world.databaseUrl)
      await client.connect()
      await client.query('begin; lock table holders.pending_logins in access exclusive mode')
      const changing = how === 'change' ? change(accessToken, password) : reset(email, code)
      await world.untilWaiting(1)
      const logsIn = logIn(email, password)
      await Promise.race([logsIn, world.untilWaiting(2)])
      await client.query('commit')
      await client.end()
      expect((await changing).status).toBe(204)
      const { body } = await logsIn
      const { status } = await nordwind.withToken(String(body.accessToken))('GET', '/accounts')
      expect(status).toBe(401)
      const open = `select id from holders.sessions where holder_id = '${customerId}' and ended_at is null`
      expect(await world.query(open)).toEqual([])
    },
  )

  test.each(['a new password', 'staff who log the customer out everywhere'])(
    'a login that waits for its second factor ends with %s',
    async (by) => {
      const email = `careful-${by.length}@example.com`
      const { accessToken, customerId } = await customer(email, { secondFactor: true })
      const waiting = nordwind.withToken(String((await logIn(email, password)).body.sessionToken))
      await waiting('POST', '/auth/2fa/send')
      const code = codeIn(await newestMail(email))
      const holder = { id: customerId as HolderId, partnerId: nordwind.partner.id }
      if (by === 'a new password') expect((await change(accessToken, password)).status).toBe(204)
      else expect(await endSessions(world.app, { by: { actor: 'test', fromWhere: 'test' }, holder })).toBe(1)
      const { body } = await waiting('POST', '/auth/2fa/verify', { body: { code } })
      expect(body).toMatchObject({ code: 401, reason: 'invalid_session_token' })
    },
  )

  test('the code from the email brings a new password, once, and ends all sessions', async () => {
    const { customerId, accessToken } = await customer('ben@example.com')
    const sent = await forgot('Ben@Example.com')
    expect([sent.status, sent.body]).toEqual([200, { expiresIn: 600 }])
    const mail = await newestMail('ben@example.com')
    expect(mail.subject).toBe('Your code for a new password at Nordwind Bank')
    const code = codeIn(mail)
    expect((await reset('ben@example.com', code)).status).toBe(204)
    expect((await nordwind.withToken(accessToken)('GET', '/accounts')).status).toBe(401)
    expect((await logIn('ben@example.com', password)).status).toBe(401)
    expect((await logIn('ben@example.com', better)).status).toBe(200)
    expect((await newestMail('ben@example.com')).subject).toBe('Your password at Nordwind Bank was changed')
    expect(await auditOf(customerId)).toMatchObject({ action: 'passwordChanged', after: { how: 'reset' } })
    expect((await reset('ben@example.com', code, 'Red-Saucer-44')).body).toMatchObject({ reason: 'invalid_code' })
  })

  test('a repeated reset with its Idempotency-Key receives the first reply', async () => {
    await customer('keyed@example.com')
    const body = { email: 'keyed@example.com', code: await sentCode('keyed@example.com'), newPassword: better }
    const headers = { 'idempotency-key': 'reset-once' }
    for (let sent = 0; sent < 2; sent++) {
      const { status } = await nordwind.asApp('POST', '/auth/password/reset', { body, headers })
      expect(status).toBe(204)
    }
    await world.runUntilIdle()
    const subjects = subjectsOf(await mailOf(world, 'keyed@example.com'))
    expect(subjects.filter((one) => one === 'Your password at Nordwind Bank was changed')).toHaveLength(1)
  })

  test('only the newest code works, for one address of one partner, for ten minutes', async () => {
    const other = await openPartner(world, 'Another Bank')
    await customer('many@example.com')
    const first = await sentCode('many@example.com')
    const second = await sentCode('many@example.com')
    if (first !== second)
      expect((await reset('many@example.com', first)).body).toMatchObject({ reason: 'invalid_code' })
    expect((await reset('many@example.com', second, better, other)).body).toMatchObject({ reason: 'invalid_code' })
    expect((await reset('ana@example.com', second)).body).toMatchObject({ reason: 'invalid_code' })
    world.clock.pass({ minutes: 10 })
    expect((await reset('many@example.com', second)).body).toMatchObject({ reason: 'invalid_code' })
    const third = await sentCode('many@example.com')
    world.clock.pass({ minutes: 9 })
    expect((await reset('many@example.com', third)).status).toBe(204)
  })

  // In small: five wrong codes use a registration up, also when they come at once
  longTest('five wrong codes use a code up, also when they come at once', async () => {
    await customer('guessed@example.com')
    const code = await sentCode('guessed@example.com')
    const guesses = await Promise.all(Array.from({ length: 8 }, () => reset('guessed@example.com', wrongOf(code))))
    expect(new Set(guesses.map(({ body }) => body.reason))).toEqual(new Set(['invalid_code']))
    expect((await reset('guessed@example.com', code)).body).toMatchObject({ reason: 'invalid_code' })
    const counted = await world.query(
      `select body from outbox.events where name = 'codeRefused' and body ->> 'purpose' = 'password'
       and subject_id = (select id::text from holders.password_resets where email = 'guessed@example.com')`,
    )
    expect(counted).toHaveLength(5)
  })

  // In small: of concurrent requests with one code one receives tokens
  longTest('of concurrent resets with one code one is made', async () => {
    await customer('racer@example.com')
    const code = await sentCode('racer@example.com')
    const replies = await Promise.all(Array.from({ length: 4 }, () => reset('racer@example.com', code)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 400, 400, 400])
  })

  test('a customer without a password is not given one, and receives an email that says so', async () => {
    await nordwind.customer('without@example.com')
    for (const address of ['without@example.com', 'nobody@example.com']) {
      await forgot(address)
      const mail = await newestMail(address)
      expect(mail.subject).toBe('No password at Nordwind Bank')
      expect(codeIn(mail)).toBeUndefined()
      expect((await reset(address, '000000')).body).toMatchObject({ reason: 'invalid_code' })
    }
  })

  test('the code goes to the registered address, not to one that only looks like it in small letters', async () => {
    await customer('kim@example.com')
    // The sign of kelvin, whose small letter is a k.
    await forgot('\u212Aim@example.com')
    const { subject, to } = await newestMail('@example.com')
    expect([subject, to]).toEqual(['Your code for a new password at Nordwind Bank', 'kim@example.com'])
  })

  // In small: a known and an unknown address cost the same work: one argon2id and one commit
  longTest('a known and an unknown address receive the same replies and cost the same work', async () => {
    await customer('costs@example.com')
    const { passwords } = world.app
    const spies = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'matches')]
    const workOf = async (request: () => ReturnType<typeof forgot>) => {
      const [calls, lines] = [spies.map((spy) => spy.mock.calls.length), world.logged.length]
      const { status, body, headers } = await request()
      const commits = world.logged.slice(lines).filter((line) => line.includes('"msg":"commit"'))
      const shapes = commits.map((line) =>
        (JSON.parse(line).writes as string).match(/^(?:insert|update|event) [\w.]+/gm),
      )
      const reply = { status, body: { ...body, requestId: undefined }, headers: Object.keys(headers) }
      return { reply, argon2: spies.map((spy, index) => spy.mock.calls.length - calls[index]!), shapes }
    }
    const sent = [await workOf(() => forgot('costs@example.com')), await workOf(() => forgot('stranger@example.com'))]
    expect(sent[0]).toMatchObject({
      reply: { status: 200 },
      argon2: [0, 0],
      shapes: [['insert holders.password_resets', 'insert holders.emails', 'event codeSent']],
    })
    expect(sent[1]).toEqual(sent[0])
    const wrong = wrongOf(codeIn(await newestMail('costs@example.com')))
    const resets = [
      await workOf(() => reset('costs@example.com', wrong)),
      await workOf(() => reset('stranger@example.com', wrong)),
    ]
    expect(resets[0]).toMatchObject({
      reply: { status: 400 },
      argon2: [1, 0],
      shapes: [['update holders.password_resets', 'event codeRefused']],
    })
    expect(resets[1]).toEqual(resets[0])
    for (const spy of spies) spy.mockRestore()
  })

  test('one address receives six codes an hour, whether or not it is a customer’s', async () => {
    const replies = []
    for (let sent = 0; sent < 7; sent++) replies.push(await forgot('flooded@example.com'))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  test('no password, code or address is in the log, in an event or in the audit', async () => {
    const stored = await world.query(
      `select body::text as text from outbox.events union all select coalesce(after::text, '') from directory.audit`,
    )
    const code = (await sentCode('ben@example.com'))!
    const all = `${world.logged.join('\n')}\n${JSON.stringify(stored)}`
    for (const secret of [password, better, code, 'example.com']) expect(all).not.toContain(secret)
  })

  test('old codes are deleted; seals agree with everything that was done', async () => {
    await world.pass({ hours: 24 * 31 })
    expect(await world.query('select 1 from holders.password_resets')).toEqual([])
    expect((await world.verify()).differences).toEqual([])
  })
})
