import type { DueWork } from '#kernel/due-work.ts'
import type { NotificationId } from '#kernel/ids.ts'
import { deliverNotification } from './deliver-notification.ts'
import type { House } from './house.ts'
import { claimInTurn } from './store.ts'

/** Deliveries this process has under way at once, and how many of them may be to one site (that, over all processes). */
const atOnceMax = 512
const perSiteMax = 16
/** What a worker may need beside the waiting for a store: reading, encrypting, writing down. */
const leaseMarginMs = 30_000

/**
 * Delivers notifications that are due. Each site has a few places, so the store that hangs fills its own and no others.
 *
 * `patienceMs` is for the worker of a running program: a delivery that takes longer goes on by itself, and the worker
 * turns to what else is due. Without it every delivery is waited for, so that draining ends when all is told.
 */
export function deliveries(
  house: House,
  { patienceMs }: { patienceMs?: number } = {},
): DueWork & { finish(): Promise<void> } {
  const underWay = new Set<Promise<void>>()
  const leaseMs = house.notificationTimeoutMs + leaseMarginMs
  return {
    name: 'deliver notifications',
    claim: async (limit) => {
      const free = Math.min(limit, atOnceMax - underWay.size)
      return free > 0 ? claimInTurn(house, { leaseMs, perSiteMax, limit: free }) : []
    },
    run: async (id) => {
      const delivery = deliverNotification(house, id as NotificationId).finally(() => underWay.delete(delivery))
      underWay.add(delivery)
      if (patienceMs === undefined || (await endsWithin(delivery, patienceMs))) return delivery
      delivery.catch((error) => house.log.error({ notificationId: String(id), err: error }, 'a delivery failed'))
    },
    /** Waits for the deliveries that go on by themselves. To be called when the worker has stopped. */
    finish: async () => {
      await Promise.allSettled(underWay)
    },
  }
}

/** Whether it has ended, well or badly, before the time is over. */
async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  const timeIsUp = Promise.withResolvers<false>()
  const timer = setTimeout(() => timeIsUp.resolve(false), ms)
  const ended = work.then(
    () => true,
    () => true,
  )
  const inTime = await Promise.race([ended, timeIsUp.promise])
  clearTimeout(timer)
  return inTime
}
