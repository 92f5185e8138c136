import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { type Db, openDb } from '#kernel/db/db.ts'
import { velocityLimits } from '../../src/acquiring/velocity/limits.ts'
import { type Begun, countAsked, countBegun, countEnded, type Result } from '../../src/acquiring/velocity/store.ts'
import { type Random, randomOf } from '../simulation/random.ts'
import { seedsOf } from '../world/length.ts'
import { warmDatabase } from '../world/warm-database.ts'

const limits = {
  ...velocityLimits,
  address: { ...velocityLimits.address, free: 3 },
  bin: { ...velocityLimits.bin, free: 4 },
}
const start = Temporal.Instant.from('2026-05-04T10:00:00Z')

async function openCounts(): Promise<Db> {
  const db = openDb(await warmDatabase(), { role: 'florin_app' })
  onTestFinished(() => db.close())
  return db
}

/** A moment at which cards are tried: so few of each kind of key that attempts meet, and some are beyond a limit. */
function momentOf(random: Random): { minutes: number; begun: Begun[]; asked: string[]; ended: Result[] } {
  const begun = Array.from({ length: random.between(1, 20) }, () => ({
    id: randomUUID(),
    counted: [
      { kind: 'address' as const, subject: `203.0.113.${random.between(1, 12)}` },
      { kind: 'card' as const, subject: `10001 ${random.pick(['a', 'B', 'c', 'D', 'e', 'F'])}` },
      ...(random.chance(50) ? [{ kind: 'link' as const, subject: `${random.between(1, 2)}` }] : []),
      { kind: 'bin' as const, subject: '10001 411111' },
      { kind: 'site' as const, subject: '10001' },
    ],
  }))
  const asked = begun.map(({ id }) => id).filter(() => random.chance(30))
  const results = begun.map(({ id }) => ({ id, outcome: random.pick(['approved', 'declined', 'dropped'] as const) }))
  return { minutes: random.between(0, 40), begun, asked, ended: results.filter(() => random.chance(90)) }
}

const countsOf = (db: Db) => db.run('select * from velocity.counts order by key', [])
/** Fractions may be added up in another order. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part) => (typeof part === 'number' ? Number(part.toFixed(6)) : part)) ?? 'null')

test.for(seedsOf({ short: 3, long: 100 }))(
  'attempts that are counted together see and leave what they would one after the other (seed %i)',
  async (seed) => {
    const random = randomOf(seed)
    const [together, oneByOne] = await Promise.all([openCounts(), openCounts()])
    let now = start
    for (let moment = 0; moment < 12; moment++) {
      const { minutes, begun, asked, ended } = momentOf(random)
      now = now.add({ minutes })
      const seen = await countBegun(together, now, begun, limits)
      const expected = []
      for (const one of begun) expected.push(...(await countBegun(oneByOne, now, [one], limits)))
      const byKind = (counts: typeof seen) => counts.map((list) => list.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
      expect(rounded(byKind(seen))).toEqual(rounded(byKind(expected)))
      await countAsked(together, now, asked)
      for (const id of asked) await countAsked(oneByOne, now, [id])
      now = now.add({ minutes: 5 })
      await countEnded(together, now, ended)
      for (const one of ended) await countEnded(oneByOne, now, [one])
      expect(rounded(await countsOf(together))).toEqual(rounded(await countsOf(oneByOne)))
    }
    expect(await countsOf(together)).not.toHaveLength(0)
  },
)

test('processes that count the same keys at the same moment lose nothing and never wait for each other in a circle', async () => {
  const url = await warmDatabase()
  const processes = Array.from({ length: 3 }, () => openDb(url, { role: 'florin_app', connectionsMax: 4 }))
  onTestFinished(() => Promise.all(processes.map((db) => db.close())).then(() => undefined))
  const random = randomOf(7)
  const begun: Begun[] = []
  await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const moment = momentOf(random)
      begun.push(...moment.begun)
      await countBegun(processes[index % 3]!, start, moment.begun, velocityLimits)
      await countEnded(
        processes[(index + 1) % 3]!,
        start,
        moment.begun.map(({ id }) => ({ id, outcome: 'declined' })),
      )
    }),
  )
  const [addresses] = await processes[0]!.run(
    `select sum(begun) as begun, sum(declined) as declined from velocity.counts where key like 'address %'`,
    [],
  )
  expect(addresses).toEqual({ begun: begun.length, declined: begun.length })
  expect(await processes[0]!.run('select id from velocity.attempts', [])).toEqual([])
})
