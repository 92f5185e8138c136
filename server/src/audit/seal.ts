import { saltShoppers } from '#acquiring/shoppers'
import { rowsMax, type SealContext, sealNewRows } from '#kernel/audit/seal/seal-new-rows.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { sealed } from './sealed.ts'

const sealing = {
  sealed,
  prepare: async (ctx: SealContext, sealedUpTo: (table: string) => bigint) =>
    saltShoppers(ctx, sealedUpTo('shoppers.shoppers')),
}

/** Seals all that is new, and returns how many rows that were. */
export async function sealAll(ctx: SealContext): Promise<number> {
  let all = 0
  for (let seals = 0; seals < sealsMax; seals++) {
    const count = await sealNewRows(ctx, sealing)
    if (count === 0) return all
    all += count
  }
  return all
}
/** A database that was never sealed has millions of rows; each seal is as large as the memory of a process allows. */
const sealsMax = 100_000

/**
 * Seals what is new every `everyMs` milliseconds until stopped. Several processes may do it: one of them is first. Where
 * there is more than one seal may cover, such as in a database that was never sealed, it goes on at once, and rests in
 * between as long as it has worked.
 */
export function startSealing(
  ctx: SealContext & { log: Log },
  { everyMs }: { everyMs: number },
): { stop(): Promise<void> } {
  let stopped = false
  let wake = () => {}
  const rest = async (ms: number) => {
    const waiting = Promise.withResolvers<void>()
    wake = waiting.resolve
    const timer = setTimeout(waiting.resolve, ms)
    if (!stopped) await waiting.promise
    clearTimeout(timer)
  }
  const loop = (async () => {
    while (!stopped) {
      const began = performance.now()
      const count = await sealNewRows(ctx, sealing).catch((err) => {
        ctx.log.error({ err }, 'sealing failed; it is tried again')
        return 0
      })
      await rest(count < rowsMax ? everyMs : performance.now() - began)
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
