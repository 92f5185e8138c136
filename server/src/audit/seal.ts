import { saltShoppers } from '#acquiring/shoppers'
import { openBatchSizes } from '#kernel/audit/seal/batch-sizes.ts'
import { openWholeTimes, recordWhole } from '#kernel/audit/seal/lateness.ts'
import type { NotSealed } from '#kernel/audit/seal/not-sealed.ts'
import { type SealContext, sealAfterAll, sealNewRows } from '#kernel/audit/seal/seal-new-rows.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { sealed } from './sealed.ts'

const sealing = {
  sealed,
  prepare: async (ctx: SealContext, sealedUpTo: (table: string) => bigint) =>
    saltShoppers(ctx, sealedUpTo('shoppers.shoppers')),
}

type Context = SealContext & { log?: Log }

/** Seals that are further behind are late: `verify`, `doctor`, readiness and an alert say so. */
export const sealsLateAfterSeconds = 900

/** How often a process records that nothing waits, where nothing is new. */
const recordedEveryMs = 60_000

/**
 * Seals all that is new, and what could not be sealed before and can be now. Returns how many rows that were; those that
 * fail are in the log.
 */
export async function sealAll(ctx: Context): Promise<number> {
  const sizes = openBatchSizes()
  let all = 0
  for (let seals = 0; seals < sealsMax; seals++) {
    const began = ctx.clock.wall()
    const { rows, more, behind, notSealed } = await sealNewRows(ctx, sealing, sizes)
    report(ctx, notSealed)
    all += rows
    if (rows > 0 || more) continue
    if (behind.length === 0) await recordWhole(ctx.db, began)
    break
  }
  for (let repaired = 1; repaired > 0; all += repaired) repaired = await sealAfterAll(ctx, sealing)
  return all
}
/** A database that was never sealed has millions of rows; each seal is as large as the memory of a process allows. */
const sealsMax = 100_000

function report({ log }: Context, rows: readonly NotSealed[]): void {
  for (const { journal, id, kind, code } of rows)
    log?.error({ journal, id: String(id), kind, code }, 'a row cannot be sealed; verify names it until it can be')
}

/**
 * Seals what is new every `everyMs` milliseconds until stopped. Several processes may do it: one of them is first. Where
 * there is more than one seal may cover, such as in a database that was never sealed, it goes on at once, and rests in
 * between as long as it has worked. What could not be sealed is tried again when a process starts.
 */
export function startSealing(
  ctx: SealContext & { log: Log },
  { everyMs }: { everyMs: number },
): { stop(): Promise<void> } {
  const sizes = openBatchSizes()
  let stopped = false
  let wake = () => {}
  const rest = async (ms: number) => {
    const waiting = Promise.withResolvers<void>()
    wake = waiting.resolve
    const timer = setTimeout(waiting.resolve, ms)
    if (!stopped) await waiting.promise
    clearTimeout(timer)
  }
  const failed = (err: unknown) => {
    ctx.log.error({ err }, 'sealing failed; it is tried again')
    return undefined
  }
  const times = openWholeTimes(sealed)
  let recorded = Number.NEGATIVE_INFINITY
  const sealOnce = async (began: number) => {
    const wall = ctx.clock.wall()
    const { rows, more, behind, notSealed } = await sealNewRows(ctx, sealing, sizes)
    report(ctx, notSealed)
    const wholeAt = times.after(wall, behind)
    if (wholeAt && (rows > 0 || began - recorded >= recordedEveryMs)) {
      await recordWhole(ctx.db, wholeAt)
      recorded = began
    }
    return more
  }
  const loop = (async () => {
    await sealAfterAll(ctx, sealing).catch(failed)
    while (!stopped) {
      const began = performance.now()
      const more = await sealOnce(began).catch(failed)
      await rest(more ? performance.now() - began : everyMs)
    }
  })()
  return {
    stop: () => {
      stopped = true
      wake()
      return loop
    },
  }
}
