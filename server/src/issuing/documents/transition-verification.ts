import type { Author } from '#core/directory'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, type Miss, update, type Write } from '#kernel/db/commit/commit.ts'
import { refuse } from './refusals.ts'
import type { Verification } from './verification.ts'
import { type VerificationAction, type VerificationStatus, verificationStates } from './verification-states.ts'

export type VerificationVersion = Pick<Verification, 'id' | 'version' | 'holderId' | 'kind' | 'status'>

/** What changes with a status. */
type Set = {
  answers?: null
  answers_digest?: Uint8Array
  handed_in_at?: Instant
  /** When what it holds is deleted; null: that is not known yet. */
  due_at: Instant | null
}

/** The only way a verification changes its status: as the table says, with its history and its event. */
export function transitionVerification(
  now: Instant,
  verification: VerificationVersion,
  { action, by, set, onMiss = 'stale' }: { action: VerificationAction; by: Author; set: Set; onMiss?: Miss },
): Write[] {
  const { id, version, status: from } = verification
  const status = verificationStates.next(from, action)
  if (!status) throw refuse('verification_changed')
  return [
    update('documents.verifications', {
      set: { ...set, status, version: version + 1, leased_until: null },
      where: { id, version },
      onMiss,
    }),
    ...historyOf(now, verification, { action, by, from, status }),
  ]
}

type Step = {
  action: VerificationAction | 'start'
  by: Author
  from: VerificationStatus | null
  status: VerificationStatus
}

export const historyOf = (
  now: Instant,
  { id, holderId, kind }: Pick<Verification, 'id' | 'holderId' | 'kind'>,
  { action, by, from, status }: Step,
): Write[] => [
  insert('documents.verification_transitions', {
    verification_id: id,
    from_status: from,
    to_status: status,
    action,
    actor: by.actor,
    from_where: by.fromWhere,
    occurred_at: now,
  }),
  announce('verificationStatusChanged', {
    owner: holderOwner(holderId),
    subjectId: id,
    body: { verificationId: id, kind, action, status },
    subject: { holderId, verificationId: id, kind, status },
  }),
]
