import { Secret as OtpSecret } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rewrapFactors, type Staff } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import {
  addsApp,
  codeOf,
  newPerson,
  ofPage,
  openBrowserOf,
  password,
  type TestBrowser,
  withApp,
} from '../world/dashboard-session.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const actionsOf = async ({ id }: Staff, limit = 1) =>
  (await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(id) }, limit })).map(
    ({ action }) => action,
  )
const textOfKeys = () => {
  const { keys } = world.app.config
  if (!('text' in keys)) throw new Error('the keys of a world are a text')
  return keys.text.reveal()
}
const typesPassword = ({ email }: Staff, browser: TestBrowser = openBrowserOf(world)) =>
  browser.call('POST', '/session', { email, password })

describe('an authenticator app', () => {
  test('is asked for after the password, and until then nothing else is possible', async () => {
    const { mia, typed } = await withApp(world)
    const browser = openBrowserOf(world)
    const begun = await typesPassword(mia, browser)
    expect([begun.status, begun.body]).toEqual([202, { totp: true, recoveryCode: true }])
    expect(begun.set).toEqual([
      expect.stringMatching(
        /^florin_challenge=fsc_[\w-]{43}; Path=\/staff\/v1\/session; HttpOnly; SameSite=Strict; Max-Age=300$/,
      ),
    ])
    for (const path of ['/me', '/staff', '/session/second-factors'])
      expect((await browser.call('GET', path)).status).toBe(401)
    expect((await browser.call('POST', '/session/second-step', { code: codeOf(world, typed) })).status).toBe(204)
    expect((await browser.call('GET', '/me')).body.email).toBe(mia.email)
    expect(browser.cookies.has('florin_challenge')).toBe(false)
  })

  test('proves nothing with a wrong code, an old one, one that was used, or one of somebody else', async () => {
    const { mia, typed } = await withApp(world)
    const other = await withApp(world)
    const browser = openBrowserOf(world)
    await typesPassword(mia, browser)
    const right = codeOf(world, typed)
    for (const code of [codeOf(world, typed, -3), codeOf(world, other.typed), right === '123456' ? '654321' : '123456'])
      expect((await browser.call('POST', '/session/second-step', { code })).body).toMatchObject({
        reason: 'wrong_code',
        field: 'code',
      })
    expect((await browser.call('POST', '/session/second-step', { code: right })).status).toBe(204)
    const again = openBrowserOf(world)
    await typesPassword(mia, again)
    expect((await again.call('POST', '/session/second-step', { code: right })).body.reason).toBe('wrong_code')
  })

  test('gives one session for one code, however many send it at the same moment', async () => {
    const { mia, typed } = await withApp(world)
    const browsers = await Promise.all(
      [1, 2, 3].map(async () => {
        const browser = openBrowserOf(world)
        await typesPassword(mia, browser)
        return browser
      }),
    )
    const code = codeOf(world, typed)
    const replies = await Promise.all(browsers.map((one) => one.call('POST', '/session/second-step', { code })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 403, 403])
  })

  test('lets nobody finish the log-in of another browser, or one that is over', async () => {
    const { mia, typed } = await withApp(world)
    const [browser, stranger] = [openBrowserOf(world), openBrowserOf(world)]
    await typesPassword(mia, browser)
    expect((await stranger.call('POST', '/session/second-step', { code: codeOf(world, typed) })).body.reason).toBe(
      'challenge_over',
    )
    world.clock.pass({ minutes: 5 })
    expect((await browser.call('POST', '/session/second-step', { code: codeOf(world, typed) })).body.reason).toBe(
      'challenge_over',
    )
  })

  test('stops who guesses codes, whatever browser the guesses come from', async () => {
    await using limited = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'staff_second_steps=2/PT1H' } })
    const { mia } = await withApp(limited)
    const statuses = []
    for (const _ of [1, 2, 3]) {
      const browser = openBrowserOf(limited)
      await browser.call('POST', '/session', { email: mia.email, password })
      statuses.push((await browser.call('POST', '/session/second-step', { code: '000000' })).status)
    }
    expect(statuses).toEqual([403, 403, 429])
  })

  test('is kept sealed, and is sealed again when the key rotates', async () => {
    const { typed, id } = await withApp(world)
    const sealedOf = async () =>
      Buffer.from(
        (await world.app.db.run('select sealed_secret from access.staff_factors where id = $1', [id]))[0]!
          .sealed_secret as Uint8Array,
      )
    const before = await sealedOf()
    expect(before.includes(Buffer.from(OtpSecret.fromBase32(typed).bytes))).toBe(false)
    const keys = readKeyRing(withFreshKey(textOfKeys(), 'directory'))
    const ctx = { ...world.app, keys }
    expect(await rewrapFactors(ctx, { limit: 500 })).toMatchObject({ unreadable: [] })
    expect((await rewrapFactors(ctx, { limit: 500 })).rewrapped).toBe(0)
    expect(keys.versionOf(await sealedOf())).toBe(2)
  })
})

