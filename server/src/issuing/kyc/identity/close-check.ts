import type { RejectReason } from '#connectors/identity/port.ts'
import { holderOwner } from '#issuing/holders'
import type { Instant } from '#kernel/base/clock.ts'
import { announce, update, type Write } from '#kernel/db/commit/commit.ts'
import type { KycCase } from '../transition-case.ts'
import type { Check, CheckStatus, PersonsDecide } from './check.ts'

type Closing = {
  status: Exclude<CheckStatus, 'waiting'>
  provider?: string
  reference?: string | undefined
  rejectReason?: RejectReason
  because?: readonly PersonsDecide[]
}

/** The writes that end a request: with its result, or because persons have decided. */
export const closeCheck = (
  now: Instant,
  { id, version, attempts }: Check,
  { id: caseId, holderId }: KycCase,
  { status, provider, reference, rejectReason, because = [] }: Closing,
): Write[] => [
  update('kyc.identity_checks', {
    set: {
      status,
      provider: provider ?? null,
      reference: reference ?? null,
      reject_reason: rejectReason ?? null,
      because,
      attempts: provider === undefined ? attempts : attempts + 1,
      closed_at: now,
      due_at: null,
      leased_until: null,
      version: version + 1,
    },
    where: { id, version, status: 'waiting' },
  }),
  announce('kycCheckClosed', {
    owner: holderOwner(holderId),
    subjectId: holderId,
    body: { caseId: String(caseId), checkId: String(id), status, ...(because.length > 0 && { because }) },
    subject: undefined,
  }),
]
