import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Staff } from '#core/access'
import { auditEntriesOf } from '#core/directory'
import { newPerson, openBrowserOf, password, type TestBrowser } from '../world/dashboard-session.ts'
import { openPasskey } from '../world/passkey.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

const here = { host: new URL(publicUrl).hostname, origin: publicUrl }

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const actionsOf = async ({ id }: Staff, limit = 1) =>
  (await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(id) }, limit })).map(
    ({ action }) => action,
  )
const typesPassword = ({ email }: Staff, browser: TestBrowser) => browser.call('POST', '/session', { email, password })

/** A person in a session who adds a passkey. */
async function withPasskey() {
  const mia = await newPerson(world)
  const browser = openBrowserOf(world)
  await browser.logIn(mia)
  const passkey = openPasskey(here)
  const { body: options } = await browser.call('POST', '/session/second-factors/passkey/options', {})
  const sent = { passkey: passkey.register(options), name: 'Laptop' }
  const added = await browser.call('POST', '/session/second-factors/passkey', sent)
  expect(added.status).toBe(200)
  return { mia, browser, passkey, id: added.body.id as string }
}

describe('a passkey', () => {
  const begins = async (browser: TestBrowser) => (await browser.call('POST', '/session/passkey/options', {})).body

  test('is the second step after the password', async () => {
    const { mia, passkey } = await withPasskey()
    const browser = openBrowserOf(world)
    const begun = await typesPassword(mia, browser)
    expect(begun.body).toMatchObject({ totp: false, recoveryCode: true, passkey: { rpId: here.host } })
    const signed = passkey.sign(begun.body.passkey, { isUnlocked: false })
    expect((await browser.call('POST', '/session/second-step', { passkey: signed })).status).toBe(204)
  })

  test('alone logs its owner in, who has unlocked it', async () => {
    const { mia, passkey } = await withPasskey()
    const browser = openBrowserOf(world)
    const locked = passkey.sign(await begins(browser), { isUnlocked: false })
    expect((await browser.call('POST', '/session/passkey', { passkey: locked })).body.reason).toBe('wrong_passkey')
    const signed = passkey.sign(await begins(browser))
    expect((await browser.call('POST', '/session/passkey', { passkey: signed })).status).toBe(204)
    expect((await browser.call('GET', '/me')).body.email).toBe(mia.email)
    expect(await actionsOf(mia)).toEqual(['staffLoggedIn'])
  })

  test('proves nothing at another site, to another question, twice, or as a copy that counts behind', async () => {
    const { passkey } = await withPasskey()
    const browser = openBrowserOf(world)
    const logIn = async (signed: unknown) =>
      (await browser.call('POST', '/session/passkey', { passkey: signed })).body.reason
    const foreign = passkey.sign(await begins(browser), { origin: 'https://evil.example' })
    expect(await logIn(foreign)).toBe('wrong_passkey')
    const another = passkey.sign(await begins(browser), { challenge: Buffer.alloc(32, 7).toString('base64url') })
    expect(await logIn(another)).toBe('wrong_passkey')
    const signed = passkey.sign(await begins(browser), { counts: 40 })
    expect(await logIn(signed)).toBeUndefined()
    expect(await logIn(signed)).toBe('challenge_over')
    expect(await logIn(passkey.sign(await begins(browser), { counts: 12 }))).toBe('wrong_passkey')
  })

  test('of a person who left opens nothing', async () => {
    const { mia, passkey } = await withPasskey()
    await world.app.staff.change({ by: { actor: 'test', fromWhere: 'test' }, id: mia.id, changes: { active: false } })
    const browser = openBrowserOf(world)
    const signed = passkey.sign(await begins(browser))
    expect((await browser.call('POST', '/session/passkey', { passkey: signed })).body.reason).toBe('wrong_passkey')
  })

  test('is not added for somebody else’s question', async () => {
    const [mia, dan] = [await withPasskey(), await withPasskey()]
    const { body: options } = await mia.browser.call('POST', '/session/second-factors/passkey/options', {})
    dan.browser.cookies.set('florin_challenge', mia.browser.cookies.get('florin_challenge')!)
    const sent = { passkey: openPasskey(here).register(options), name: 'Mine now' }
    const refused = await dan.browser.call('POST', '/session/second-factors/passkey', sent)
    expect(refused.body.reason).toBe('challenge_over')
  })
  test('is added once', async () => {
    const { browser, passkey } = await withPasskey()
    const { body: options } = await browser.call('POST', '/session/second-factors/passkey/options', {})
    const sent = { passkey: passkey.register(options), name: 'Again' }
    const refused = await browser.call('POST', '/session/second-factors/passkey', sent)
    expect(refused.body).toMatchObject({ reason: 'passkey_known', field: 'passkey' })
  })
})

test('calls with made-up cookies are counted by address before they are looked up', async () => {
  await using limited = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'staff_by_address=2/PT1M' } })
  const browser = openBrowserOf(limited)
  browser.cookies.set('florin_session', `fss_${'a'.repeat(43)}`)
  browser.cookies.set('florin_challenge', `fsc_${'a'.repeat(43)}`)
  const statuses = []
  for (const path of ['/session/second-factors', '/session/proof/options', '/session/second-step'])
    statuses.push((await browser.call(path.endsWith('factors') ? 'GET' : 'POST', path, { code: '000000' })).status)
  expect(statuses).toEqual([401, 401, 429])
})
