import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, onTestFinished, test } from 'vitest'
import { readHolderId } from '#issuing/ids'
import { openHitsOf, rewrapFacts, screenPerson, showHit } from '#issuing/screening'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { approveKyc } from '../world/issuing.ts'
import { submitsAll } from '../world/kyc.ts'
import { codeIn, mailOf } from '../world/mail.ts'
import { openPartner } from '../world/partner.ts'
import { compliance, loads, tavio } from '../world/sanctions.ts'
import { list, namesake, openScreened } from '../world/screened.ts'
import { createWorld } from '../world/world.ts'

test('names, births and countries are sealed at rest, and in no log, event, audit entry or seal', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const { holderId } = await customer()
  const planted = {
    names: ['Tavio Brenholm Zyxquat'],
    birthDate: Temporal.PlainDate.from('1994-12-13'),
    countries: ['RO'],
  }
  const [hit] = await screenPerson(app, holderId, planted)
  await showHit(app, { by: compliance, hitId: hit!.id })
  await decides(hit, 'clear')
  await sealAll(app)
  const tables = await world.query(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  for (const { name } of tables) {
    const texts = (await world.query(`select t::text as row from ${name} t`)).map(({ row }) => String(row)).join()
    expect(texts, String(name)).not.toMatch(/Zyxquat|1994-12-13/i)
  }
  expect(world.logged.join()).not.toMatch(/Zyxquat|1994-12-13/i)
})

test('facts that do not open are logged by their customer, passed by the comparison, and named by verify', async () => {
  const { world, app, customer } = await openScreened()
  const [one, other] = [await customer(), await customer()]
  for (const { holderId } of [one, other]) await screenPerson(app, holderId, namesake)
  await world.query(`update screening.people set sealed_facts = '\\x010203' where holder_id = '${one.holderId}'`)
  await loads(world, 'ofac', list(tavio))
  await world.runUntilIdle()
  expect(await openHitsOf(app.db, other.holderId)).toHaveLength(1)
  expect(world.logged.some((line) => line.includes('because the facts do not open'))).toBe(true)
  expect(await world.query('select screened, unreadable, failed from screening.runs')).toEqual([
    { screened: 1, unreadable: 1, failed: [] },
  ])
  const about = `screened person ${one.holderId}`
  expect((await world.verify()).differences.map((difference) => difference.about)).toEqual([about, about])
})

test('a comparison that fails is made again until it is done, and keeps nobody else waiting', async () => {
  const { world, app, customer } = await openScreened()
  const [one, other] = [await customer(), await customer()]
  for (const { holderId } of [one, other]) await screenPerson(app, holderId, namesake)
  await loads(world, 'ofac', list(tavio))
  await world.query(
    `alter table screening.people add constraint refused check (holder_id <> '${one.holderId}') not valid`,
  )
  await world.runUntilIdle()
  expect(await openHitsOf(app.db, other.holderId)).toHaveLength(1)
  const runs = () => world.query('select screened, failed, ended_at is not null as ended from screening.runs')
  expect(await runs()).toEqual([{ screened: 1, failed: [one.holderId], ended: false }])
  await world.pass({ minutes: 5 })
  expect(await runs()).toEqual([{ screened: 1, failed: [one.holderId], ended: false }])
  await world.query('alter table screening.people drop constraint refused')
  await world.pass({ minutes: 5 })
  expect(await runs()).toEqual([{ screened: 2, failed: [], ended: true }])
  expect(await openHitsOf(app.db, one.holderId)).toHaveLength(1)
  expect((await world.verify()).differences).toEqual([])
})

test('facts of one customer do not open as those of another', async () => {
  const { world, app, customer } = await openScreened()
  const [one, other] = [await customer(), await customer()]
  for (const { holderId } of [one, other]) await screenPerson(app, holderId, namesake)
  await world.query(`update screening.people p set sealed_facts = q.sealed_facts from screening.people q
    where p.holder_id = '${one.holderId}' and q.holder_id = '${other.holderId}'`)
  expect((await world.verify()).differences.map(({ about }) => about)).toEqual([`screened person ${one.holderId}`])
})

test('a rotation of the master keys seals facts anew, and they are the same', async () => {
  const text = generateKeys()
  const world = await createWorld({ environment: { FLORIN_KEYS: text } })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const partner = await openPartner(world)
  const { customerId } = await partner.customer()
  await approveKyc(world, customerId)
  await screenPerson(world.app, readHolderId(customerId)!, namesake)
  const keys = readKeyRing(withFreshKey(text, 'documents'))
  const rotated = { ...world.app, keys }
  expect(await rewrapFacts(rotated, { limit: 10 })).toEqual({ rewrapped: 1, unreadable: [] })
  expect(await rewrapFacts(rotated, { limit: 10 })).toEqual({ rewrapped: 0, unreadable: [] })
  await loads(world, 'ofac', list(tavio))
  expect(await screenPerson(rotated, readHolderId(customerId)!, namesake)).toHaveLength(1)
})

test('a customer who logs in with a wallet that a list names is a strong hit, at the first approval and on a new list', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const nordwind = await openPartner(world)
  const registers = async (email: string) => {
    const account = privateKeyToAccount(generatePrivateKey())
    const { asApp } = nordwind
    const { body: challenge } = await asApp('POST', '/auth/register/wallet/challenge', {
      body: { walletAddress: account.address },
    })
    const signature = await account.signMessage({ message: String(challenge.message) })
    const body = { challengeId: challenge.challengeId, signature, email }
    const { registrationId } = (await asApp('POST', '/auth/register/wallet', { body })).body
    await world.runUntilIdle()
    const code = codeIn((await mailOf(world, email)).at(-1)!)
    const made = await asApp('POST', '/auth/register/wallet/verify', { body: { registrationId, code } })
    const call = nordwind.withToken(String(made.body.accessToken))
    const isVerified = async () => {
      await submitsAll(world, call, { firstName: 'Approve' })
      await world.runUntilIdle()
    }
    const status = async () => (await call('GET', '/kyc')).body.status
    return { wallet: account.address, holderId: readHolderId(String(made.body.customerId))!, isVerified, status }
  }
  const [first, second] = [await registers('w1@example.com'), await registers('w2@example.com')]
  await loads(world, 'ofac', list({ ...tavio, wallet: first.wallet.toLowerCase() }))
  await first.isVerified()
  await second.isVerified()
  expect([await first.status(), await second.status()]).toEqual(['pending_review', 'approved'])
  expect(await openHitsOf(world.app.db, first.holderId)).toMatchObject([
    { reference: '9001', name: first.wallet.toLowerCase(), strong: true, scoreThousandths: 1000 },
  ])
  await loads(world, 'ofac', list({ ...tavio, id: 9003, wallet: second.wallet }))
  await world.runUntilIdle()
  expect(await second.status()).toBe('pending_review')
  expect((await world.verify()).differences).toEqual([])
})
