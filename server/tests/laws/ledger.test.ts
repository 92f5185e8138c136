import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import { balances, guardedBalanceOf, hold, openGuardedBalance, post, postHold, voidHold } from '#core/ledger'
import { money } from '#kernel/base/money.ts'
import { commit, DuplicateKey, decide, StaleWrite, type Write } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { credit, debit, type Line } from '../../src/core/ledger/line.ts'
import { book } from '../../src/core/ledger/post.ts'
import { copyOfTemplate } from '../world/database.ts'
import { holdLocks } from '../world/locks.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')
const euros = (minor: bigint) => money(minor, 'EUR')
let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

const write = (...writes: Write[]) => commit({ db, react: async () => [] }, now, writes)
const facts = { merchantId: 7 as MerchantId, amount: euros(1000n), fee: euros(39n) }

test('an event is booked by its recipe, and the accounts are what their lines sum to', async () => {
  const facts = { merchantId: 9 as MerchantId, amount: euros(1000n), fee: euros(39n) }
  await write(...post(now, 'paymentCaptured', 'payment 1', facts))
  await write(...post(now, 'paymentRefunded', 'payment 2', { ...facts, amount: euros(400n), feeBack: euros(5n) }))
  expect(await balances(db, 'merchant:9:')).toEqual([{ account: 'merchant:9:payable', currency: 'EUR', minor: -566n }])
})

test('the same event is booked once, however often it is posted', async () => {
  await write(...post(now, 'paymentCaptured', 'payment 3', facts))
  const again = write(...post(now, 'paymentCaptured', 'payment 3', facts))
  await expect(again).rejects.toBeInstanceOf(DuplicateKey)
  await expect(again).rejects.toMatchObject({ constraint: 'entries_recipe_reference_key' })
})

test('lines of nothing are left out, and an entry of nothing is none', async () => {
  await write(...post(now, 'paymentCaptured', 'payment 4', { ...facts, merchantId: 8 as MerchantId, fee: euros(0n) }))
  expect(await linesOf('payment 4')).toEqual([
    { account: 'acquirer:captured', minor: 1000n },
    { account: 'merchant:8:payable', minor: -1000n },
  ])
  expect(post(now, 'batchClosed', 'batch 1', { net: euros(0n) })).toEqual([])
})

test.for<[string, Line[], string]>([
  ['does not balance', [debit('a', euros(10n)), credit('b', euros(9n))], 'does not balance'],
  ['balances only across currencies', [debit('a', euros(10n)), credit('b', money(10n, 'RON'))], 'balance in EUR'],
])('a recipe that %s is a bug and is stopped before it is sent', ([, lines, message]) => {
  expect(() => book(now, { recipe: 'wrong', reference: 'x', lines })).toThrow(message)
})

const newEntry = (reference: string, ...lines: string[]) => `
  with e as (insert into ledger.entries (recipe, reference, posted_at) values ('raw', '${reference}', now()) returning id)
  insert into ledger.lines select id, account, currency, minor from e, (values ${lines.join(', ')}) l (account, currency, minor)`

test.for([
  ['with one line', newEntry('raw 1', `('a', 'EUR', 5)`)],
  ['that is a cent off', newEntry('raw 2', `('a', 'EUR', 500)`, `('b', 'EUR', -499)`)],
  ['that balances only across currencies', newEntry('raw 3', `('a', 'EUR', 5)`, `('b', 'RON', -5)`)],
] as const)('the database refuses an entry %s, from every user', async ([, statement]) => {
  const client = await connectAsSuperuser(url)
  await expect(client.query(statement)).rejects.toMatchObject({ code: 'FL002' })
  await client.query('set role florin_app')
  await expect(client.query(statement)).rejects.toMatchObject({ code: 'FL002' })
})

test('the database refuses a line of zero, a line without an entry, and a second entry for one event', async () => {
  const client = await connectAsSuperuser(url)
  const zero = newEntry('raw 4', `('a', 'EUR', 0)`)
  await expect(client.query(zero)).rejects.toMatchObject({ code: '23514' })
  const orphan = `insert into ledger.lines values (1e12, 'a', 'EUR', 5), (1e12, 'b', 'EUR', -5)`
  await expect(client.query(orphan)).rejects.toThrow()
  await client.query(newEntry('raw 5', `('a', 'EUR', 5)`, `('b', 'EUR', -5)`))
  const second = newEntry('raw 5', `('a', 'EUR', 6)`, `('b', 'EUR', -6)`)
  await expect(client.query(second)).rejects.toMatchObject({ code: '23505' })
})

test('no line is added to an entry of the past, balanced or not', async () => {
  await write(...post(now, 'paymentCaptured', 'payment 5', facts))
  const client = await connectAsSuperuser(url)
  const later = `insert into ledger.lines select e.id, account, 'EUR', minor
    from ledger.entries e, (values ('a', 5), ('b', -5)) l (account, minor) where e.reference = 'payment 5'`
  await expect(client.query(later)).rejects.toMatchObject({ code: 'FL002' })
  expect(await linesOf('payment 5')).toHaveLength(3)
})

