import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { longTest } from '../world/length.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

const password = 'Blue-Kettle-42'

describe('a customer registers with an e-mail address and a password', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const register = (email: string, more: object = {}) =>
    nordwind.asApp('POST', '/auth/register/email', { body: { email, password, ...more } })
  const verify = (registrationId: unknown, code: string | undefined, as = nordwind) =>
    as.asApp('POST', '/auth/register/email/verify', { body: { registrationId, code } })
  const logIn = (email: string, typed = password, as = nordwind) =>
    as.asApp('POST', '/auth/login/email', { body: { email, password: typed } })
  const newestMail = async (to: string) => {
    await world.runUntilIdle()
    return (await mailOf(world, to)).at(-1)!
  }
  const customer = async (email: string, more: object = {}) => {
    const { registrationId } = (await register(email, more)).body
    return (await verify(registrationId, codeIn(await newestMail(email)))).body as Record<string, string>
  }
  const wrongOf = (code: string | undefined) => (code === '000000' ? '111111' : '000000')

  test('the code from the email makes the customer, who is logged in, and can log in again', async () => {
    const { status, body } = await register('ana@example.com')
    expect([status, body]).toEqual([201, { registrationId: expect.any(String), expiresIn: 600 }])
    const mail = await newestMail('ana@example.com')
    expect(mail.from.name).toBe('Nordwind Bank')
    expect(mail.subject).toBe('Your code for Nordwind Bank')
    const verified = await verify(body.registrationId, codeIn(mail))
    expect(verified.status).toBe(201)
    expect(verified.body).toMatchObject({ customerId: expect.stringMatching(/^cust_/), tokenType: 'Bearer' })
    const accounts = await nordwind.withToken(verified.body.accessToken as string)('GET', '/accounts')
    expect(accounts.status).toBe(200)
    const again = await logIn('Ana@Example.com')
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({ accessToken: expect.any(String), refreshToken: expect.any(String) })
  })

  test('nobody logs in before the code came back', async () => {
    await register('early@example.com')
    expect((await logIn('early@example.com')).body).toMatchObject({ code: 401, reason: 'wrong_login' })
  })

  test('the code is in the language that was asked for', async () => {
    await register('horst@example.com', { language: 'de' })
    expect((await newestMail('horst@example.com')).subject).toBe('Ihr Code für Nordwind Bank')
  })

  // In small: the code from the email brings a new password, once, and ends all sessions
  longTest('a code works once', async () => {
    const { registrationId } = (await register('once@example.com')).body
    const code = codeIn(await newestMail('once@example.com'))
    expect((await verify(registrationId, code)).status).toBe(201)
    expect((await verify(registrationId, code)).body).toMatchObject({ code: 400, reason: 'invalid_code' })
  })

  test('five wrong codes use a registration up, also when they come at once', async () => {
    const { registrationId } = (await register('guessed@example.com')).body
    const code = codeIn(await newestMail('guessed@example.com'))
    const guesses = await Promise.all(Array.from({ length: 8 }, () => verify(registrationId, wrongOf(code))))
    expect(new Set(guesses.map(({ body }) => body.reason))).toEqual(new Set(['invalid_code']))
    expect((await verify(registrationId, code)).body).toMatchObject({ reason: 'invalid_code' })
    const counted = await world.query(
      `select body from outbox.events where name = 'codeRefused' and subject_id = '${registrationId}'`,
    )
    expect(counted).toHaveLength(5)
  })

  // In small: five wrong codes use a registration up, also when they come at once
  longTest('the right code works after four wrong ones', async () => {
    const { registrationId } = (await register('clumsy@example.com')).body
    const code = codeIn(await newestMail('clumsy@example.com'))
    for (let tries = 0; tries < 4; tries++) await verify(registrationId, wrongOf(code))
    expect((await verify(registrationId, code)).status).toBe(201)
  })

  test('a code lives for ten minutes', async () => {
    const { registrationId } = (await register('late@example.com')).body
    const code = codeIn(await newestMail('late@example.com'))
    world.clock.pass({ minutes: 10 })
    expect((await verify(registrationId, code)).body).toMatchObject({ reason: 'invalid_code' })
  })

  test('a code belongs to one partner and one registration', async () => {
    const other = await openPartner(world, 'Another Bank')
    const first = (await register('mine@example.com')).body.registrationId
    const code = codeIn(await newestMail('mine@example.com'))
    expect((await verify(first, code, other)).body).toMatchObject({ reason: 'invalid_code' })
    // Somebody else registers the same address meanwhile, with a password of theirs.
    const thief = (await register('mine@example.com', { password: 'Thief-Kettle-43' })).body.registrationId
    expect((await verify(thief, code)).body).toMatchObject({ reason: 'invalid_code' })
    expect((await verify(first, code)).status).toBe(201)
    expect((await logIn('mine@example.com', 'Thief-Kettle-43')).status).toBe(401)
  })

  test('registering an address that exists replies the same; its owner receives an email, and no code fits', async () => {
    await customer('known@example.com')
    const fresh = await register('fresh@example.com')
    const again = await register('known@example.com')
    const shape = ({ status, body, headers }: typeof again) => [
      status,
      Object.keys(body),
      body.expiresIn,
      Object.keys(headers),
    ]
    expect(shape(again)).toEqual(shape(fresh))
    const mail = await newestMail('known@example.com')
    expect(mail.subject).toBe('You are registered with Nordwind Bank already')
    expect(codeIn(mail)).toBeUndefined()
    expect((await verify(again.body.registrationId, '123456')).body).toMatchObject({ reason: 'invalid_code' })
    expect((await logIn('known@example.com')).status).toBe(200)
  })

  test('of two registrations of one address the second code is too late, and says so to the owner', async () => {
    const one = (await register('two@example.com')).body.registrationId
    const code = codeIn(await newestMail('two@example.com'))
    const two = (await register('two@example.com')).body.registrationId
    const second = codeIn(await newestMail('two@example.com'))
    expect((await verify(one, code)).status).toBe(201)
    expect((await verify(two, second)).body).toMatchObject({ code: 409, reason: 'email_taken' })
  })

  test('a wrong password and an unknown address are refused alike, and leave the same event without personal data', async () => {
    await customer('real@example.com')
    const replies = [await logIn('real@example.com', 'Wrong-Kettle-1'), await logIn('nobody@example.com')]
    const [wrong, unknown] = replies.map(({ status, body: { requestId: _, ...rest } }) => ({ status, ...rest }))
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ status: 401, reason: 'wrong_login' })
    const events = await world.query(`select body::text from outbox.events where name = 'loginFailed'`)
    expect(events.length).toBeGreaterThanOrEqual(2)
    expect(JSON.stringify(events)).not.toContain('example.com')
  })

  test('a known and an unknown address cost the same work: one argon2id and one commit', async () => {
    await customer('costs@example.com')
    const { passwords } = world.app
    const spies = [vi.spyOn(passwords, 'hash'), vi.spyOn(passwords, 'matches')]
    const workOf = async (request: () => Promise<unknown>) => {
      const [calls, lines] = [spies.map((spy) => spy.mock.calls.length), world.logged.length]
      await request()
      const commits = world.logged.slice(lines).filter((line) => line.includes('"msg":"commit"'))
      const shapes = commits.map((line) => (JSON.parse(line).writes as string).match(/^(?:insert|update|event) \S+/gm))
      return { argon2: spies.map((spy, index) => spy.mock.calls.length - calls[index]!), shapes }
    }
    const logins = [
      await workOf(() => logIn('costs@example.com', 'Wrong-Kettle-1')),
      await workOf(() => logIn('stranger@example.com', 'Wrong-Kettle-1')),
    ]
    expect(logins[0]).toEqual({ argon2: [0, 1], shapes: [['event loginFailed']] })
    expect(logins[1]).toEqual(logins[0])
    const registrations = [
      await workOf(() => register('costs@example.com')),
      await workOf(() => register('stranger@example.com')),
    ]
    expect(registrations[0]).toEqual({
      argon2: [1, 0],
      shapes: [['insert holders.registrations', 'insert holders.emails', 'event codeSent']],
    })
    expect(registrations[1]).toEqual(registrations[0])
    for (const spy of spies) spy.mockRestore()
  })

  test.each([
    ['Kettle1', 'at least 8 characters and a symbol'],
    ['kettle-42-blue', 'an upper case letter'],
    ['KETTLE-42-BLUE', 'a lower case letter'],
    ['Kettle-and-Blue', 'a digit'],
    ['Kettle42Blue', 'a symbol'],
  ])('the password %s is refused: it also needs %s', async (weak, rule) => {
    const { body } = await register('weak@example.com', { password: weak })
    expect(body).toMatchObject({ code: 400, reason: 'weak_password', field: 'password' })
    expect(body.message).toContain(rule)
  })

  test.each(['Password1!', 'P@ssw0rd123', 'Qwerty123!', '!Summer2026', '1qaz@WSX', 'Weakling.1990'])(
    'the password %s is refused: everybody tries it first',
    async (common) => {
      const { body } = await register('weakling@example.com', { password: common })
      expect(body).toMatchObject({ code: 400, reason: 'common_password', field: 'password' })
    },
  )

  test('with a second factor a login replies a session token, whose code brings the tokens', async () => {
    await customer('careful@example.com', { secondFactor: true })
    const login = await logIn('careful@example.com')
    expect([login.status, login.body]).toEqual([
      200,
      { sessionToken: expect.stringMatching(/^st_/), secondFactor: 'email', expiresIn: 600 },
    ])
    const session = nordwind.withToken(login.body.sessionToken as string)
    expect((await session('GET', '/accounts')).status).toBe(401)
    expect((await session('POST', '/auth/2fa/verify', { body: { code: '000000' } })).body).toMatchObject({
      reason: 'invalid_code',
    })
    expect((await session('POST', '/auth/2fa/send')).body).toEqual({ expiresIn: 600 })
    const mail = await newestMail('careful@example.com')
    expect(mail.subject).toBe('Your login code for Nordwind Bank')
    const body = { code: codeIn(mail) }
    const tokens = await session('POST', '/auth/2fa/verify', { body })
    expect(tokens.status).toBe(200)
    expect((await nordwind.withToken(tokens.body.accessToken as string)('GET', '/accounts')).status).toBe(200)
    expect((await session('POST', '/auth/2fa/verify', { body })).body).toMatchObject({
      code: 401,
      reason: 'invalid_session_token',
    })
  })

  // In small: only the newest code works, for one address of one partner, for ten minutes
  longTest('a newer code replaces the one before, and a login has three of them', async () => {
    await customer('many@example.com', { secondFactor: true })
    const session = nordwind.withToken((await logIn('many@example.com')).body.sessionToken as string)
    const codes: (string | undefined)[] = []
    for (let sent = 0; sent < 3; sent++) {
      expect((await session('POST', '/auth/2fa/send')).status).toBe(200)
      codes.push(codeIn(await newestMail('many@example.com')))
    }
    expect((await session('POST', '/auth/2fa/send')).body).toMatchObject({ code: 429, reason: 'too_many_codes' })
    const last = codes.at(-1)
    for (const code of codes.filter((one) => one !== last))
      expect((await session('POST', '/auth/2fa/verify', { body: { code } })).status).toBe(400)
    expect((await session('POST', '/auth/2fa/verify', { body: { code: last } })).status).toBe(200)
  })

  test('of concurrent requests with one code one receives tokens', async () => {
    await customer('racer@example.com', { secondFactor: true })
    const session = nordwind.withToken((await logIn('racer@example.com')).body.sessionToken as string)
    await session('POST', '/auth/2fa/send')
    const body = { code: codeIn(await newestMail('racer@example.com')) }
    const replies = await Promise.all(Array.from({ length: 5 }, () => session('POST', '/auth/2fa/verify', { body })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401])
  })

  test('a session token lives for ten minutes', async () => {
    await customer('slow@example.com', { secondFactor: true })
    const session = nordwind.withToken((await logIn('slow@example.com')).body.sessionToken as string)
    world.clock.pass({ minutes: 10 })
    expect((await session('POST', '/auth/2fa/send')).body).toMatchObject({ reason: 'invalid_session_token' })
  })

  // In small: one address receives six codes an hour, whether or not it is a customer’s
  longTest('one address receives six codes an hour, whether or not it is a customer’s', async () => {
    const replies = []
    for (let sent = 0; sent < 7; sent++) replies.push(await register('flooded@example.com'))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201, 429])
    expect(replies.at(-1)!.headers['retry-after']).toMatch(/^\d+$/)
  })

  // In small: without the current password nothing changes, and guesses are limited
  longTest('guessing at one address ends with 429, and another customer still logs in', async () => {
    await customer('bystander@example.com')
    const replies = []
    for (let guess = 0; guess < 21; guess++) replies.push(await logIn('target@example.com', `Guess-number-${guess}`))
    expect(replies.at(-1)).toMatchObject({ status: 429, body: { reason: 'too_many_attempts' } })
    expect((await logIn('bystander@example.com')).status).toBe(200)
  })

  test('the replies are not stored: a repeated Idempotency-Key is refused and says so', async () => {
    await customer('keyed@example.com')
    const once = { body: { email: 'keyed@example.com', password }, headers: { 'idempotency-key': 'log-in-once' } }
    expect((await nordwind.asApp('POST', '/auth/login/email', once)).status).toBe(200)
    expect((await nordwind.asApp('POST', '/auth/login/email', once)).body).toMatchObject({ reason: 'reply_not_stored' })
  })

  test('no password and no code is in the log, in an event or in the audit, and nobody’s address', async () => {
    await customer('private@example.com')
    const stored = await world.query(
      `select body::text as text from outbox.events union all select coalesce(after::text, '') from directory.audit`,
    )
    const code = codeIn(await newestMail('private@example.com'))!
    const all = `${world.logged.join('\n')}\n${JSON.stringify(stored)}`
    for (const secret of [password, code, 'private@example.com']) expect(all).not.toContain(secret)
    const left = await world.query(`select 1 from holders.emails where status = 'sent' and sealed is not null`)
    expect(left).toEqual([])
  })

  test('old registrations and emails are deleted; books and seals agree with everything that was done', async () => {
    await world.pass({ hours: 24 * 31 })
    expect(await world.query('select 1 from holders.registrations union all select 1 from holders.emails')).toEqual([])
    expect((await world.verify()).differences).toEqual([])
  })
})
