import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { newPerson, openBrowserOf, password } from '../world/dashboard-session.ts'
import { openPeople, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

/** What reveals a secret, gives access or opens a way to money asks a person who is logged in for a fresh proof. */
const dangerous = [
  'POST /staff',
  'PATCH /staff/:staffId',
  'POST /staff/:staffId/invite',
  'POST /staff/:staffId/reset-second-factors',
  'POST /staff/:staffId/tokens',
  'POST /merchants/:merchantId/bank-accounts',
  'POST /merchants/:merchantId/bank-accounts/:bankAccountId/release',
  'POST /merchants/:merchantId/bank-accounts/:bankAccountId/remove',
  'POST /partners',
  'PATCH /partners/:partnerId',
  'POST /partners/:partnerId/api-keys',
  'POST /partners/:partnerId/signing-keys',
  'POST /partners/:partnerId/signing-keys/activate',
  'POST /products/:productId/keys',
  'POST /sites/:siteId/keys',
  'POST /sites/:siteId/keys/:keyId/reveal',
  'POST /merchants/:merchantId/close',
  'POST /merchants/:merchantId/reopen',
  'GET /customers/:customerId/personal-data',
  'GET /shoppers/:shopperId/personal-data',
  'POST /customers/:customerId/erase',
  'POST /shoppers/:shopperId/erase',
]

let world: World
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await (await openPeople(world)).person()
})
afterAll(() => world[Symbol.asyncDispose]())

const asked = () => staffRoutes(world.app).filter(({ needsRecentProof }) => needsRecentProof)
const pathOf = (path: string) => path.replaceAll(/:\w+/g, '999999')

test('the routes that ask for a proof are these, and every one that shows a secret is among them', () => {
  expect(
    asked()
      .map(({ method, path }) => `${method} ${path}`)
      .toSorted(),
  ).toEqual(dangerous.toSorted())
  const secret = staffRoutes(world.app).filter(
    ({ repeated, needsRecentProof }) => repeated === 'secret' && !needsRecentProof,
  )
  expect(secret.map(({ path }) => path)).toEqual([])
})

test('each asks for it when the last proof is older than five minutes, and takes the same key once it is given', async () => {
  const browser = openBrowserOf(world)
  await browser.logIn(await newPerson(world))
  world.clock.pass({ minutes: 5, seconds: 1 })
  for (const { method, path } of asked()) {
    const { status, body } = await browser.call(method as 'POST', pathOf(path), { reason: 'A law tries it.' })
    expect([path, status, body.reason]).toEqual([path, 403, 'proof_required'])
  }
  const sent = { reason: 'He starts on Monday.', email: 'dan@florin.example', name: 'Dan', role: 'support' }
  const key = { origin: 'http://florin.test', 'florin-dashboard': '1', 'idempotency-key': 'one-dialog' }
  expect((await browser.call('POST', '/staff', sent, key)).body.reason).toBe('proof_required')
  expect((await browser.call('POST', '/session/proof', { password })).status).toBe(204)
  const first = await browser.call('POST', '/staff', sent, key)
  const again = await browser.call('POST', '/staff', sent, key)
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
})

test('a program is not asked: nobody sits in front of it, and a person proved to be there when its token was made', async () => {
  for (const { method, path } of asked()) {
    const { body } = await owner.call(method, pathOf(path), {
      body: { reason: 'A law tries it.' },
      changesNothing: true,
    })
    expect([path, body.reason === 'proof_required']).toEqual([path, false])
  }
})
