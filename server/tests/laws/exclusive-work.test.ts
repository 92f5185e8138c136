import { expect, onTestFinished, test } from 'vitest'
import { commit } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { exclusiveWork, type Lease } from '#kernel/work/exclusive-work.ts'
import { sources } from '../tidy/repository.ts'
import { noReactions } from '../world/counter-tables.ts'
import { warmDatabase } from '../world/warm-database.ts'

/**
 * A piece of work that does all that is due of a subject, and is claimed by its rows, is done by as many workers at once as
 * it has rows, and by all but one in vain. So work that reads what else is due claims subjects.
 */
const readsWhatIsDue: Readonly<Record<string, string>> = {
  'server/src/acquiring/invoices/request-store.ts': 'exclusive: issue-documents.ts',
  'server/src/acquiring/disputes/store.ts': 'exclusive: apply-dispute-event.ts',
  'server/src/acquiring/merchant-payouts/reserve.ts': 'exclusive',
  'server/src/acquiring/payments/releases.ts': 'before a payout, each by its id',
  'server/src/issuing/documents/store.ts': 'one, by its id',
  'server/src/acquiring/reconciliation/awaited-store.ts': 'of named batches, which are looked at again',
  'server/src/acquiring/checkout/list-sessions.ts': 'a list for staff',
  'server/src/issuing/threeds/end-open-challenges.ts': 'each by its id, in a copy where no program runs',
  'server/src/connectors/acquirer/iso8583/store.ts': 'it only counts',
  'server/src/connectors/acquirer/iso8583/totals-store.ts': 'whether there is any',
}

test('whatever does more than the item that it was claimed for has its subject for itself', () => {
  const isProgram = ({ path }: { path: string }) => !/\/kernel\/|\/audit\//.test(path)
  const where = (pattern: RegExp) =>
    sources.filter((file) => isProgram(file) && pattern.test(file.text)).map(({ path }) => path)
  expect(where(/'due_at', (?:'<=', |'is not', null)|where [^`]*\bdue_at <= /).toSorted()).toEqual(
    Object.keys(readsWhatIsDue).toSorted(),
  )
  expect(where(/\bexclusiveWork\(/)).toEqual([
    'server/src/acquiring/disputes/apply-dispute-event.ts',
    'server/src/acquiring/invoices/issue-documents.ts',
    'server/src/acquiring/merchant-payouts/reserve.ts',
  ])
})

const now = Temporal.Instant.from('2026-05-04T10:00:00Z')

/** Two programs with the same work, whose pieces end when the test says so. */
async function openPrograms() {
  const url = await warmDatabase()
  let wall = now
  const clock = { now: () => now, wall: () => wall }
  const begun: { subject: string; lease: Lease; end(): void; fail(error: Error): void }[] = []
  const open = () => {
    const db = openDb(url, { role: 'florin_app', connectionsMax: 2 })
    onTestFinished(() => db.close())
    const work = exclusiveWork(
      { db, clock },
      {
        name: 'count bread',
        table: 'invoices.requests',
        subject: 'site_id',
        leaseMs: 30_000,
        run: async (subject, lease) => {
          const { promise, resolve, reject } = Promise.withResolvers<void>()
          begun.push({ subject, lease, end: resolve, fail: reject })
          await promise
        },
      },
    )
    return { db, work }
  }
  const [one, other] = [open(), open()]
  let transactions = 0
  const due = (siteId: number) =>
    one.db.run(
      `insert into invoices.requests (kind, site_id, order_id, payment_id, transaction_id, made_at, due_at)
       values ('invoice', $1, 1, 1, $3, $2, $2) returning id`,
      [siteId, now, ++transactions],
    )
  const pass = (seconds: number) => {
    wall = wall.add({ seconds })
  }
  const untilBegun = (count: number) => expect.poll(() => begun.length).toBe(count)
  return { one, other, begun, due, pass, untilBegun }
}
const keep = (db: Db, lease: Lease) => commit({ db, react: noReactions }, now, [lease.kept()])

test('of two programs that claim at the same moment one has a subject, with all of its rows, also those that come meanwhile', async () => {
  const { one, other, begun, due, untilBegun } = await openPrograms()
  for (const siteId of [7, 8, 7, 7, 8]) await due(siteId)
  const claims = await Promise.all([one, other, one, other].map(({ work }) => work.claim(50)))
  expect(claims.map(({ length }) => length).reduce((sum, length) => sum + length)).toBe(2)
  const running = claims.flatMap((ids, nth) => ids.map((id) => (nth % 2 === 0 ? one : other).work.run(id)))
  await untilBegun(2)
  expect(begun.map(({ subject }) => subject).toSorted()).toEqual(['7', '8'])
  const [row] = await due(7)
  expect(await one.work.claim(50)).toEqual([])
  // Nor is it begun for a row by itself, as for one that a person retries.
  await other.work.run(row!.id as bigint)
  expect(begun).toHaveLength(2)
  for (const { end } of begun) end()
  await Promise.all(running)
  expect(await other.work.claim(50)).toHaveLength(2)
})

test('a worker whose lease has ended and that another one follows writes nothing any more', async () => {
  const { one, other, begun, due, pass, untilBegun } = await openPrograms()
  await due(7)
  const [id] = await one.work.claim(1)
  const slow = one.work.run(id!)
  await untilBegun(1)
  pass(29)
  await keep(one.db, begun[0]!.lease)
  pass(29)
  expect(await other.work.claim(1), 'each commit has renewed it').toEqual([])
  pass(2)
  const quick = other.work.run((await other.work.claim(1))[0]!)
  await untilBegun(2)
  const late = keep(one.db, begun[0]!.lease)
  await expect(late).rejects.toThrow('another worker has taken count bread of 7')
  begun[0]!.fail((await late.catch((error: Error) => error)) as Error)
  await slow
  await keep(other.db, begun[1]!.lease)
  expect(await one.work.claim(1), 'nor does it end the lease of the other').toEqual([])
  begun[1]!.end()
  await quick
})

test('of what fails the lease stays until it ends, and a row by itself is done under a lease of its own', async () => {
  const { one, other, begun, due, pass, untilBegun } = await openPrograms()
  const [row] = await due(7)
  const failing = one.work.run((await one.work.claim(1))[0]!)
  await untilBegun(1)
  begun[0]!.fail(new Error('no flour'))
  await expect(failing).rejects.toThrow('no flour')
  expect(await other.work.claim(1)).toEqual([])
  pass(31)
  const retried = one.work.run(row!.id as bigint)
  await untilBegun(2)
  await keep(one.db, begun[1]!.lease)
  await keep(one.db, begun[1]!.lease)
  expect(await other.work.claim(1)).toEqual([])
  begun[1]!.end()
  await retried
  expect(await other.work.claim(1)).toHaveLength(1)
})
