import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import { newCustomer, openApi } from '../world/api.ts'
import { openPartner } from '../world/partner.ts'
import { openPeople } from '../world/staff.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'
import { createWorld, type World } from '../world/world.ts'

const connections = 4

/** All connections of the program wait, so that none is free for a request, until this is called. */
async function occupyAll(world: World): Promise<() => Promise<void>> {
  const superuser = await connectAsSuperuser(world.databaseUrl)
  await superuser.query('begin')
  await superuser.query('lock table florin.scheduled_tasks in access exclusive mode')
  const waiting = Array.from({ length: connections }, () =>
    world.app.db.read.selectFrom('florin.scheduled_tasks').select('id').execute(),
  )
  await world.untilWaiting(connections)
  return async () => {
    await superuser.query('commit')
    await Promise.all(waiting)
  }
}

describe('a request that finds no connection is asked to come back, and succeeds when it does:', () => {
  let world: World
  beforeAll(async () => {
    const environment = { FLORIN_DATABASE_CONNECTIONS: String(connections) }
    world = await createWorld({ environment, waitForConnectionMs: 1_000 })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  test('at the merchant API', async () => {
    const { privateKey } = await world.merchant()
    const client = (await openApi(world)).client(privateKey)
    const path = `/customer/${await newCustomer(client)}`
    const release = await occupyAll(world)
    const refused = await client.get(path)
    await release()
    expect(refused).toMatchObject({ status: 503, body: { code: 503, errors: [{ code: 614, reason: 'too_busy' }] } })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect((await client.get(path)).status).toBe(200)
  })

  test('at the issuing API', async () => {
    const ana = await (await openPartner(world)).customer()
    const release = await occupyAll(world)
    const refused = await ana.call('GET', '/accounts')
    await release()
    expect(refused).toMatchObject({ status: 503, body: { code: 503, reason: 'too_busy' } })
    expect(refused.headers['retry-after']).toBe('5')
    expect((await ana.call('GET', '/accounts')).status).toBe(200)
  })

  test('at the staff API', async () => {
    const reviewer = await (await openPeople(world)).person('compliance')
    const release = await occupyAll(world)
    const refused = await reviewer.call('GET', '/kyc/cases')
    await release()
    expect(refused).toMatchObject({ status: 503, body: { code: 503, reason: 'too_busy' } })
    expect(refused.headers['retry-after']).toBe('5')
    expect((await reviewer.call('GET', '/kyc/cases')).status).toBe(200)
  })

  test('at the checkout, by a page that a browser can load again', async () => {
    const bakery = await world.merchant()
    const ana = await bakery.sends()
    const load = () => world.http.inject({ method: 'GET', url: ana.address })
    const release = await occupyAll(world)
    const refused = await load()
    await release()
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
    expect(refused.body).toContain('Something went wrong on our side')
    expect((await load()).statusCode).toBe(200)
  })
})

test('after a rush the connection that is asked is the one that has planned most', async () => {
  const db = openDb(await warmDatabase(), { role: 'florin_app', connectionsMax: 6 })
  onTestFinished(() => db.close())
  const connection = async () => (await db.run('select pg_backend_pid() as pid', []))[0]!.pid
  const first = await connection()
  for (let rush = 0; rush < 3; rush++) {
    const all = await Promise.all(Array.from({ length: 6 }, connection))
    expect(new Set(all).size).toBe(6)
    expect(all).toContain(first)
    expect([await connection(), await connection()]).toEqual([first, first])
  }
})
