import { randomUUID } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import { insert, type Write } from '#kernel/db/commit/commit.ts'
import { type By, type KycCase, transitionCase } from './transition-case.ts'

/** The writes by which a case in which nothing is missing goes to review: a request to the identity provider waits first. */
export const handIn = (now: Instant, kycCase: KycCase, { actor }: By): Write[] => [
  ...transitionCase(now, kycCase, { action: 'submit', actor }),
  insert(
    'kyc.identity_checks',
    {
      case_id: kycCase.id,
      key: randomUUID(),
      provider: null,
      status: 'waiting',
      reject_reason: null,
      reference: null,
      because: [],
      last_response: null,
      created_at: now,
      closed_at: null,
      due_at: now,
    },
    { onDuplicate: { one_open_check: 'stale' } },
  ),
]
