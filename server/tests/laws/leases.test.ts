import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { oneTransaction } from '#database/one-transaction.ts'
import { LeaseEnded } from '#kernel/db/lease.ts'
import { openPool, type Pool } from '#kernel/db/pool.ts'
import { warmDatabase } from '../world/warm-database.ts'

/** One connection, so that the next lease is of the same one, or of its successor. */
async function onePlace({ pipeline = false } = {}): Promise<Pool> {
  const pool = openPool(
    { connectionString: await warmDatabase(), max: 1, pipeline },
    { servers: undefined, settings: { role: 'florin_app' }, timeoutMs: 15_000 },
  )
  onTestFinished(() => pool.end())
  return pool
}

const processOf = async (pool: Pool) => (await pool.run('select pg_backend_pid() as pid', []))[0]!.pid

test('a lease that has ended sends nothing and releases nothing: the next holder of its connection is not disturbed', async () => {
  const pool = await onePlace()
  const ended = await pool.connect()
  ended.release()
  const lease = await pool.connect()
  await lease.query('begin')
  expect(() => ended.query('commit')).toThrow(LeaseEnded)
  expect(() => ended.release()).toThrow(LeaseEnded)
  expect((await lease.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(lease.state()).toBe('inTransaction')
  await lease.query('rollback')
  expect(lease.state()).toBe('idle')
  lease.release()
})

test('a connection serves the next holder when it is idle, and is closed when its transaction is open, failed or not its own', async () => {
  const pool = await onePlace({ pipeline: true })
  let last = await processOf(pool)
  const isKeptAfter = async (use: (lease: Awaited<ReturnType<Pool['connect']>>) => unknown) => {
    const lease = await pool.connect()
    await use(lease)
    lease.release()
    const [before, now] = [last, await processOf(pool)]
    last = now
    return now === before
  }
  expect(await isKeptAfter((lease) => lease.query('select 1'))).toBe(true)
  expect(await isKeptAfter((lease) => lease.query('begin'))).toBe(false)
  expect(
    await isKeptAfter(async (lease) => {
      await lease.query('begin')
      await lease.query('select 1 / 0').catch(() => undefined)
    }),
  ).toBe(false)
  expect(
    await isKeptAfter((lease) => {
      void lease.query('begin')
      expect(lease.state()).toBe('unknown')
    }),
  ).toBe(false)
  expect(await isKeptAfter((lease) => void lease.query('select 1'))).toBe(true)
  expect(await isKeptAfter((lease) => lease.query('commit'))).toBe(false)
  expect(
    await isKeptAfter(async (lease) => {
      for (const text of ['begin', 'begin', 'rollback']) await lease.query(text)
    }),
  ).toBe(false)
  expect(await isKeptAfter((lease) => lease.query('select 1 / 0').catch(() => undefined))).toBe(true)
})

test('a transaction on a connection of its own is an error when its COMMIT was a ROLLBACK, and leaves nothing open', async () => {
  const client = new pg.Client(await warmDatabase())
  await client.connect()
  onTestFinished(() => client.end())
  const failing = oneTransaction(client, async () => {
    await client.query('create schema half')
    await client.query('select 1 / 0').catch(() => 'nobody minds')
  })
  await expect(failing).rejects.toThrow('nothing was written')
  const found = client.query(`select pg_current_xact_id_if_assigned() as open, to_regnamespace('half') as made`)
  expect((await found).rows).toEqual([{ open: null, made: null }])
})
