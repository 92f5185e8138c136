import { atLeast, increase, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Link, LinkUse, Place } from './link.ts'

/**
 * A link may be limited to a number of uses. A payment reserves one in the commit of its intent, or is not made; when
 * it succeeds the use is paid, and when it fails the use is released. The database computes what is free from the row
 * as it is when its turn comes, so any number of concurrent payments gets exactly as many uses as there are.
 */

/** Records the link, and its version, from which the order of this commit came. */
export const planUse = (orderId: Ref, { id, version }: Pick<Link, 'id' | 'version'>): Write =>
  insert('links.uses', { order_id: orderId, link_id: id, version, place: 'none' })

/**
 * Reserves a use, as writes. They are stale when none is free or the link was closed: then nothing may be requested.
 */
export const reserveSlot = (use: LinkUse): Write[] => [
  transitionReservation(use, 'none', 'reserved'),
  update('links.links', {
    set: { reserved: increase(1n) },
    where: { id: use.linkId, free: atLeast(1), active: true, removed_at: null },
  }),
]

/** The payment that reserved the use succeeded or failed. Empty for an order that has none reserved. */
export function resolveReservation(use: LinkUse, outcome: 'paid' | 'failed'): Write[] {
  if (use.place !== 'reserved') return []
  return [
    transitionReservation(use, 'reserved', outcome === 'paid' ? 'paid' : 'none'),
    update('links.links', {
      set: { reserved: increase(-1n), ...(outcome === 'paid' && { paid: increase(1n) }) },
      where: { id: use.linkId },
    }),
  ]
}

const transitionReservation = ({ orderId }: LinkUse, from: Place, to: Place): Write =>
  update('links.uses', { set: { place: to }, where: { order_id: orderId, place: from } })
