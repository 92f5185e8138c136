import { atLeast, increase, insert, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Link, LinkUse, Place } from './link.ts'

/**
 * A link that may be paid so often has so many places. A payment takes one in the very commit that promises it, or is
 * not made; it keeps the place when it goes well and gives it back when it fails. The database computes what is free
 * from the row as it is when its turn comes, so a crowd of any size gets exactly as many places as there are.
 */

/** Remembers of which link, and of which version of it, the order of this commit came. */
export const planUse = (orderId: Ref, { id, version }: Pick<Link, 'id' | 'version'>): Write =>
  insert('links.uses', { order_id: orderId, link_id: id, version, place: 'none' })

/** Goes stale when no place is free, or when the merchant has closed the link: then nothing may be asked. */
export const reserveSlot = (use: LinkUse): Write[] => [
  transitionReservation(use, 'none', 'reserved'),
  update('links.links', {
    set: { reserved: increase(1n) },
    where: { id: use.linkId, free: atLeast(1), active: true, removed_at: null },
  }),
]

/** The payment that reserved it went well, or failed. Nothing for a use that has no place reserved. */
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
