import type { Author } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Ref, ref, update, type Write } from '#kernel/db/commit/commit.ts'
import type { Hit } from './hit.ts'
import { hitAfter } from './hit-actions.ts'
import { type HitAction, type HitStatus, hitStates } from './hit-states.ts'
import type { EntryId, HitId, VersionId } from './ids.ts'
import type { PersonMatch } from './matching/match-person.ts'
import { refuse } from './refusals.ts'

/** The comparison itself, where no person decides. */
export const screening: Author = { actor: 'screening', fromWhere: 'screening' }

type NewHit = {
  holderId: HolderId
  partnerId: PartnerId
  factsNumber: number
  versionId: VersionId
  match: PersonMatch<EntryId>
}

/** The writes that keep a hit, open, with its history. */
export function openHit(now: Instant, { holderId, partnerId, factsNumber, versionId, match }: NewHit): Write[] {
  const hit = ref('hit')
  const { of, name, score, birth, country, isStrong: strong } = match
  return [
    insert(
      'screening.hits',
      {
        holder_id: holderId,
        partner_id: partnerId,
        facts_number: factsNumber,
        entry_id: of.id,
        list: of.list,
        reference: of.entry.reference,
        version_id: versionId,
        name,
        score_thousandths: Math.floor(score * 1_000),
        birth,
        country,
        strong,
        status: hitStates.initial,
        created_at: now,
        decided_at: null,
      },
      { as: hit, onDuplicate: { one_open_hit: 'stale' } },
    ),
    stepOf(now, hit, { from: null, to: hitStates.initial, action: 'open', by: screening }),
  ]
}

/** The only way a hit changes its status: as the table says, with its history in the same commit. */
export function transitionHit(now: Instant, hit: Hit, { action, by }: { action: HitAction; by: Author }): Write[] {
  const to = hitAfter(hit.status, action)
  const decided_at = to === 'open' ? null : now
  return [
    update('screening.hits', {
      set: { status: to, decided_at, version: hit.version + 1 },
      where: { id: hit.id, version: hit.version },
      onDuplicate: {
        one_open_hit: () => refuse('hit_transition', { status: hit.status, possible: 'nothing', allowed: [] }),
      },
    }),
    stepOf(now, hit.id, { from: hit.status, to, action, by }),
  ]
}

type Step = { from: HitStatus | null; to: HitStatus; action: HitAction | 'open'; by: Author }

const stepOf = (now: Instant, hit: HitId | Ref, { from, to, action, by }: Step): Write =>
  insert('screening.hit_transitions', {
    hit_id: hit,
    from_status: from,
    to_status: to,
    action,
    actor: by.actor,
    from_where: by.fromWhere,
    reason: by.reason ?? null,
    occurred_at: now,
  })
