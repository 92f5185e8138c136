import assert from 'node:assert/strict'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, insert, update, type Write } from '#kernel/db/commit/commit.ts'
import type { AuthenticationType, Challenge, ChallengeCancel, ChallengeId } from './challenge.ts'
import { type ChallengeAction, type ChallengeStatus, challengeStates } from './challenge-states.ts'

/** Who acts, and from where. */
export type By = { actor: string; fromWhere: string; authType?: AuthenticationType | undefined }

type Transition = {
  action: ChallengeAction
  by: By
  /** Why it has ended without an answer. */
  cancel?: ChallengeCancel | undefined
  sessionData?: string | undefined
}

/** The only way a challenge changes its status: as the table says, with its history and its event in the same commit. */
export function transitionChallenge(
  now: Instant,
  challenge: Challenge,
  { action, by, cancel, sessionData }: Transition,
): { status: ChallengeStatus; writes: Write[] } {
  const { id, challengeVersion, status: from, holderId, partnerId, transactionId } = challenge
  const status = challengeStates.next(from, action)
  assert(status, `a ${from} challenge cannot ${action}`)
  const isOver = challengeStates.isFinal(status)
  return {
    status,
    writes: [
      update('threeds.challenges', {
        set: {
          status,
          version: challengeVersion + 1,
          cancel: cancel ?? null,
          ...(sessionData !== undefined && { session_data: sessionData }),
          due_at: isOver ? null : challenge.expiresAt,
          leased_until: null,
        },
        where: { id, version: challengeVersion },
      }),
      historyOf(now, id, { action, from, to: status, by }),
      ...(isOver
        ? [
            announce('challengeCompleted', {
              owner: holderOwner(holderId),
              subjectId: id,
              body: { challengeId: id, status },
              subject: { transactionId, holderId, partnerId, status },
            }),
          ]
        : []),
    ],
  }
}

type Step = { action: ChallengeAction | 'create'; from: ChallengeStatus | null; to: ChallengeStatus; by: By }

export const historyOf = (now: Instant, id: ChallengeId, { action, from, to, by }: Step): Write =>
  insert('threeds.challenge_transitions', {
    challenge_id: id,
    from_status: from,
    to_status: to,
    action,
    auth_type: by.authType ?? null,
    actor: by.actor,
    from_where: by.fromWhere,
    occurred_at: now,
  })
