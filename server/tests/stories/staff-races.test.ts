import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Staff } from '#core/access'
import { Secret } from '#kernel/base/secret.ts'
import { codeOf, newPerson, ofPage, openBrowserOf, password, withApp } from '../world/dashboard-session.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const by = { actor: 'test', fromWhere: 'test' }
const isLoggedIn = async (browser: ReturnType<typeof openBrowserOf>) =>
  (await browser.call('GET', '/me')).status === 200

/** Both are decided by what was there before, and are written one after the other, in this order. */
async function atOnce<A, B>({ id }: Staff, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const row = await world.holdRow('access.staff', id)
  const one = first()
  await world.untilWaiting(1)
  const other = second()
  await world.untilWaiting(2)
  await row.release()
  return Promise.all([one, other])
}

test.each(['first', 'last'])(
  'a log-in in the instant of the first second factor is not without it: written %s',
  async (which) => {
    const mia = await newPerson(world)
    const [browser, late] = [openBrowserOf(world), openBrowserOf(world)]
    await browser.logIn(mia)
    const { body } = await browser.call('POST', '/session/second-factors/totp/setup', {})
    const sent = { setup: body.setup, code: codeOf(world, body.typed), name: 'Telephone' }
    const adds = () => browser.call('POST', '/session/second-factors/totp', sent)
    const logsIn = () => late.call('POST', '/session', { email: mia.email, password })
    const added = await (which === 'first'
      ? atOnce(mia, logsIn, adds).then(([, reply]) => reply)
      : atOnce(mia, adds, logsIn).then(([reply]) => reply))
    expect(added.status).toBe(200)
    expect(await isLoggedIn(late)).toBe(false)
    expect(await isLoggedIn(browser)).toBe(true)
  },
)

test.each(['first', 'last'])(
  'a log-in with a password in the instant of a new one does not outlive it: written %s',
  async (which) => {
    const mia = await newPerson(world)
    const { token } = await world.app.staff.invite({ by, staffId: mia.id, link: 'shown' })
    const late = openBrowserOf(world)
    const replaces = () =>
      world.app.staff.acceptInvitation({
        token: token.reveal(),
        password: new Secret('a sentence nobody guesses'),
        ip: '',
      })
    const logsIn = () => late.call('POST', '/session', { email: mia.email, password })
    await (which === 'first' ? atOnce(mia, logsIn, replaces) : atOnce(mia, replaces, logsIn))
    expect(await isLoggedIn(late)).toBe(false)
  },
)

test('of two links at once, and of one in the instant of a deactivation, none is left that sets a password', async () => {
  const mia = await newPerson(world)
  const invites = () => world.app.staff.invite({ by, staffId: mia.id, link: 'shown' })
  const accepts = async ({ token }: { token: Secret<string> }) =>
    world.app.staff
      .acceptInvitation({ token: token.reveal(), password: new Secret('a sentence nobody guesses'), ip: '' })
      .catch(({ code }) => code)
  const [first, second] = await atOnce(mia, invites, invites)
  expect(await accepts(first)).toBe('invitation_over')
  expect(await accepts(second)).toMatchObject({ id: mia.id })

  const sets = (active: boolean) => world.app.staff.change({ by, id: mia.id, changes: { active } })
  const [, refused] = await atOnce(
    mia,
    () => sets(false),
    () => invites().catch(({ code }) => code),
  )
  expect(refused).toBe('staff_inactive')
  await sets(true)
})

test('an app is added once, however often and at once its setup is confirmed; another setup is another app', async () => {
  const mia = await newPerson(world)
  const browser = openBrowserOf(world)
  await browser.logIn(mia)
  const setUp = async () => (await browser.call('POST', '/session/second-factors/totp/setup', {})).body
  const [one, other] = [await setUp(), await setUp()]
  const confirms = ({ setup, typed }: { setup: string; typed: string }) =>
    browser.call('POST', '/session/second-factors/totp', { setup, code: codeOf(world, typed), name: 'Telephone' })
  const confirmsOne = () => confirms(one)
  const [first, second] = await atOnce(mia, confirmsOne, confirmsOne)
  const third = await confirmsOne()
  expect([first, second, third].map(({ status, body }) => [status, body.id])).toEqual(
    Array(3).fill([200, first.body.id]),
  )
  expect([first, second, third].map(({ body }) => body.recoveryCodes.length).toSorted()).toEqual([0, 0, 10])
  await confirms(other)
  expect((await browser.call('GET', '/session/second-factors')).body).toMatchObject({
    factors: [{ id: first.body.id }, {}],
    recoveryCodesLeft: 10,
  })
})

test('a log-in that waits for its second step ends with the password that it began with', async () => {
  const { mia, typed } = await withApp(world)
  const browser = openBrowserOf(world)
  await browser.call('POST', '/session', { email: mia.email, password })
  const { token } = await world.app.staff.invite({ by, staffId: mia.id, link: 'shown' })
  await world.app.staff.acceptInvitation({
    token: token.reveal(),
    password: new Secret('a sentence nobody guesses'),
    ip: '',
  })
  const reply = await browser.call('POST', '/session/second-step', { code: codeOf(world, typed) })
  expect(reply.body.reason).toBe('challenge_over')
})

test('what a page reads by itself is no use of its session; what it changes is', async () => {
  const mia = await newPerson(world)
  const [open, working] = [openBrowserOf(world), openBrowserOf(world)]
  for (const browser of [open, working]) await browser.logIn(mia)
  const alone = { ...ofPage, 'florin-background': '1' }
  for (let minutes = 0; minutes < 90; minutes += 30) {
    world.clock.pass({ minutes: 30 })
    for (const browser of [open, working]) expect((await browser.call('GET', '/me', undefined, alone)).status).toBe(200)
  }
  const view = { list: 'payments', name: 'Mine', search: 'status=failed', shared: false, reason: 'To see it again.' }
  expect((await working.call('POST', '/saved-views', view, alone)).status).toBe(201)
  world.clock.pass({ minutes: 30 })
  expect([await isLoggedIn(open), await isLoggedIn(working)]).toEqual([false, true])
  expect((await working.call('GET', '/me/sessions')).body.total).toBe(1)
})

test('the list of open sessions has as many pages as it needs', async () => {
  const mia = await newPerson(world)
  const [last] = await Promise.all([1, 2, 3].map(() => logInAs(mia)))
  const page = async (page: number) => (await last!.call('GET', `/me/sessions?size=2&page=${page}`)).body
  expect([(await page(1)).data.length, (await page(1)).total]).toEqual([2, 3])
  expect((await page(2)).data).toHaveLength(1)
})

test('a person who comes back begins anew: what was open when they left stays over', async () => {
  const mia = await newPerson(world)
  const { token } = await world.app.staff.invite({ by, staffId: mia.id, link: 'shown' })
  const before = await logInAs(mia)
  for (const active of [false, true]) await world.app.staff.change({ by, id: mia.id, changes: { active } })
  expect(await isLoggedIn(before)).toBe(false)
  const joined = await before.call('POST', '/session/join', {
    token: token.reveal(),
    password: 'a sentence nobody guesses',
  })
  expect(joined.body.reason).toBe('invitation_over')
  expect(await isLoggedIn(await logInAs(mia))).toBe(true)
})

async function logInAs(person: Staff) {
  const browser = openBrowserOf(world)
  await browser.logIn(person)
  return browser
}
