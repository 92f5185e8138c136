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
 * worker goes on from there when this one dies. A person who cannot be read is logged and passed: `florin verify` names
 * them.
 */
export async function carryOutRun(ctx: ScreeningContext, id: RunId): Promise<void> {
  for (let run = await findRun(ctx.db, id); run && run.endedAt === null; run = await findRun(ctx.db, id)) {
    const people = await peopleAfter(ctx.db, run.afterHolder, peopleAtOnce)
    let hits = 0
    for (const holderId of people) hits += await screenOrLog(ctx, holderId)
    const isLast = people.length < peopleAtOnce
    const now = ctx.clock.now()
    const progress = {
      after_holder: people.at(-1) ?? run.afterHolder,
      screened: run.screened + people.length,
      hits: run.hits + hits,
      ...(isLast
        ? { ended_at: now, due_at: null, leased_until: null }
        : { leased_until: ctx.clock.wall().add({ milliseconds: runLeaseMs }) }),
    }
    const where = { id, after_holder: run.afterHolder, ended_at: null }
    try {
      await commit(ctx, now, [update('screening.runs', { set: progress, where })], 'rescreen')
    } catch (error) {
      // A list was loaded meanwhile, and another run compares everybody.
      if (error instanceof StaleWrite) return
      throw error
    }
  }
}
const peopleAtOnce = 100

async function screenOrLog(ctx: ScreeningContext, holderId: HolderId): Promise<number> {
  try {
    return await screenAgain(ctx, holderId)
  } catch (error) {
    // Of a database that is busy or lost nothing is the person's: the run goes on here when it is claimed again.
    if (error instanceof StaleWrite || isSharedFailure(error)) throw error
    ctx.log.error({ holderId, err: error }, 'a person could not be screened again')
    return 0
  }
}
