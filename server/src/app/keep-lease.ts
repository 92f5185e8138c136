import type { Clock, Instant } from '#kernel/base/clock.ts'
import { commit, StaleWrite, update, type Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

type Leased = { id: bigint; leased_until: Instant | null }

/**
 * Renews the lease of a scheduled task while it runs, so that one that takes long is not begun again beside itself. The moment
 * until which it is leased says whose it is: who has lost it renews it no more. `end` returns the last one of this holder.
 */
export function keepLease(
  ctx: Writer & { clock: Clock; log: Log },
  { id, leased_until: first }: Leased,
  leaseMs: number,
): { end(): Promise<Instant | null> } {
  let held = first
  let [renewed, isLost] = [Promise.resolve(), false]
  const renew = async () => {
    if (isLost) return
    const leased_until = ctx.clock.wall().add({ milliseconds: leaseMs })
    const write = update('florin.scheduled_tasks', { set: { leased_until }, where: { id, leased_until: held } })
    try {
      await commit(ctx, ctx.clock.now(), [write], 'keep-lease')
      held = leased_until
    } catch (err) {
      isLost = err instanceof StaleWrite
      ctx.log.warn({ id: String(id), err }, 'the lease of a scheduled task was not renewed')
    }
  }
  const renewing = setInterval(() => {
    renewed = renewed.then(renew)
  }, leaseMs / renewals)
  return {
    end: async () => {
      clearInterval(renewing)
      await renewed
      return held
    },
  }
}
/** Of one lease: two that fail lose nothing. */
const renewals = 3
