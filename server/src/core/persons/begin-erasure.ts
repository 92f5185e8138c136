import type { Author } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, insert, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { auditOf } from './audit-of.ts'
import type { PersonsContext } from './context.ts'
import type { Erasure, ErasureId, PersonKind, Subject } from './erasure.ts'
import { countGoing, type FoundIds, findIds, idsOf, openThings, tablesOf } from './personal-rows.ts'
import { refuse } from './refusals.ts'
import { requirePerson } from './require-person.ts'
import { findErasureOf } from './store.ts'

export type EraseInput = {
  by: Author
  subject: Subject
  /** What is to be part of the same commit: an approval that is used up, the idempotency key. */
  alongside?: (id: string) => Write[]
}

/**
 * Begins to erase a person: ends what they can do here, and has a worker erase the rest. Of somebody who is erased, what was
 * written of them since goes as well; who is being erased, or has nothing left that goes, is left as they are. Refuses with `person_has_open_things`, under the lock that what begins for them needs as well.
 */
export const beginErasure = (ctx: PersonsContext, { by, subject, alongside }: EraseInput): Promise<ErasureId> =>
  decide(async () => {
    const { kind, person } = await requirePerson(ctx, subject)
    const { id } = await ctx.db.locked([kind.lock(subject.id)], { name: 'begin-erasure' }, async (tx) => {
      const begun = await findErasureOf(tx, subject)
      const inside = { ...ctx, db: tx }
      const now = ctx.clock.now()
      const ids = await findIds(tx, kind.data, idsOf(kind.kind, subject.id))
      const audited = auditOf(now, by, { kind, subject, person, action: 'personErasureBegun' })
      if (begun) {
        const again = begun.status !== 'erasing' && (await isSomethingLeft(tx, kind, ids))
        const writes = [...(again ? [planAgain(now, begun), audited] : []), ...(alongside?.(subject.id) ?? [])]
        await commit(inside, now, writes, 'begin-erasure')
        return begun
      }
      const open = await openThings(tx, kind.data, ids)
      if (open.length > 0) throw refuse('person_has_open_things', { open: open.join(', '), things: open })
      const erasure = ref('erasure')
      const row = {
        ...{ kind: kind.kind, subject_id: subject.id, status: 'erasing' as const, requested_at: now, due_at: now },
        ...{ owner_kind: person.owner.kind, owner_id: person.owner.id },
      } as const
      const inserted = insert('persons.erasures', row, { as: erasure, onDuplicate: { erased_once: 'stale' } })
      const writes = [
        inserted,
        ...(await kind.close(tx, subject.id, now, ids)),
        audited,
        ...(alongside?.(subject.id) ?? []),
      ]
      const made = await commit(inside, now, writes, 'begin-erasure')
      return { id: made<ErasureId>(erasure) }
    })
    await kind.destroy?.(subject.id)
    return id
  })

const isSomethingLeft = async (tx: Db, { data }: PersonKind, ids: FoundIds): Promise<boolean> => {
  for (const table of tablesOf(data)) if ((await countGoing(tx, table, ids)) > 0) return true
  return false
}

const planAgain = (now: Instant, { id, version }: Erasure): Write =>
  update('persons.erasures', {
    set: { status: 'erasing', due_at: now, leased_until: null, version: version + 1 },
    where: { id, version },
  })
