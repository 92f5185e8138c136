import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDb } from '#kernel/db/db.ts'
import { LockTimeout } from '#kernel/db/locked.ts'
import { type SessionSettings, sessions } from '#kernel/db/session-settings.ts'
import { asOwner } from '../../src/database/partitions/owner.ts'
import { copyOfTemplate } from '../world/database.ts'

type Settings = Record<string, string>
const read = `select lower(name) as name, setting from pg_settings where lower(name) = any($1)`
const namesOf = (settings: SessionSettings) => Object.keys(settings)
const asMap = (rows: readonly Record<string, unknown>[]): Settings =>
  Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
const expected = (settings: SessionSettings): Settings =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)]))

test('every kind of connection has its settings, also on a database that was set otherwise', async () => {
  const url = await copyOfTemplate()
  const name = new URL(url).pathname.slice(1)
  const superuser = new pg.Client(url)
  await superuser.connect()
  await superuser.query(`alter database ${name} set default_transaction_isolation = 'serializable'`)
  await superuser.query(`alter database ${name} set idle_in_transaction_session_timeout = 0`)
  await superuser.end()
  const db = openDb(url, { role: 'florin_app', connectionsMax: 2 })
  onTestFinished(() => db.close())
  const asked: Record<keyof typeof sessions, () => Promise<Settings>> = {
    statements: async () => asMap(await db.run(read, [namesOf(sessions.statements)])),
    batches: async () => asMap(await db.runByKeys(read, [namesOf(sessions.batches)])),
    locks: async () => {
      const lock = { table: 'florin.clock' as const, ids: ['true'] }
      return db.locked([lock], { name: 'test' }, async (tx) => asMap(await tx.run(read, [namesOf(sessions.locks)])))
    },
    snapshots: async () =>
      db.snapshot(async (moment) => asMap(await moment.run(read, [namesOf(sessions.snapshots)])) as Settings),
    schema: async () => {
      const turn = await asOwner(url, (client) => client.query(read, [namesOf(sessions.schema)]))
      return asMap(turn!.done.rows)
    },
  }
  for (const [kind, settings] of Object.entries(sessions) as [keyof typeof sessions, SessionSettings][])
    expect({ kind, ...(await asked[kind]()) }).toEqual({ kind, ...expected(settings) })
  expect(sessions.statements).toMatchObject({
    default_transaction_isolation: 'read committed',
    idle_in_transaction_session_timeout: 10_000,
    tcp_user_timeout: 30_000,
  })
})

test('a transaction that is silent for too long is ended by the server, and counts as not done', async () => {
  const url = await copyOfTemplate()
  const db = openDb(url, { role: 'florin_app', connectionsMax: 2 })
  onTestFinished(() => db.close())
  const other = new pg.Client(url)
  await other.connect()
  onTestFinished(() => other.end())
  const silent = db.locked([{ table: 'florin.clock', ids: ['true'] }], { name: 'hangs' }, async (tx) => {
    const [{ pid }] = (await tx.run(
      `select pg_backend_pid() as pid, set_config('idle_in_transaction_session_timeout', '1', true)`,
      [],
    )) as [{ pid: number }]
    const isThere = async () => (await other.query('select from pg_stat_activity where pid = $1', [pid])).rowCount
    await expect.poll(isThere).toBe(0)
  })
  await expect(silent).rejects.toBeInstanceOf(LockTimeout)
  // The row is free, and the pool has another connection.
  expect(await db.locked([{ table: 'florin.clock', ids: ['true'] }], { name: 'goes on' }, async () => 'done')).toBe(
    'done',
  )
})

test('a transaction whose holder measures the time itself may be silent for as long as its work takes', async () => {
  const db = openDb(await copyOfTemplate(), { role: 'florin_app', connectionsMax: 2 })
  onTestFinished(() => db.close())
  const options = { name: 'seeds', deadlineMs: 30_000, timer: () => () => undefined }
  const limit = await db.locked([{ table: 'florin.clock', ids: ['true'] }], options, (tx) =>
    tx.run(`select current_setting('idle_in_transaction_session_timeout') as limit`, []),
  )
  expect(limit).toEqual([{ limit: '0' }])
})
