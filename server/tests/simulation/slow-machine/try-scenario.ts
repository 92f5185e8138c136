import { expect } from 'vitest'
import type { Stopped } from '../../world/slow-locks.ts'
import type { Case, Scenario, Stage } from './stage.ts'

/** Where in the decision time is stretched, and whether its deadline passes meanwhile. */
export type Pause = { transaction: number; statement: number; last: number; isLate: boolean }

/** Every place of a user of `db.locked`: before each statement of each of its transactions, in time and late. */
export async function placesOf(stage: Stage, name: string, scenario: Scenario): Promise<Pause[]> {
  const { act, holds, contended } = await scenario(stage)
  const counts = await stage.slow.contended(contended, () => stage.slow.count(name, () => outcome(act())))
  await holds()
  return counts.flatMap((count, transaction) =>
    Array.from({ length: count }, (_, statement) =>
      [true, false].map((isLate) => ({ transaction, statement, last: count - 1, isLate })),
    ).flat(),
  )
}

/** Tries it with the time stretched there, with others who decide about the same rows, and checks what must hold. */
export async function tryScenario(stage: Stage, name: string, scenario: Scenario, pause: Pause): Promise<void> {
  const decided = await scenario(stage)
  await stage.slow.contended(decided.contended, () => (pause.isLate ? late : inTime)(stage, name, decided, pause))
  await decided.holds()
}

/** The decision has its locks for long: another one comes, and waits for its turn. */
async function inTime(stage: Stage, name: string, { act }: Case, { transaction, statement }: Pause): Promise<void> {
  const first = stage.slow.stopAt({ name, transaction, statement })
  const deciding = outcome(act())
  await reached(first, deciding)
  const other = outcome(act())
  await untilStuck(stage, other)
  await first.goOn()
  await Promise.all([deciding, other])
}

/**
 * The deadline of the decision passes, and its connection is another one's. When that one has read what it decides on, the
 * late one sends its statement, and a third one begins.
 */
async function late(stage: Stage, name: string, { act }: Case, place: Pause): Promise<void> {
  const { transaction, statement, last } = place
  const first = stage.slow.stopAt({ name, transaction, statement })
  const deciding = outcome(act())
  await reached(first, deciding)
  await first.passDeadline()
  const second = stage.slow.stopAt({ name, transaction: 0, statement: last })
  const other = outcome(act())
  await Promise.race([second.reached, other])
  await first.goOn()
  expect(first.late).toBe('refused')
  const third = outcome(act())
  await untilStuck(stage, third)
  second.goOn()
  await Promise.all([deciding, other, third])
}

type Outcome = Promise<'done' | 'failed'>
const outcome = (work: Promise<unknown>): Outcome =>
  work.then(
    () => 'done',
    () => 'failed',
  )

async function reached(stopped: Stopped, deciding: Outcome): Promise<void> {
  const ended = await Promise.race([stopped.reached, deciding])
  if (ended) throw new Error(`it has ${ended} before it came to its place`)
}

/** Until it has ended, or waits: for a lock, or in the program for those who are before it. */
async function untilStuck({ world }: Stage, work: Outcome): Promise<void> {
  let hasEnded = false
  const ended = work.then(() => {
    hasEnded = true
  })
  for (let looks = 0; looks < looksMax && !hasEnded; looks++) {
    const [row] = await world.query(`select count(*)::int as waiting, pg_sleep(0.004)::text from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if (Number(row!.waiting) > 0) return
  }
  if (hasEnded) await ended
}
const looksMax = 60
