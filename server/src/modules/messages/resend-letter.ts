import type { Instant } from '#kernel/clock.ts'
import { anyOf, commit, decide, increase, update } from '#kernel/commit.ts'
import type { LetterId, SiteId } from '#kernel/ids.ts'
import type { House } from './house.ts'
import { triesMax } from './post.ts'
import { refuse } from './refusals.ts'
import { findLetterOfSite, selectParkedIds } from './store.ts'

type ResendHouse = Pick<House, 'db' | 'react' | 'clock'>

/**
 * Sends a parked or sent letter again, with the same words and a fresh schedule; `address` sends it elsewhere, since a
 * mistyped address is why most were refused. Refuses one that is on its way, and one whose words have been deleted.
 */
export async function resendLetter(
  house: ResendHouse,
  { siteId, id, address }: { siteId: SiteId; id: LetterId; address?: string | undefined },
): Promise<void> {
  await decide(async () => {
    const found = await findLetterOfSite(house.db, { siteId, id })
    if (!found) throw refuse('letter_not_found', { field: 'id' })
    if (found.status === 'waiting') throw refuse('letter_waiting', { field: 'id' })
    if (!found.words) throw refuse('letter_forgotten', { field: 'id' })
    const { version } = found
    const now = house.clock.now()
    const set = { ...afresh(now), ...(address !== undefined && { address }), version: version + 1 }
    await commit(house, now, [update('messages.letters', { set, where: { id, version } })])
  })
}

/** Sends again every parked letter of a site that still has its words. Gives their number. */
export async function resendParked(house: ResendHouse, siteId: SiteId): Promise<number> {
  let resent = 0
  for (let after = 0n as LetterId; ; ) {
    const ids = await decide(async () => {
      const parked = await selectParkedIds(house.db, { siteId, after, limit: batchMax })
      const now = house.clock.now()
      const where = { id: anyOf(parked), status: 'parked' as const }
      const all = update('messages.letters', {
        set: { ...afresh(now), version: increase(1n) },
        where,
        expect: parked.length,
      })
      if (parked.length > 0) await commit(house, now, [all])
      return parked
    })
    resent += ids.length
    if (ids.length < batchMax) return resent
    after = ids.at(-1)!
  }
}
const batchMax = 500

const afresh = (now: Instant) => ({ status: 'waiting', tries_left: triesMax, sent_at: null, due_at: now }) as const
