import { expect, test } from 'vitest'
import { rewrapTokenKeys, rotateTokenKeys } from '#core/access'
import { readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { rewrapAll } from '../../src/app/rewrap-all.ts'
import { by } from '../world/author.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

const because = { body: { reason: 'The end of the month.' } }

test('an operator has everything verified: one at a time, by a worker, and reads what was found', async () => {
  const fixture = await makePaymentsFixture()
  await using world = fixture.world
  const ana = await (await openPeople(world)).person('finance')
  await fixture.pays()
  const headers = { 'idempotency-key': 'verify-1' }
  const begun = await ana.call('POST', '/books/verifications', { ...because, headers })
  expect(begun).toMatchObject({ status: 201, body: { status: 'waiting', requestedBy: `staff ${ana.staff.id}` } })
  expect((await ana.call('POST', '/books/verifications', { ...because, headers })).body).toEqual(begun.body)
  const again = await ana.call('POST', '/books/verifications', because)
  expect(again).toMatchObject({ status: 409, body: { reason: 'task_under_way' } })
  await world.runUntilIdle()
  const done = async () => (await ana.call('GET', '/books/verifications?size=1')).body
  const first = await done()
  expect(first).toMatchObject({
    total: 1,
    data: [{ id: begun.body.id, status: 'done', result: { differences: [], more: 0 } }],
  })

  await world.app.db.run(`update payments.payments set captured_minor = captured_minor - 1, minor = minor`, [])
  await ana.call('POST', '/books/verifications', because)
  await world.runUntilIdle()
  expect(await done()).toMatchObject({ total: 2, data: [{ status: 'done' }] })
  const [{ result }] = (await done()).data as [{ result: { differences: { about: string }[] } }]
  expect(result.differences.map(({ about }) => about)).toContain('payment 1001')
})

test('everything is sealed anew by a worker, and the status names keys by their numbers alone', async () => {
  const fixture = await makePaymentsFixture()
  await using world = fixture.world
  const people = await openPeople(world)
  const dan = await people.person('developer')
  await fixture.pays({ save: true })
  expect((await dan.call('GET', '/keys/status')).body).toMatchObject({
    purposes: [{ purpose: 'vault', newest: 1, held: [1] }, {}, {}, {}],
    cardNumbers: [{ key: 1, count: 1, isNewest: true }],
  })
  await dan.call('POST', '/keys/rewraps', because)
  await world.runUntilIdle()
  const [run] = (await dan.call('GET', '/keys/rewraps')).body.data as [
    { status: string; result: { kinds: object[]; left: object[] } },
  ]
  expect(run).toMatchObject({ status: 'done' })
  expect(run.result.kinds[0]).toEqual({ kind: 'card numbers', rewrapped: 0, unreadable: [], unreadableCount: 0 })
  expect(run.result.left).toEqual([])
  const eve = await people.person('finance')
  expect(await eve.call('POST', '/keys/rewraps', because)).toMatchObject({ status: 403 })
})

test('the keys that sign access tokens are sealed again when the master key rotates', async () => {
  await using world = (await makePaymentsFixture()).world
  const { app } = world
  const { keys: given } = app.config
  if (!('text' in given)) throw new Error('the keys of a world are a text')
  await rotateTokenKeys(app)
  const sealedOnes = () => app.db.run('select sealed from access.token_keys order by id', [])
  const before = await sealedOnes()
  const keys = readKeyRing(withFreshKey(given.text.reveal(), 'directory'))
  const renewed = { ...app, keys }
  expect(await rewrapTokenKeys(renewed, { limit: 500 })).toEqual({ rewrapped: before.length, unreadable: [] })
  expect(await rewrapTokenKeys(renewed, { limit: 500 })).toEqual({ rewrapped: 0, unreadable: [] })
  const after = await sealedOnes()
  expect(after.map(({ sealed }) => keys.versionOf(sealed as Uint8Array))).toEqual(before.map(() => 2))
  await app.db.run(`update access.token_keys set sealed = set_byte(sealed, 0, 1)`, [])
  expect((await rewrapTokenKeys(renewed, { limit: 500 })).unreadable).toHaveLength(before.length)
})

test('more records than one part that do not open are passed, counted and named; what is behind them is sealed anew', async () => {
  await using world = (await makePaymentsFixture()).world
  const { app } = world
  const { keys: given } = app.config
  if (!('text' in given)) throw new Error('the keys of a world are a text')
  const { partner } = await app.partners.create({ by, name: 'Acme', live: false })
  const add = (sealed: string, count: number) =>
    app.db.run(
      `insert into partners.signing_keys (partner_id, sealed, created_at, activated_at)
       select $1, ${sealed}, now(), now() from generate_series(1, ${count})`,
      [partner.id],
    )
  const copy = `(select sealed from partners.signing_keys where partner_id = $1 order by id limit 1)`
  await add(`'\\x01ff'`, 600)
  await add(copy, 1)
  const keys = readKeyRing(withFreshKey(given.text.reveal(), 'directory'))
  const { kinds, left } = await rewrapAll({ ...app, keys }, by, () => {})
  const signing = kinds.find(({ kind }) => kind === 'signing keys of partners')
  expect(signing).toMatchObject({ rewrapped: 2, unreadableCount: 600 })
  expect(signing!.unreadable).toHaveLength(600)
  expect(left).toContainEqual({ what: 'signing keys of partners', purpose: 'directory', key: 1, count: 600 })
  // The directory of this process still seals with its own newest key, and that shows as well.
  expect(left.map(({ what }) => what)).toContain('site keys')
})
