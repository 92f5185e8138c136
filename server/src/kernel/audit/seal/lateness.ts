import type { Findings } from '#kernel/audit/findings.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, update } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { journalsAhead, journalsOf } from './reach.ts'
import { nameOf, type Sealed } from './sealed.ts'
import type { Positions } from './tables.ts'

/** How far sealing is behind what is written. */
export type SealLateness = {
  /** Everything that was written before this moment of the machine's clock is sealed. */
  wholeAt: Instant
  /** For how long the oldest row that is not sealed may have waited; 0 when every row is sealed. */
  seconds: number
  /** The journals with rows that are not sealed. */
  journals: readonly string[]
}

/** Costs the same however much is sealed: the newest number of each journal is read. `wall` is now, by the machine's clock. */
export async function sealLateness(
  db: Pick<Reader, 'run'>,
  { sealed, wall }: { sealed: readonly Sealed[]; wall: Instant },
): Promise<SealLateness> {
  const [row] = await db.run(
    `select p.whole_at as "wholeAt", (select s.positions from seals.seals s order by s.id desc limit 1) as positions
       from seals.progress p where p.id = 1`,
    [],
  )
  const { wholeAt, positions } = row as { wholeAt: Instant; positions: Positions | null }
  // Rows that have not come to rest are not late.
  const journals = journalsOf(sealed).filter(({ restUpTo }) => !restUpTo)
  const ahead = await journalsAhead(db, journals, positions ?? {})
  const seconds = ahead.length === 0 ? 0 : Math.max(0, wall.since(wholeAt).total('seconds'))
  return { wholeAt, seconds, journals: ahead.map(({ journal }) => journal.table) }
}

/** Up to which moment everything is sealed, as one process finds out seal by seal. */
export type WholeTimes = {
  /**
   * A seal that began at a moment has left these journals behind. Returns the moment up to which every journal is sealed:
   * under load some commit is always under way, so that hardly any seal reaches all of them. Undefined: some journal was
   * never reached.
   */
  after(began: Instant, behind: readonly string[]): Instant | undefined
}

export function openWholeTimes(sealed: readonly Sealed[]): WholeTimes {
  const names = journalsOf(sealed).map(nameOf)
  const times = new Map<string, Instant>()
  return {
    after: (began, behind) => {
      for (const name of names) if (!behind.includes(name)) times.set(name, began)
      return times.size < names.length ? undefined : [...times.values()].toSorted(Temporal.Instant.compare)[0]
    },
  }
}

/** Records that everything that was written before a moment is sealed. */
export const recordWhole = async (db: Db, wholeAt: Instant): Promise<void> =>
  void (await commit(
    { db, react: async () => [] },
    wholeAt,
    [update('seals.progress', { set: { whole_at: wholeAt }, where: { id: 1 } })],
    'lateness',
  ))

/** What nobody seals can be altered unseen, so seals that are later than `lateAfterSeconds` are a difference. */
export async function checkLateness(
  moment: Reader,
  findings: Findings,
  { lateAfterSeconds, ...of }: Parameters<typeof sealLateness>[1] & { lateAfterSeconds: number },
): Promise<void> {
  const { seconds, wholeAt, journals } = await sealLateness(moment, of)
  if (seconds <= lateAfterSeconds) return
  findings.differ({
    about: 'seals',
    wrong: 'what was written is not sealed in time',
    actual: `everything is sealed up to ${wholeAt.toString({ smallestUnit: 'second' })}; rows wait in ${journals.join(', ')}`,
    should: `a seal within ${lateAfterSeconds / 60} minutes`,
    look: 'the logs of the workers ("sealing failed"); by hand: florin seal now',
  })
}
