import { type Author, auditEntry, platformOwner } from '#core/directory'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, type Ref, ref, StaleWrite, update, type Write } from '#kernel/db/commit/commit.ts'
import { isSharedFailure } from '#kernel/db/shared-failure.ts'
import type { ScreeningContext } from './context.ts'
import type { RunId } from './ids.ts'
import type { Run } from './run.ts'
import { screenAgain } from './screen-person.ts'
import { findRun, peopleAfter, runUnderWay } from './store.ts'

/** The writes that have everybody compared again from the beginning. A run that is under way ends: it would do the same. */
export const beginRun = (now: Instant, cause: Run['cause'], underWay: Run | undefined, as?: Ref): Write[] => [
  ...(underWay
    ? [
        update('screening.runs', {
          set: { ended_at: now, superseded: true, due_at: null, leased_until: null },
          where: { id: underWay.id, ended_at: null },
        }),
      ]
    : []),
  insert(
    'screening.runs',
    { cause, begun_at: now, ended_at: null, due_at: now, leased_until: null },
    { onDuplicate: { one_run_at_a_time: 'stale' }, ...(as && { as }) },
  ),
]

/** Has everybody compared with the current lists again: after the thresholds were changed. */
export const rescreen = (
  ctx: ScreeningContext,
  { by, once = () => [] }: { by: Author; once?: (subjectId: string | Ref) => Write[] },
): Promise<Run> =>
  decide(async () => {
    const now = ctx.clock.now()
    const run = ref('run')
    const entry = auditEntry(now, by, {
      action: 'rescreeningBegun',
      owner: platformOwner,
      subject: { type: 'screening' },
    })
    const writes = [...beginRun(now, 'asked', await runUnderWay(ctx.db), run), entry, ...once(run)]
    const ids = await commit(ctx, now, writes, 'rescreen')
    return (await findRun(ctx.db, ids<RunId>(run)))!
  })

/** How long a worker has a run for itself; it says so anew with each part. */
export const runLeaseMs = 60_000

/**
 * Compares everybody, in the order of their ids, a part at a time. How far it is, is kept with each part, so that another
 * worker goes on from there when this one dies. Those whose comparison fails are compared again until all are done. Only
 * those whose facts do not open are passed: they are counted and logged, and `florin verify` names them.
 */
export async function carryOutRun(ctx: ScreeningContext, id: RunId): Promise<void> {
  for (let run = await findRun(ctx.db, id); run && run.endedAt === null; run = await findRun(ctx.db, id)) {
    const next = await peopleAfter(ctx.db, run.afterHolder, peopleAtOnce)
    const isAgain = next.length === 0
    const compared = await compareEach(ctx, isAgain ? run.failed : next)
    const failed = isAgain ? compared.failed : [...run.failed, ...compared.failed]
    if (failed.length > failedMax) throw new Error(`the comparison of ${failed.length} customers has failed`)
    const isPast = next.length < peopleAtOnce
    const now = ctx.clock.now()
    const progress = {
      after_holder: next.at(-1) ?? run.afterHolder,
      screened: run.screened + compared.screened,
      hits: run.hits + compared.hits,
      failed,
      unreadable: run.unreadable + compared.unreadable,
      ...(isPast ? afterTheLast(now, failed) : { leased_until: ctx.clock.wall().add({ milliseconds: runLeaseMs }) }),
    }
    const where = { id, after_holder: run.afterHolder, screened: run.screened, ended_at: null }
    try {
      await commit(ctx, now, [update('screening.runs', { set: progress, where })], 'rescreen')
    } catch (error) {
      // A list was loaded meanwhile, and another run compares everybody.
      if (error instanceof StaleWrite) return
      throw error
    }
    if (isPast) return
  }
}
const peopleAtOnce = 100
/** More have a cause that is not theirs: the part is done again. */
const failedMax = 1_000
const againMinutes = 5

const afterTheLast = (now: Instant, failed: readonly HolderId[]) =>
  failed.length === 0
    ? { ended_at: now, due_at: null, leased_until: null }
    : { due_at: now.add({ minutes: againMinutes }), leased_until: null }

async function compareEach(ctx: ScreeningContext, people: readonly HolderId[]) {
  const compared = { screened: 0, hits: 0, unreadable: 0, failed: [] as HolderId[] }
  for (const holderId of people) {
    const result = await screenOrFail(ctx, holderId)
    if (result === 'failed') compared.failed.push(holderId)
    else if (result === 'unreadable') compared.unreadable++
    else {
      compared.screened++
      compared.hits += result
    }
  }
  return compared
}

async function screenOrFail(ctx: ScreeningContext, holderId: HolderId): Promise<number | 'unreadable' | 'failed'> {
  try {
    return await screenAgain(ctx, holderId)
  } catch (error) {
    // Of a database that is busy or lost nothing is the person's: the run goes on here when it is claimed again.
    if (isSharedFailure(error)) throw error
    ctx.log.error({ holderId, err: error }, 'the comparison of a person has failed, and is made again')
    return 'failed'
  }
}
