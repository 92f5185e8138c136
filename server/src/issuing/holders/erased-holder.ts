import { partnerOwner } from '#core/partners'
import type { Duty, FoundIds, PersonKind } from '#core/persons'
import { type HolderId, readHolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { PersonalData } from '#kernel/db/personal-data.ts'
import { planEndOfSessions } from './end-sessions.ts'
import { findErasable } from './find-erasable.ts'
import { holderOwner } from './holder.ts'
import { holderLock } from './store.ts'

type Parts = {
  data: readonly PersonalData[]
  /** What the modules above do when a customer is closed, when they are erased, and when what a duty has kept goes. */
  whenClosed(tx: Db, id: HolderId, now: Instant, ids: FoundIds): Promise<Write[]>
  whenErased(ids: FoundIds): Write[]
  whenOver(tx: Db, id: HolderId, duty: Duty): Promise<Write[]>
}

/** How a customer of a partner is erased: closed and logged out, and then nothing is kept of them but what a duty keeps. */
export const holderKind = ({ data, whenClosed, whenErased, whenOver }: Parts): PersonKind => ({
  kind: 'holder',
  lock: (id) => holderLock(id as HolderId),
  data,
  find: async (db, unchecked) => {
    const id = readHolderId(unchecked)
    const found = id && (await findErasable(db, id))
    return found && { owner: partnerOwner(found.partnerId), isErased: found.isErased }
  },
  close: async (tx, unchecked, now, ids) => {
    const id = unchecked as HolderId
    const { version } = (await findErasable(tx, id))!
    const { writes } = await planEndOfSessions({ db: tx }, now, { holderId: id, reason: 'closed' })
    return [
      update('holders.holders', {
        set: { status: 'closed', erased_at: now, version: version + 1 },
        where: { id, version },
      }),
      ...writes,
      ...(await whenClosed(tx, id, now, ids)),
      erased(id, true),
    ]
  },
  conclude: (id, ids) => [...whenErased(ids), erased(id as HolderId, false)],
  whenOver: (tx, id, duty) => whenOver(tx, id as HolderId, duty),
})

const erased = (id: HolderId, begun: boolean): Write =>
  announce('holderErased', { owner: holderOwner(id), subjectId: id, body: { begun }, subject: undefined })
