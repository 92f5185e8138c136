import pg from 'pg'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { commit, insert } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { NoConnection } from '#kernel/db/pool.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate } from '../world/database.ts'

freshDatabases({ atMost: 1, because: 'its connections are broken' })

let url: string
beforeAll(async () => {
  url = await copyOfTemplate()
})

type Driver = { query(...given: unknown[]): unknown; _handleErrorEvent(error: Error): void }

/** A database whose connections die right before a statement: the pool has lent them, and the driver knows it by then. */
function openDying(): { db: Db; dyingAt(text: string, times?: number): void; died(): number } {
  const driver = pg.Client.prototype as unknown as Driver
  const real = driver.query
  let [at, left, died] = ['', 0, 0]
  driver.query = function (this: Driver, ...given: unknown[]) {
    const [query] = given as [string | { text: string }]
    if (left > 0 && (typeof query === 'string' ? query : query.text).includes(at)) {
      left--
      died++
      this._handleErrorEvent(new Error('Connection terminated unexpectedly'))
    }
    return real.apply(this, given)
  }
  const db = openDb(url, { role: 'florin_app' })
  onTestFinished(async () => {
    driver.query = real
    await db.close()
  })
  return {
    db,
    dyingAt: (text, times = 1) => {
      ;[at, left] = [text, times]
    },
    died: () => died,
  }
}

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const enter = (db: Db, reference: string) =>
  commit(
    { db, react: async () => [] },
    now,
    [insert('ledger.entries', { recipe: 'test', reference, posted_at: now })],
    'dead-connections.test',
  )
const asOwner = async (statement: string) => {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
const entered = async (db: Db, prefix: string) =>
  (await db.run('select reference from ledger.entries where reference like $1 order by 1', [`${prefix}%`])).map(
    ({ reference }) => reference,
  )

test('a statement that was not sent, because its connection had died, is sent on another one', async () => {
  const { db, dyingAt, died } = openDying()
  await db.run('select 1 as one', [])
  dyingAt('select 2')
  expect(await db.run('select 2 as two', [])).toEqual([{ two: 2 }])
  expect(died()).toBe(1)
})

test('a batch whose connection had died is committed once on another one', async () => {
  const { db, dyingAt, died } = openDying()
  await Promise.all([enter(db, 'warm 1'), enter(db, 'warm 2')])
  dyingAt('ledger.entries')
  await Promise.all([enter(db, 'batch 1'), enter(db, 'batch 2'), enter(db, 'batch 3')])
  expect(died()).toBe(1)
  expect(await entered(db, 'batch')).toEqual(['batch 1', 'batch 2', 'batch 3'])
})

test('what was not sent at the second try either is known not to be done', async () => {
  const { db, dyingAt } = openDying()
  dyingAt('ledger.entries', 2)
  await expect(enter(db, 'never')).rejects.toBeInstanceOf(NoConnection)
  expect(await entered(db, 'never')).toEqual([])
})

test.each(['begin', 'ledger.entries', 'commit'])(
  'a transaction whose connection dies at %s is known not to be done',
  async (at) => {
    const { db, dyingAt, died } = openDying()
    const locking = db.locked([], { name: 'dead-connections.test' }, async (tx) => {
      dyingAt(at)
      await enter(tx, `locked at ${at}`)
    })
    if (at === 'begin') {
      await locking
      dyingAt(at)
      await expect(db.locked([], { name: 'again' }, (tx) => enter(tx, 'locked again'))).rejects.toBeInstanceOf(
        NoConnection,
      )
      expect(await entered(db, 'locked again')).toEqual([])
    } else {
      await expect(locking).rejects.toBeInstanceOf(NoConnection)
      expect(await entered(db, 'locked at')).toEqual(['locked at begin'])
    }
    expect(died()).toBe(1)
  },
)

test('a transaction whose connection is ended before its commit is known not to be done', async () => {
  const { db } = openDying()
  const locking = db.locked([], { name: 'dead-connections.test' }, async (tx) => {
    await enter(tx, 'ended')
    const [row] = await tx.run('select pg_backend_pid() as pid', [])
    await asOwner(`select pg_terminate_backend(${row!.pid})`)
    await tx.run('select 1', [])
  })
  await expect(locking).rejects.toBeInstanceOf(NoConnection)
  expect(await entered(db, 'ended')).toEqual([])
})
