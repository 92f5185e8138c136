import { appendFile, cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { noMetrics } from '#kernel/telemetry/metrics.ts'
import { readConfig } from '../../src/app/config.ts'
import { checkReadReplica } from '../../src/app/doctor/check-read-replica.ts'
import { openReadReplica, type ReadReplica } from '../../src/app/read-replica.ts'
import { neverOld } from '../../src/surfaces/staff-api/read-from-replica.ts'
import { staffRoutes } from '../../src/surfaces/staff-api/routes.ts'
import { newPerson, ofPage, openBrowserOf } from '../world/dashboard-session.ts'
import { scratchFolder } from '../world/scratch.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { createWorld } from '../world/world.ts'

/** A replica that says how it is, and counts who reads from it. */
function countedReplica(primary: Db) {
  const state = { reads: 0, isFresh: true, isBroken: false, distrusted: 0 }
  const db: Db = Object.defineProperty({ ...primary }, 'read', {
    get: () => {
      state.reads++
      if (state.isBroken) throw new Error('canceling statement due to conflict with recovery')
      return primary.read
    },
  })
  const replica: ReadReplica = {
    db,
    isFresh: () => state.isFresh,
    catchesUp: async () => state.isFresh,
    distrust: () => void state.distrusted++,
    close: async () => {},
  }
  return { state, replica }
}

test('a person reads lists from a replica, but not what they have just changed, nor what they may do', async () => {
  let state!: ReturnType<typeof countedReplica>['state']
  await using world = await createWorld({
    readReplica: (primary) => {
      const counted = countedReplica(primary)
      state = counted.state
      return counted.replica
    },
  })
  const browser = openBrowserOf(world)
  await browser.logIn(await newPerson(world))
  const readsOf = async (path: string, headers: object = ofPage) => {
    const before = state.reads
    expect(await browser.call('GET', path, undefined, headers)).toMatchObject({ status: 200 })
    return state.reads - before
  }
  browser.cookies.delete('florin_changed')
  expect(await readsOf('/merchants')).toBeGreaterThan(0)
  expect(await readsOf('/staff')).toBe(0)
  expect(await readsOf('/merchants', { ...ofPage, 'florin-background': '1' })).toBe(0)

  // For a moment after a change; the browser forgets the cookie by itself.
  const changed = await browser.call('POST', '/merchants', { name: 'Crumb & Co.', reason: 'a new customer of ours' })
  expect(changed.set.join()).toMatch(/florin_changed=1; Path=\/staff; HttpOnly; SameSite=Strict; Max-Age=15/)
  expect(await readsOf('/merchants')).toBe(0)
  browser.cookies.delete('florin_changed')
  expect(await readsOf('/merchants')).toBeGreaterThan(0)

  // A worker writes a file from it, when it has all that was there when it was asked for.
  const asked = { list: 'audit', query: '', reason: 'for the auditors of this year' }
  expect(await browser.call('POST', '/export-tasks', asked)).toMatchObject({ status: 201 })
  const before = state.reads
  await world.runUntilIdle()
  expect(state.reads).toBeGreaterThan(before)
  browser.cookies.delete('florin_changed')

  // One that is behind is not asked; one that fails is asked once, and the person does not notice.
  state.isFresh = false
  expect(await readsOf('/merchants')).toBe(0)
  Object.assign(state, { isFresh: true, isBroken: true })
  expect(await readsOf('/merchants')).toBe(1)
  expect(state.distrusted).toBe(1)

  const names = staffRoutes(world.app).map(({ operationId }) => operationId)
  expect([...neverOld].filter((name) => !names.includes(name))).toEqual([])
})

test('a replica is used while it follows, and not when it stands still, writes, or is gone', async () => {
  const folder = await scratchFolder('florin-replica-')
  const settings = { shared_buffers: '16MB', fsync: 'off' }
  const start = async (name: string) => {
    const database = await startEmbeddedDatabase({ dataDir: join(folder, name), log: () => {}, settings })
    onTestFinished(() => database.stop())
    return database
  }
  const first = await startEmbeddedDatabase({ dataDir: join(folder, 'primary'), log: () => {}, settings })
  await migrate(first.url, { log: () => {} })
  await first.stop()
  await cp(join(folder, 'primary'), join(folder, 'replica'), { recursive: true })
  const primaryServer = await start('primary')
  const data = join(folder, 'replica', 'postgresql')
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${primaryServer.url}'\n`)
  await writeFile(join(data, 'standby.signal'), '')
  const standby = await start('replica')

  const primary = openDb(primaryServer.url, { role: 'florin_app' })
  const log = openLog({ level: 'silent', to: { write: () => {} } })
  const config = readConfig({ FLORIN_READ_DATABASE_URL: standby.url, FLORIN_READ_LAG_MS: '500' })
  const replica = openReadReplica({ config, log, primary, metrics: noMetrics })!
  onTestFinished(async () => void (await Promise.all([replica.close(), primary.close()])))
  const [atPrimary, atStandby] = await Promise.all([primaryServer, standby].map(({ url }) => connectAsSuperuser(url)))
  const counters = async () =>
    (await sql<{ name: string }>`select name from public.counters`.execute(replica.db.read)).rows
  const freshness = { timeout: 60_000, interval: 20 }

  // What is committed is there, and what would write is refused.
  await atPrimary!.query('create table public.counters as select 1 as name; grant all on public.counters to florin_app')
  await expect.poll(replica.catchesUp, freshness).toBe(true)
  await expect.poll(replica.isFresh, freshness).toBe(true)
  expect(await counters()).toEqual([{ name: 1 }])
  await expect(sql`delete from public.counters`.execute(replica.db.read)).rejects.toThrow('read-only transaction')

  // It stands still, and is used again when it has caught up.
  await atStandby!.query('select pg_wal_replay_pause()')
  await expect
    .poll(async () => (await atStandby!.query('select pg_get_wal_replay_pause_state() as is')).rows, freshness)
    .toEqual([{ is: 'paused' }])
  await atPrimary!.query('insert into public.counters values (2)')
  expect(await replica.catchesUp()).toBe(false)
  await expect.poll(replica.isFresh, freshness).toBe(false)
  await atStandby!.query('select pg_wal_replay_resume()')
  await expect.poll(replica.isFresh, freshness).toBe(true)
  await expect.poll(replica.catchesUp, freshness).toBe(true)
  expect(await counters()).toHaveLength(2)

  const doctor = async () => (await checkReadReplica(primaryServer.url, config)).map(({ says }) => says)
  expect(await doctor()).toEqual([expect.stringMatching(/^follows; lists are read from it/)])

  // A failed query is a reason to look again; one that takes writes itself is no replica any more.
  replica.distrust()
  expect(replica.isFresh()).toBe(false)
  await expect.poll(replica.isFresh, freshness).toBe(true)
  await atStandby!.query('select pg_promote()')
  expect(await replica.catchesUp()).toBe(false)
  await expect.poll(replica.isFresh, freshness).toBe(false)
  expect(await doctor()).toEqual(['takes writes itself, so it is none'])
})
