import { expect, test } from 'vitest'
import type { SiteId } from '#core/directory'
import type { Reader } from '#kernel/db/db.ts'
import { NoConnection } from '#kernel/db/pool.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import type { AnsweredRequest } from './kept-request.ts'
import { openRequestLog } from './open-request-log.ts'

const at = Temporal.Instant.from('2026-05-04T10:00:00Z')
const clock = { now: () => at, wall: () => at }

const request = (nth: number, body: unknown = {}): AnsweredRequest => ({
  requestId: `00000000-0000-0000-0000-${String(nth).padStart(12, '0')}`,
  ...{ receivedAt: at, siteId: 10_001 as SiteId, sentBy: 'key', keyId: 7n, method: 'POST', route: '/order' },
  ...{ params: {}, query: {}, body, status: 200, tookMs: 1, reply: undefined, isSecret: false },
})

/** A log over a database that writes what it is given, unless it is down. */
function openOver() {
  const lines: string[] = []
  const written: string[][] = []
  const database = { isDown: false, written }
  const run = async (_text: string, values: readonly unknown[]) => {
    await Promise.resolve()
    if (database.isDown) throw new NoConnection('the database is down')
    written.push(values[0] as string[])
    return []
  }
  const log = openLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  const kept = Temporal.Duration.from('P30D')
  const db = { run } as unknown as Reader
  return { lines, database, requests: openRequestLog({ db, clock, log, kept, everyMs: Number.POSITIVE_INFINITY }) }
}
const numbersOf = (written: readonly string[][]) => written.flat().map((id) => Number(id.slice(-12)))

test('requests are written in their order, many at a time, and each once', async () => {
  const { requests, database } = openOver()
  for (let nth = 0; nth < 1_200; nth++) requests.keep(request(nth))
  await Promise.all([requests.flush(), requests.flush()])
  await requests.flush()
  expect(database.written.map(({ length }) => length)).toEqual([500, 500, 200])
  expect(numbersOf(database.written)).toEqual(Array.from({ length: 1_200 }, (_, nth) => nth))
})

test('what cannot be written waits, the oldest make room, and the log says how many are missing', async () => {
  const { requests, database, lines } = openOver()
  database.isDown = true
  for (let nth = 0; nth < 5_010; nth++) requests.keep(request(nth))
  await requests.flush()
  for (let nth = 5_010; nth < 5_020; nth++) requests.keep(request(nth))
  database.isDown = false
  await requests.flush()
  expect(numbersOf(database.written)).toEqual(Array.from({ length: 5_000 }, (_, nth) => nth + 20))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'warn', waiting: 5_000 }),
    expect.objectContaining({ level: 'warn', dropped: 10 }),
    expect.objectContaining({ level: 'warn', dropped: 10 }),
  ])
})

test('large requests take the room of many', async () => {
  const { requests, database } = openOver()
  const large = Object.fromEntries(['amount', 'order', 'card', 'customer'].map((name) => [name, 'y'.repeat(300)]))
  const many = Object.fromEntries(
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [name, Array.from({ length: 15 }, () => large)]),
  )
  for (let nth = 0; nth < 2_500; nth++) requests.keep(request(nth, { many }))
  await requests.flush()
  const written = numbersOf(database.written)
  expect(written.length).toBeLessThan(2_400)
  expect(written.at(-1)).toBe(2_499)
})

test('a request that cannot be masked is not kept, and nobody waits for it', async () => {
  const { requests, database, lines } = openOver()
  const broken = Object.defineProperty({}, 'amount', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })
  requests.keep(request(1, broken))
  requests.keep(request(2))
  await requests.flush()
  expect(numbersOf(database.written)).toEqual([2])
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 'error', msg: expect.stringContaining('could not be masked') })
})
