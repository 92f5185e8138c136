import { type Approval, isWithin, type StaffAuthor, type StaffScope } from '#core/access'
import { auditEntry } from '#core/directory'
import { partnerOwner } from '#core/partners'
import { announce, commit, decide, increase, type Ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { DecidingContext, ScreeningContext } from './context.ts'
import type { Hit } from './hit.ts'
import { hitStates } from './hit-states.ts'
import type { HitId } from './ids.ts'
import { refuse } from './refusals.ts'
import { findHit, findPerson } from './store.ts'
import { transitionHit } from './transition-hit.ts'

/** What a person may decide about a hit: another person, the same person, not decided after all. */
export const hitDecisions = ['clear', 'confirm', 'reopen'] as const
type HitDecision = (typeof hitDecisions)[number]

export function readHitDecision(unchecked: unknown): HitDecision {
  const decision = hitDecisions.find((known) => known === unchecked)
  if (!decision) throw refuse('invalid_hit_decision', { field: 'decision', decisions: hitDecisions.join(', ') })
  return decision
}

export type HitInput = {
  by: StaffAuthor
  hitId: HitId
  decision: HitDecision
  /** Whose staff decides; of other customers there is no hit. Undefined: the operator's. */
  scope?: StaffScope | undefined
  once?: ((subjectId: string | Ref) => Write[]) | undefined
}

/**
 * Decides about a hit. The reason is kept with it, and in the audit. Where the installation wants two people, the first
 * call waits for an approval, and the same call decides when another person has given it.
 */
export async function decideHit(ctx: DecidingContext, input: HitInput): Promise<Decided> {
  const { by, hitId, decision } = input
  if (!by.reason?.trim()) throw refuse('hit_reason_missing', { field: 'reason' })
  const subject = { type: 'hit', id: String(hitId) }
  return ctx.approvals.attempt({ by, action: 'screening:decide', subject, given: { decision } }, () =>
    decideOnce(ctx, input),
  )
}

type Decided = { hit: Hit; waits?: Approval }

const decideOnce = (ctx: DecidingContext, { by, hitId, decision, scope, once = () => [] }: HitInput) =>
  decide(async (): Promise<Decided> => {
    const hit = await anyHit(ctx, hitId, scope)
    const { version } = (await findPerson(ctx.db, hit.holderId))!
    const now = ctx.clock.now()
    const writes = transitionHit(now, hit, { action: decision, by })
    const cleared = await ctx.approvals.require({
      by,
      action: 'screening:decide',
      owner: partnerOwner(hit.partnerId),
      subject: { type: 'hit', id: String(hitId) },
      request: { decision },
      once,
    })
    if (!cleared.allowed) return { hit, waits: cleared.approval }
    const status = hitStates.next(hit.status, decision)!
    await commit(
      ctx,
      now,
      [
        ...writes,
        // What depends on the hits of the person is decided again, such as another of them at the same moment.
        update('screening.people', { set: { version: increase(1n) }, where: { holder_id: hit.holderId, version } }),
        ...cleared.writes,
        ...once(String(hitId)),
        auditEntry(now, by, {
          action: 'hitDecided',
          owner: partnerOwner(hit.partnerId),
          subject: { type: 'hit', id: hitId },
          before: { status: hit.status },
          after: { status },
        }),
        announce('hitDecided', {
          owner: { kind: 'holder', id: hit.holderId },
          subjectId: hitId,
          body: { hitId, status },
          subject: { holderId: hit.holderId, hitId, status, isStrong: hit.strong },
        }),
      ],
      'decide-hit',
    )
    return { hit: await anyHit(ctx, hitId) }
  })

export async function anyHit({ db }: ScreeningContext, id: HitId, scope?: StaffScope): Promise<Hit> {
  const hit = await findHit(db, id)
  if (!hit || (scope && !isWithin(scope, partnerOwner(hit.partnerId)))) throw refuse('hit_not_found', { hitId: id })
  return hit
}
