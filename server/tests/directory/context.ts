import { onTestFinished } from 'vitest'
import { type Author, type Directory, openDirectory } from '#core/directory'
import { generateKeys, readKeyRing } from '#kernel/crypto/keys.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { warmDatabase } from '../world/warm-database.ts'

export const by: Author = { actor: 'staff 7', fromWhere: '203.0.113.9' }

let sharedUrl: Promise<string> | undefined
/** One database for all tests of a worker that mind only what they made themselves. */
const shared = (): Promise<string> => (sharedUrl ??= copyOfTemplate())

/**
 * A directory with a clock in the hand and a count of the questions it asks: on the shared database, on one of its own
 * (`alone`), or on another context's.
 */
export async function openBenchContext({
  keyFile = generateKeys(),
  url,
  alone = false,
}: {
  keyFile?: string
  url?: string
  alone?: boolean
} = {}) {
  const databaseUrl = url ?? (await (alone ? warmDatabase() : shared()))
  const db = openDb(databaseUrl, { role: 'florin_app', connectionsMax: 4 })
  const time = {
    now: Temporal.Instant.from('2026-11-20T12:00:00Z'),
    wall: Temporal.Instant.from('2026-11-20T12:00:00Z'),
  }
  const counted = { queries: 0 }
  let meeting = { expected: 0, complete: () => {}, all: Promise.resolve() }
  const countingDb: Db = {
    ...db,
    get read() {
      counted.queries++
      return db.read
    },
    batches: {
      carryOut: async (commit, as) => {
        if (meeting.expected > 0 && --meeting.expected === 0) meeting.complete()
        await meeting.all
        return db.batches!.carryOut(commit, as)
      },
    },
  }
  const directory = await openDirectory({
    db: countingDb,
    clock: { now: () => time.now, wall: () => time.wall },
    keys: readKeyRing(keyFile),
    react: async () => [],
  })
  onTestFinished(async () => {
    await directory.close()
    await db.close()
  })
  const passTime = (duration: Temporal.DurationLike) => {
    time.now = time.now.add(duration)
    time.wall = time.wall.add(duration)
  }
  /** The next `expected` commits wait for each other: all have read before any writes. */
  const raceNext = (expected: number) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    meeting = { expected, complete: resolve, all: promise }
  }
  return { directory, db, url: databaseUrl, keyFile, counted, passTime, raceNext }
}

export async function openSite(directory: Directory, { live = false } = {}) {
  const merchant = await directory.createMerchant({ by, name: 'Bakery' })
  const made = await directory.createSite({ by, merchantId: merchant.id, name: 'Shop', live, currencies: ['EUR'] })
  return { merchant, ...made, siteId: made.site.id }
}

export const auditOf = (db: Db) => db.read.selectFrom('directory.audit').selectAll().orderBy('id').execute()