describe('a recovery code', () => {
  test('stands in for a telephone once, as a person types it', async () => {
    const { mia, recoveryCodes } = await withApp(world)
    expect(recoveryCodes).toHaveLength(10)
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    const browser = openBrowserOf(world)
    await typesPassword(mia, browser)
    expect((await browser.call('POST', '/session/second-step', { recoveryCode: typed })).status).toBe(204)
    expect((await browser.call('GET', '/session/second-factors')).body.recoveryCodesLeft).toBe(9)
    await typesPassword(mia, browser)
    expect((await browser.call('POST', '/session/second-step', { recoveryCode: typed })).body.reason).toBe('wrong_code')
  })

  test('ends when newer ones are made', async () => {
    const { mia, browser, recoveryCodes } = await withApp(world)
    const renewed = await browser.call('POST', '/session/recovery-codes', {})
    expect(renewed.body.recoveryCodes).toHaveLength(10)
    const other = openBrowserOf(world)
    await typesPassword(mia, other)
    const step = (recoveryCode: string) => other.call('POST', '/session/second-step', { recoveryCode })
    expect((await step(recoveryCodes[1]!)).body.reason).toBe('wrong_code')
    expect((await step(renewed.body.recoveryCodes[1])).status).toBe(204)
  })
})

describe('second factors of a person', () => {
  test('are listed, named and removed by their owner alone; the first ends all sessions that were open without it', async () => {
    const mia = await newPerson(world)
    const [browser, forgotten] = [openBrowserOf(world), openBrowserOf(world)]
    for (const one of [browser, forgotten]) await one.logIn(mia)
    const { body } = await browser.call('POST', '/session/second-factors/totp/setup', {})
    const sent = { setup: body.setup, code: codeOf(world, body.typed), name: 'Old telephone' }
    const { body: added } = await browser.call('POST', '/session/second-factors/totp', sent)
    expect((await forgotten.call('GET', '/me')).status).toBe(401)
    expect(
      (await browser.call('POST', `/session/second-factors/${added.id}/rename`, { name: 'Telephone' })).status,
    ).toBe(204)
    expect((await browser.call('GET', '/session/second-factors')).body).toMatchObject({
      factors: [{ id: added.id, kind: 'totp', name: 'Telephone' }],
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    const dan = openBrowserOf(world)
    await dan.logIn(await newPerson(world))
    for (const deed of ['rename', 'remove']) {
      const refused = await dan.call('POST', `/session/second-factors/${added.id}/${deed}`, { name: 'Mine' })
      expect([deed, refused.body.reason]).toEqual([deed, 'factor_not_found'])
    }
    expect((await browser.call('POST', `/session/second-factors/${added.id}/remove`, {})).status).toBe(204)
    expect((await browser.call('GET', '/session/second-factors')).body).toMatchObject({
      factors: [],
      recoveryCodesLeft: 0,
    })
    expect(await actionsOf(mia, 4)).toEqual([
      'staffFactorRemoved',
      'staffFactorRenamed',
      'staffFactorAdded',
      'staffLoggedIn',
    ])
    expect((await typesPassword(mia)).status).toBe(204)
  })

  test('change only with a proof to be there that is not older than five minutes', async () => {
    const { browser, typed, id } = await withApp(world)
    world.clock.pass({ minutes: 5, seconds: 1 })
    const deeds: [string, object][] = [
      ['/session/second-factors/totp/setup', {}],
      ['/session/second-factors/passkey/options', {}],
      ['/session/recovery-codes', {}],
      [`/session/second-factors/${id}/remove`, {}],
    ]
    for (const [path, body] of deeds)
      expect([path, (await browser.call('POST', path, body)).body.reason]).toEqual([path, 'proof_required'])
    const { body: ways } = await browser.call('POST', '/session/proof/options', {})
    expect(ways).toEqual({ totp: true, recoveryCode: true, password: true })
    expect((await browser.call('POST', '/session/proof', { code: codeOf(world, typed) })).status).toBe(204)
    expect((await browser.call('POST', `/session/second-factors/${id}/remove`, {})).status).toBe(204)
  })

  test('are reset by another owner, with a reason, which ends all sessions; nobody resets their own or a stranger’s', async () => {
    const { mia, browser } = await withApp(world, 'support')
    const [owner, stranger] = [openBrowserOf(world), openBrowserOf(world)]
    await owner.logIn(await newPerson(world))
    const shop = { kind: 'merchant', id: '101' } as const
    await stranger.logIn(await newPerson(world, { scope: shop }))
    const path = `/staff/${mia.id}/reset-second-factors`
    const body = { reason: 'She lost her telephone.' }
    expect((await stranger.call('POST', path, body)).body.reason).toBe('staff_not_found')
    expect((await owner.call('POST', path, {})).status).toBe(400)
    expect((await owner.call('POST', path, body)).status).toBe(200)
    expect((await browser.call('GET', '/me')).status).toBe(401)
    expect((await typesPassword(mia)).status).toBe(204)
    const [entry] = await auditEntriesOf(world.app.db, {
      subject: { kind: 'staff', id: String(mia.id) },
      limit: 2,
    }).then((entries) => entries.filter(({ action }) => action === 'staffSecondFactorReset'))
    expect(entry).toMatchObject({
      reason: 'She lost her telephone.',
      before: { factors: [{ kind: 'totp', name: 'Telephone' }] },
    })
    const own = await withApp(world)
    const refused = await own.browser.call('POST', `/staff/${own.mia.id}/reset-second-factors`, body)
    expect(refused.body.reason).toBe('own_second_factor')
  })
})

describe('where a second factor is required of roles that move money', () => {
  let strict: World
  beforeAll(async () => {
    strict = await createWorld({ environment: { FLORIN_SECOND_FACTOR: 'money' } })
  })
  afterAll(() => strict[Symbol.asyncDispose]())

  test('a person without one can add one and do nothing else; one who only reads needs none', async () => {
    const browser = openBrowserOf(strict)
    await browser.logIn(await newPerson(strict, { role: 'finance' }))
    expect((await browser.call('GET', '/me')).body).toMatchObject({ secondFactorMissing: true })
    for (const path of ['/sites', '/search?text=ana', '/saved-views?list=payments', '/stream', '/reference/merchants'])
      expect([path, (await browser.call('GET', path)).body.reason]).toEqual([path, 'second_factor_required'])
    expect((await browser.call('GET', '/me/sessions')).status).toBe(200)
    const added = await addsApp(strict, browser)
    expect((await browser.call('GET', '/sites')).status).toBe(200)
    expect((await browser.call('GET', '/me')).body.secondFactorMissing).toBeUndefined()
    const remove = ({ id }: { id: string }) => browser.call('POST', `/session/second-factors/${id}/remove`, {})
    expect((await remove(added)).body.reason).toBe('factor_required')
    const statuses = [added, await addsApp(strict, browser)].map(async (one) => (await remove(one)).status)
    expect((await Promise.all(statuses)).toSorted()).toEqual([204, 409])
    const reader = openBrowserOf(strict)
    await reader.logIn(await newPerson(strict, { role: 'read-only' }))
    expect((await reader.call('GET', '/sites')).status).toBe(200)
  })
})

test('who sends nothing proves nothing, and who has no second factor has no recovery codes', async () => {
  const browser = openBrowserOf(world)
  await browser.logIn(await newPerson(world))
  expect((await browser.call('POST', '/session/proof', {})).body.reason).toBe('nothing_proved')
  expect((await browser.call('POST', '/session/recovery-codes', {})).body.reason).toBe('no_second_factor')
})

test('a person has at most twenty', async () => {
  const { browser } = await withApp(world)
  for (let nth = 1; nth < 20; nth++) await addsApp(world, browser)
  const { body } = await browser.call('POST', '/session/second-factors/totp/setup', {})
  const sent = { setup: body.setup, code: codeOf(world, body.typed), name: 'One more' }
  expect((await browser.call('POST', '/session/second-factors/totp', sent)).body.reason).toBe('too_many_factors')
})

test('nothing of this is done for a page of another site', async () => {
  const { browser } = await withApp(world)
  const paths = [
    'second-step',
    'passkey/options',
    'passkey',
    'proof/options',
    'proof',
    'end-others',
    'recovery-codes',
    'second-factors/totp/setup',
    'second-factors/totp',
    'second-factors/passkey/options',
    'second-factors/passkey',
    'second-factors/1/rename',
    'second-factors/1/remove',
  ]
  for (const path of paths)
    for (const headers of [
      { ...ofPage, origin: 'https://evil.example' },
      { ...ofPage, 'florin-dashboard': undefined },
    ]) {
      const { body } = await browser.call('POST', `/session/${path}`, {}, JSON.parse(JSON.stringify(headers)))
      expect([path, body.reason]).toEqual([path, 'foreign_origin'])
    }
})