test.for([
  'update ledger.lines set minor = minor + 1',
  `update ledger.entries set reference = 'payment 99'`,
  'delete from ledger.lines',
  'delete from ledger.entries',
  'truncate ledger.lines',
  'truncate ledger.entries cascade',
])('what is booked stays: %s', async (statement) => {
  await write(...post(now, 'batchClosed', `batch ${statement}`, { net: euros(5n) }))
  const client = await connectAsSuperuser(url)
  await expect(client.query(statement)).rejects.toThrow('append-only')
  await client.query('set role florin_app')
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

const takes = (account: string, minor: bigint, reference: string) =>
  book(now, { recipe: 'taken', reference, lines: [debit(account, euros(minor)), credit('elsewhere', euros(minor))] })
const credits = (account: string, minor: bigint, reference: string) =>
  book(now, { recipe: 'given', reference, lines: [debit('elsewhere', euros(minor)), credit(account, euros(minor))] })

test('a guarded account begins at zero and is updated by the commit that posts to it', async () => {
  const account = 'holder:1:available'
  await write(openGuardedBalance(account, 'EUR'))
  await write(...credits(account, 500n, 'holder 1 a'))
  await write(...takes(account, 200n, 'holder 1 b'))
  expect(await guardedBalanceOf(db, account, 'EUR')).toEqual(euros(300n))
  expect(await balances(db, account)).toEqual([{ account, currency: 'EUR', minor: -300n }])
})

test('taking a cent more than there is does nothing at all', async () => {
  const account = 'holder:2:available'
  await write(openGuardedBalance(account, 'EUR'))
  await write(...credits(account, 500n, 'holder 2 a'))
  await expect(write(...takes(account, 501n, 'holder 2 b'))).rejects.toBeInstanceOf(StaleWrite)
  expect(await linesOf('holder 2 b')).toEqual([])
  await write(...takes(account, 500n, 'holder 2 c'))
  expect(await guardedBalanceOf(db, account, 'EUR')).toEqual(euros(0n))
})

test('several lines of one entry on one account update its balance once, by their sum', async () => {
  const account = 'holder:3:available'
  await write(openGuardedBalance(account, 'EUR'))
  const lines = [credit(account, euros(500n)), debit(account, euros(20n)), debit('elsewhere', euros(480n))]
  await write(...book(now, { recipe: 'given', reference: 'holder 3', lines }))
  expect(await guardedBalanceOf(db, account, 'EUR')).toEqual(euros(480n))
})

test('nothing can be posted to an account that was not opened, and only such an account is opened', async () => {
  await expect(write(...credits('holder:4:available', 5n, 'holder 4'))).rejects.toBeInstanceOf(StaleWrite)
  expect(() => openGuardedBalance('merchant:7:payable', 'EUR')).toThrow('may go below zero')
})

test('ten who take from one account at once never take more than there is', async () => {
  const account = 'holder:5:available'
  await write(openGuardedBalance(account, 'EUR'))
  await write(...credits(account, 100n, 'holder 5'))
  const client = await connectAsSuperuser(url)
  await client.query('begin')
  await client.query(`select from ledger.guarded_balances where account = '${account}' for update`)
  const outcomes = Array.from({ length: 10 }, (_, index) =>
    decide(async () => {
      const { minor } = await guardedBalanceOf(db, account, 'EUR')
      if (minor < 30n) return 'not enough'
      await write(...takes(account, 30n, `holder 5 take ${index}`))
      return 'taken'
    }),
  )
  await holdLocks(url, db).untilWaiting(10)
  await client.query('commit')
  const notified = await Promise.all(outcomes)
  expect(notified.toSorted()).toEqual([...Array(7).fill('not enough'), ...Array(3).fill('taken')])
  expect(await guardedBalanceOf(db, account, 'EUR')).toEqual(euros(10n))
  expect(await balances(db, account)).toMatchObject([{ minor: -10n }])
})

test('the database refuses a kept balance below zero', async () => {
  await write(openGuardedBalance('holder:6:available', 'EUR'))
  const client = await connectAsSuperuser(url)
  const below = client.query(`update ledger.guarded_balances set minor = -1 where account = 'holder:6:available'`)
  await expect(below).rejects.toMatchObject({ code: '23514' })
})

const held = (reference: string) => hold(now, { reference, account: 'merchant:7:authorized', amount: euros(1000n) })
const holdNow = (reference: string) =>
  db.read.selectFrom('ledger.holds').selectAll().where('reference', '=', reference).executeTakeFirstOrThrow()

test('what is held is taken once, in whole or in part', async () => {
  await write(held('hold 1'))
  await write(postHold(now, 'hold 1', euros(600n)))
  expect(await holdNow('hold 1')).toMatchObject({ status: 'posted', minor: 1000n, posted_minor: 600n, ended_at: now })
  await expect(write(postHold(now, 'hold 1', euros(400n)))).rejects.toBeInstanceOf(StaleWrite)
  await expect(write(voidHold(now, 'hold 1'))).rejects.toBeInstanceOf(StaleWrite)
})

test('a hold is released once, and then cannot be posted', async () => {
  await write(held('hold 2'))
  await write(voidHold(now, 'hold 2'))
  expect(await holdNow('hold 2')).toMatchObject({ status: 'voided', posted_minor: 0n })
  await expect(write(postHold(now, 'hold 2', euros(400n)))).rejects.toBeInstanceOf(StaleWrite)
  await expect(write(voidHold(now, 'hold 2'))).rejects.toBeInstanceOf(StaleWrite)
})

test('one thing is held for once, and no more is taken than is held', async () => {
  await write(held('hold 3'))
  await expect(write(held('hold 3'))).rejects.toBeInstanceOf(DuplicateKey)
  await expect(write(postHold(now, 'hold 3', euros(1001n)))).rejects.toMatchObject({ code: '23514' })
  expect(await holdNow('hold 3')).toMatchObject({ status: 'held' })
})

const linesOf = (reference: string) =>
  db.run(
    `select account, minor from ledger.lines l join ledger.entries e on e.id = l.entry_id
     where e.reference = $1 order by account`,
    [reference],
  )
