import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balances, checkpointAccounts } from '#core/ledger'
import { type Currency, money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { credit, debit } from '../../src/core/ledger/line.ts'
import { book } from '../../src/core/ledger/post.ts'
import { copyOfTemplate } from '../world/database.ts'
import { runs } from '../world/length.ts'
import { holdLocks } from '../world/locks.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const clock = { now: () => now, wall: () => now }
let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const ctx = () => ({ db, clock, react: async () => [] })
const checkpoint = (linesMin = 1) => checkpointAccounts(ctx(), { linesMin })
let references = 0
/** Moves an amount from one account to another. */
const move = (from: string, to: string, minor: bigint, currency: Currency = 'EUR') => {
  const lines = [credit(from, money(minor, currency)), debit(to, money(minor, currency))]
  return commit(ctx(), now, book(now, { recipe: 'moved', reference: `move ${++references}`, lines }))
}
const checkpointsOf = (account: string) =>
  db.run('select through_entry, minor from ledger.checkpoints where account = $1 order by through_entry', [account])
const plainSums = (prefix: string) =>
  db.run(
    `select account, currency, sum(minor)::bigint as minor from ledger.lines where starts_with(account, $1)
     group by account, currency order by account, currency`,
    [prefix],
  )

test('a balance is its last checkpoint and the lines after it', async () => {
  await move('a:1', 'a:2', 500n)
  await checkpoint()
  await move('a:2', 'a:1', 200n)
  expect(await checkpointsOf('a:1')).toMatchObject([{ minor: -500n }])
  expect(await balances(db, 'a:')).toEqual([
    { account: 'a:1', currency: 'EUR', minor: -300n },
    { account: 'a:2', currency: 'EUR', minor: 300n },
  ])
})

test('lines before the last checkpoint are not read again', async () => {
  await move('b:1', 'b:2', 500n)
  await checkpoint()
  await move('b:1', 'b:2', 1n)
  const client = await connectAsSuperuser(url, { unruled: true })
  await client.query(`update ledger.lines set minor = 999 where account = 'b:2' and minor = 500`)
  expect(await balances(db, 'b:2')).toMatchObject([{ minor: 501n }])
  await client.query(`update ledger.lines set minor = 500 where account = 'b:2' and minor = 999`)
})

test('an account that has hardly grown is not added up', async () => {
  for (let times = 0; times < 4; times++) await move('c:busy', `c:quiet ${times}`, 1n)
  await checkpoint(4)
  expect(await checkpointsOf('c:busy')).toHaveLength(1)
  expect(await checkpointsOf('c:quiet 0')).toEqual([])
  await move('c:busy', 'c:quiet 0', 1n)
  await checkpoint(4)
  expect(await checkpointsOf('c:busy')).toHaveLength(1)
  expect(await balances(db, 'c:')).toEqual(await plainSums('c:'))
})

test('each currency of an account is added up by itself', async () => {
  await move('d:1', 'd:2', 500n, 'EUR')
  await move('d:1', 'd:2', 700n, 'RON')
  await checkpoint()
  await move('d:2', 'd:1', 100n, 'RON')
  expect(await balances(db, 'd:1')).toEqual([
    { account: 'd:1', currency: 'EUR', minor: -500n },
    { account: 'd:1', currency: 'RON', minor: -600n },
  ])
})

test('accounts are found by the beginning of their names, and no others', async () => {
  for (const account of ['e:', 'e:7', 'e:70', 'e:7:x', 'e', 'f:7', 'é:7']) await move(account, 'world', 1n)
  expect((await balances(db, 'e:7')).map(({ account }) => account)).toEqual(['e:7', 'e:70', 'e:7:x'])
  expect((await balances(db, 'é')).map(({ account }) => account)).toEqual(['é:7'])
  expect(await balances(db, 'zz')).toEqual([])
  expect(await balances(db)).toEqual(await plainSums(''))
})

test('an entry whose commit comes after one with a bigger number is not missed', async () => {
  await move('g:1', 'g:2', 1n)
  const client = await connectAsSuperuser(url)
  await client.query('begin')
  await client.query(`
    with e as (insert into ledger.entries (recipe, reference, posted_at) values ('moved', 'late', now()) returning id)
    insert into ledger.lines select id, account, 'EUR', minor from e, (values ('g:1', -50), ('g:2', 50)) l (account, minor)`)
  await move('g:1', 'g:2', 1n)
  const added = checkpoint()
  await holdLocks(url).untilWaiting(1)
  await client.query('commit')
  await added
  expect(await balances(db, 'g:')).toEqual([
    { account: 'g:1', currency: 'EUR', minor: -52n },
    { account: 'g:2', currency: 'EUR', minor: 52n },
  ])
})

test('who takes too long is not waited for: nothing is added up this time, and everybody else goes on', async () => {
  await move('h:1', 'h:2', 1n)
  const client = await connectAsSuperuser(url)
  await client.query('begin')
  await client.query(`insert into ledger.entries (recipe, reference, posted_at) values ('moved', 'endless', now())`)
  await expect(checkpoint()).rejects.toMatchObject({ code: '55P03' })
  await move('h:1', 'h:2', 1n)
  expect(await checkpointsOf('h:1')).toEqual([])
  await client.query('rollback')
})

test('ten processes that add up at once, while others book, add up right', async () => {
  const booking = Array.from({ length: 40 }, () => move('i:1', 'i:2', 1n))
  await Promise.all([...booking, ...Array.from({ length: 10 }, () => checkpoint())])
  await checkpoint()
  for (const { through_entry, minor } of await checkpointsOf('i:2')) {
    const [sum] = await db.run(
      `select sum(minor)::bigint as minor from ledger.lines where account = 'i:2' and entry_id <= $1`,
      [through_entry],
    )
    expect(minor).toBe(sum!.minor)
  }
  expect(await balances(db, 'i:')).toEqual(await plainSums('i:'))
})

test('whatever is booked and whenever it is added up, a balance is the plain sum of its lines', async () => {
  const names = fc.constantFrom('x', 'y', 'z')
  const booked = fc.record({
    from: names,
    to: names,
    minor: fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).filter((minor) => minor !== 0n),
    currency: fc.constantFrom<Currency>('EUR', 'RON'),
  })
  const step = fc.oneof({ weight: 4, arbitrary: booked }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 4 }) })
  let run = 0
  const holds = fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
    const prefix = `run ${++run}:`
    for (const what of steps)
      if (typeof what === 'number') await checkpoint(what)
      else await move(prefix + what.from, prefix + what.to, what.minor, what.currency)
    expect(await balances(db, prefix)).toEqual(await plainSums(prefix))
  })
  await fc.assert(holds, runs(25))
})
