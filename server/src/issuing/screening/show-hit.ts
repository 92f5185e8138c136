import type { StaffScope } from '#core/access'
import { type Author, auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { commit } from '#kernel/db/commit/commit.ts'
import type { ScreeningContext } from './context.ts'
import { anyHit } from './decide-hit.ts'
import type { Hit } from './hit.ts'
import type { HitId } from './ids.ts'
import type { ListEntry } from './list-entry.ts'
import type { PersonFacts } from './matching/match-person.ts'
import { openFacts } from './person-facts.ts'
import { findEntry, findPerson, type HitStep, isCurrent, stepsOf } from './store.ts'

/** A hit with everything that it takes to decide it. */
export type HitFile = {
  hit: Hit
  /** As it is on the list. */
  entry: ListEntry
  /** False: the list has dropped or changed the entry since. */
  isCurrent: boolean
  /** As they are now; the hit may have been found with earlier ones. */
  person: PersonFacts
  steps: readonly HitStep[]
}

/** Reads the file of a hit. It holds personal data, so that who looked is in the audit. */
export async function showHit(
  ctx: ScreeningContext,
  { by, hitId, scope }: { by: Author; hitId: HitId; scope?: StaffScope | undefined },
): Promise<HitFile> {
  const hit = await anyHit(ctx, hitId, scope)
  const { holderId, partnerId } = hit
  const person = (await findPerson(ctx.db, holderId))!
  const { factsNumber, sealedFacts } = person
  const facts = openFacts({ keys: ctx.keys, holderId, factsNumber }, sealedFacts)
  const now = ctx.clock.now()
  const subject = { type: 'hit', id: hitId }
  await commit(
    ctx,
    now,
    [auditEntry(now, by, { action: 'hitViewed', owner: partnerOwner(partnerId), subject })],
    'show-hit',
  )
  const [entry, current, steps] = await Promise.all([
    findEntry(ctx.db, hit.entryId),
    isCurrent(ctx.db, hit.entryId),
    stepsOf(ctx.db, hitId),
  ])
  return { hit, entry, isCurrent: current, person: facts, steps }
}
