import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditEntriesOf } from '#core/directory'
import { readConfig } from '../../src/app/config.ts'
import { newPerson, openBrowserOf, password, type TestBrowser } from '../world/dashboard-session.ts'
import { openOpenIdProvider } from '../world/openid-provider.ts'
import { createWorld, publicUrl, type World } from '../world/world.ts'

let world: World
let provider: Awaited<ReturnType<typeof openOpenIdProvider>>
let folder: string
let environment: Record<string, string>
beforeAll(async () => {
  const client = { clientId: 'florin', clientSecret: 'a secret of the provider' }
  provider = await openOpenIdProvider(client)
  folder = await mkdtemp(join(tmpdir(), 'florin-sign-on-'))
  await writeFile(join(folder, 'secret'), `${client.clientSecret}\n`, { mode: 0o600 })
  environment = {
    FLORIN_SSO_ISSUER: provider.issuer,
    FLORIN_SSO_CLIENT_ID: client.clientId,
    FLORIN_SSO_CLIENT_SECRET_FILE: join(folder, 'secret'),
    FLORIN_SSO_DOMAINS: 'dashboard.example',
    FLORIN_SSO_NAME: 'Example Login',
    FLORIN_PASSWORD_LOGIN: 'off',
    FLORIN_SECOND_FACTOR: 'everyone',
  }
  world = await createWorld({ environment })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await provider.close()
  await rm(folder, { recursive: true })
})

const path = '/session/sign-on'
/** The browser goes to the provider. */
const begins = async (browser: TestBrowser, query = '') => {
  const { status, location, set } = await browser.call('GET', `${path}${query}`)
  expect(status).toBe(303)
  return { address: location, set }
}
/** And comes back, as a link of another site leads it. */
const returns = (browser: TestBrowser, { search }: URL) =>
  browser.call('GET', `${path}/callback${search}`, undefined, {})

test('a person comes back from the provider as the one with this verified e-mail address, with the role they have', async () => {
  const mia = await newPerson(world, { role: 'finance' })
  const browser = openBrowserOf(world)
  expect((await browser.call('GET', '/session/options')).body).toEqual({
    password: false,
    singleSignOn: 'Example Login',
  })
  const { address, set } = await begins(browser, '?to=/op/payments')
  expect(set).toEqual([
    expect.stringMatching(
      /^florin_sign_on=[\w-]+; Path=\/staff\/v1\/session\/sign-on; HttpOnly; SameSite=Lax; Max-Age=600$/,
    ),
  ])
  const asked = new URL(address!).searchParams
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email',
    redirect_uri: `${publicUrl}/staff/v1/session/sign-on/callback`,
  })
  const back = await returns(browser, provider.visit(address!, { email: mia.email.toUpperCase() }))
  expect([back.status, back.location]).toEqual([303, '/dashboard/op/payments'])
  // Not led to a second factor: the provider stands for both steps.
  expect((await browser.call('GET', '/sites')).status).toBe(200)
  expect((await browser.call('GET', '/me')).body).toMatchObject({ email: mia.email, role: 'finance' })
  const [entry] = await auditEntriesOf(world.app.db, { subject: { kind: 'staff', id: String(mia.id) }, limit: 1 })
  expect(entry).toMatchObject({ action: 'staffLoggedIn', after: { with: 'single_sign_on' } })
})

test.each([
  ['an e-mail address that the provider has not verified', { isVerified: false }, 'email_not_verified'],
  ['nobody who works here', { email: 'nobody@dashboard.example' }, 'unknown_person'],
  ['an address of another domain', { email: 'owner@elsewhere.example' }, 'unknown_person'],
  ['an answer to another question', { nonce: 'another' }, 'sign_on_failed'],
  ['a token for another program', { audience: 'another' }, 'sign_on_failed'],
])('%s opens nothing, and the page says why', async (_who, visit, reason) => {
  const mia = await newPerson(world)
  const browser = openBrowserOf(world)
  const { address } = await begins(browser)
  const back = await returns(browser, provider.visit(address!, { email: mia.email, ...visit }))
  expect([back.status, back.location]).toEqual([303, `/dashboard?sign-on=${reason}`])
  expect((await browser.call('GET', '/me')).status).toBe(401)
  expect(browser.cookies.has('florin_sign_on')).toBe(false)
})

test('a person who left is nobody', async () => {
  const mia = await newPerson(world)
  await world.app.staff.change({ by: { actor: 'test', fromWhere: 'test' }, id: mia.id, changes: { active: false } })
  const browser = openBrowserOf(world)
  const { address } = await begins(browser)
  const back = await returns(browser, provider.visit(address!, { email: mia.email }))
  expect(back.location).toBe('/dashboard?sign-on=unknown_person')
})

