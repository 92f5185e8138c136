import { setTimeout as pause } from 'node:timers/promises'
import { sealLateness } from '#kernel/audit/seal/lateness.ts'
import { dueByWork } from '#kernel/work/due-list.ts'
import { sealsLateAfterSeconds } from '../audit/seal.ts'
import { sealed } from '../audit/sealed.ts'
import type { App } from './compose.ts'
import { heldApart } from './hold/held-kinds.ts'
import { heldSinceIn } from './hold/open-hold.ts'

/** A kind of background work, and for how many seconds the oldest of what it has not done has waited. */
export type LateWork = { work: string; seconds: number }

/** What sealing is called among the kinds of background work. */
export const sealingWork = 'seal what is new'

/** Work that waits longer is the sign of workers that do not run, or fail. */
export const lateAfterSeconds = sealsLateAfterSeconds

/** The kinds of background work that are late, the latest first: due work by the clock of the installation, seals by the machine's. What waits for `florin resume` is not late. */
export async function lateWork({ db, jobs, clock }: Pick<App, 'db' | 'jobs' | 'clock'>): Promise<LateWork[]> {
  const now = clock.now()
  const { going } = heldApart(jobs, await heldSinceIn(db))
  const [due, seals] = await Promise.all([dueByWork(db, going, now), sealLateness(db, { sealed, wall: clock.wall() })])
  const ages = due.flatMap(({ work, oldestAt }) =>
    oldestAt ? [{ work, seconds: now.since(oldestAt).total('seconds') }] : [],
  )
  return [...ages, { work: sealingWork, seconds: seals.seconds }]
    .filter(({ seconds }) => seconds > lateAfterSeconds)
    .toSorted((one, other) => other.seconds - one.seconds)
}

/**
 * The same for a reply that has to be quick: what was found less than `forMs` milliseconds ago. A caller who comes while it
 * is read waits for `patienceMs` at most, and then learns what was known before.
 */
export function rememberLateWork(app: App): () => Promise<readonly LateWork[]> {
  let known: readonly LateWork[] = []
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined
  const read = () =>
    lateWork(app)
      .then((late) => {
        known = late
      })
      .catch((err: unknown) => app.log.error({ err }, 'it could not be read which background work is late'))
      .finally(() => {
        reading = undefined
      })
  return async () => {
    const now = app.clock.wall().epochMilliseconds
    if (now - readAt >= forMs) {
      readAt = now
      reading = read()
    }
    if (reading) await Promise.race([reading, pause(patienceMs, undefined, { ref: false })])
    return known
  }
}
const forMs = 15_000
const patienceMs = 500