test('the answer to another browser logs no one in, nor does one with a changed state, one that was used, or a late one', async () => {
  const mia = await newPerson(world)
  const [browser, stranger] = [openBrowserOf(world), openBrowserOf(world)]
  const visited = async () => provider.visit((await begins(browser)).address!, { email: mia.email })
  await begins(stranger)
  expect((await returns(stranger, await visited())).location).toBe('/dashboard?sign-on=challenge_over')
  expect((await returns(openBrowserOf(world), await visited())).location).toBe('/dashboard?sign-on=challenge_over')
  const changed = await visited()
  changed.searchParams.set('state', 'another')
  expect((await returns(browser, changed)).location).toBe('/dashboard?sign-on=challenge_over')
  const back = await visited()
  const kept = browser.cookies.get('florin_sign_on')!
  expect((await returns(browser, back)).location).toBe('/dashboard')
  stranger.cookies.set('florin_sign_on', kept)
  expect((await returns(stranger, back)).location).toBe('/dashboard?sign-on=sign_on_failed')
  const late = await visited()
  world.clock.pass({ minutes: 11 })
  expect((await returns(browser, late)).location).toBe('/dashboard?sign-on=challenge_over')
})

test('leads to no address of others', async () => {
  const mia = await newPerson(world)
  const browser = openBrowserOf(world)
  for (const to of ['https://evil.example', '//evil.example', '/op/../../x', '/m/1?x=1', '@evil.example']) {
    const { address } = await begins(browser, `?to=${encodeURIComponent(to)}`)
    const back = await returns(browser, provider.visit(address!, { email: mia.email }))
    expect([to, back.location]).toEqual([to, '/dashboard'])
  }
})

test('a proof made at the provider long ago is not fresh; asked again, the provider makes a new one', async () => {
  const mia = await newPerson(world)
  const browser = openBrowserOf(world)
  const body = { reason: 'She starts on Monday.', email: 'anew@florin.example', name: 'New', role: 'support' }
  const { address } = await begins(browser)
  const now = Math.floor(world.clock.wall().epochMilliseconds / 1_000)
  await returns(browser, provider.visit(address!, { email: mia.email, provenAt: now - 3_600 }))
  expect((await browser.call('POST', '/staff', body)).body.reason).toBe('proof_required')
  const again = await begins(browser, '?again=yes')
  expect(Object.fromEntries(new URL(again.address!).searchParams)).toMatchObject({ prompt: 'login', max_age: '300' })
  await returns(browser, provider.visit(again.address!, { email: mia.email, provenAt: now }))
  expect((await browser.call('POST', '/staff', body)).status).toBe(201)
})

test('with passwords off nobody comes with one, or with a passkey', async () => {
  const { email } = await newPerson(world)
  const browser = openBrowserOf(world)
  expect((await browser.call('POST', '/session', { email, password })).body.reason).toBe('password_login_off')
  expect((await browser.call('POST', '/session/passkey/options', {})).body.reason).toBe('password_login_off')
})

test('a provider that is down says so, and stops nothing else; without one there is no such address', async () => {
  await using down = await createWorld({ environment: { ...environment, FLORIN_SSO_ISSUER: 'http://127.0.0.1:9' } })
  const refused = await openBrowserOf(down).call('GET', path)
  expect([refused.status, refused.location]).toEqual([303, '/dashboard?sign-on=sign_on_down'])
  await using none = await createWorld()
  expect((await openBrowserOf(none).call('GET', path)).body.reason).toBe('no_sign_on')
})

test('settings that cannot be are refused before anything starts', async () => {
  const wrong = (changes: Record<string, string>) => () => readConfig({ ...environment, ...changes })
  expect(wrong({ FLORIN_SSO_CLIENT_ID: '' })).toThrow('FLORIN_SSO_CLIENT_ID: FLORIN_SSO_ISSUER needs it')
  expect(wrong({ FLORIN_SSO_CLIENT_SECRET_FILE: join(folder, 'none') })).toThrow('no such file')
  expect(wrong({ FLORIN_SSO_ISSUER: '' })).toThrow(
    'FLORIN_PASSWORD_LOGIN: without FLORIN_SSO_ISSUER nobody could log in',
  )
  expect(wrong({ FLORIN_SSO_DOMAINS: 'a b' })).toThrow('FLORIN_SSO_DOMAINS')
  const open = join(folder, 'open')
  await writeFile(open, 'secret')
  await chmod(open, 0o644)
  expect(wrong({ FLORIN_SSO_CLIENT_SECRET_FILE: open })).toThrow('open to other users')
})
