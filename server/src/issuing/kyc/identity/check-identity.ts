import type { IdentityRequest, IdentityResult } from '#connectors/identity/port.ts'
import { NoResponse } from '#connectors/identity/port.ts'
import { keepScreened } from '#issuing/screening'
import type { Instant } from '#kernel/base/clock.ts'
import { commit, decide, update, type Write } from '#kernel/db/commit/commit.ts'
import type { KycContext } from '../context.ts'
import type { CheckId } from '../ids.ts'
import { screenCase } from '../screen-case.ts'
import { meaningOf, type StandingReason } from '../standing-rules.ts'
import { wasExposed } from '../steps/done.ts'
import { findCheck, getCase, newestSubmissions } from '../store.ts'
import { type KycCase, transitionCase } from '../transition-case.ts'
import type { Check, PersonsDecide } from './check.ts'
import { closeCheck } from './close-check.ts'
import { identityDocuments } from './identity-documents.ts'
import { personOf } from './person.ts'

/**
 * Requests the result of the identity provider for a case that was handed in, and records it. Without a response the
 * same request is sent again: nothing is guessed.
 */
export async function checkIdentity(ctx: KycContext, id: CheckId): Promise<void> {
  const check = await findCheck(ctx.db, id)
  if (check?.status !== 'waiting') return
  await screenCase(ctx, await getCase(ctx.db, check.caseId))
  const result = await resultOf(ctx, await requestOf(ctx, check))
  await decide(() => record(ctx, { id, result }))
}

type Outcome = IdentityResult | { outcome: 'none'; response: string }

async function resultOf({ identity }: KycContext, request: IdentityRequest): Promise<Outcome> {
  try {
    return await identity.check(request)
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error
    return { outcome: 'none', response: error.message }
  }
}

async function requestOf(ctx: KycContext, { key, caseId, createdAt }: Check): Promise<IdentityRequest> {
  const [kycCase, submissions] = await Promise.all([getCase(ctx.db, caseId), newestSubmissions(ctx.db, caseId)])
  const documents = await identityDocuments(ctx, kycCase.holderId)
  return { key, handedInAt: createdAt, person: personOf(ctx, kycCase, submissions), documents }
}

type Recorded = { id: CheckId; result: Outcome }

async function record(ctx: KycContext, { id, result }: Recorded): Promise<void> {
  const check = await findCheck(ctx.db, id)
  // Persons were quicker.
  if (check?.status !== 'waiting') return
  const kycCase = await getCase(ctx.db, check.caseId)
  const { open, trueMatches, keep } = await keepScreened(ctx.db, kycCase.holderId)
  const now = ctx.clock.now()
  const against: StandingReason[] = [
    ...((await wasExposed(ctx, kycCase.holderId)) ? (['exposed'] as const) : []),
    ...(open.length > 0 ? (['openHit'] as const) : []),
    ...(trueMatches.length > 0 ? (['trueMatch'] as const) : []),
  ]
  const writes = writesOf(ctx, now, { check, kycCase, result, against })
  await commit(ctx, now, [...keep, ...writes], 'check-identity')
}

type Decision = Omit<Recorded, 'id'> & { check: Check; kycCase: KycCase; against: readonly StandingReason[] }

function writesOf({ identity }: KycContext, now: Instant, decision: Decision): Write[] {
  const { check, kycCase, result, against } = decision
  const { outcome } = result
  if (outcome === 'none') return [requestAgain(now, check, result.response)]
  const { reference } = result
  if (outcome === 'later') return [requestAgain(now, check, reference ? `later: ${reference}` : 'later')]
  const by = { provider: identity.name, reference }
  const actor = `identity provider ${identity.name}`
  if (outcome === 'rejected') {
    const { reason: rejectReason } = result
    return [
      ...closeCheck(now, check, kycCase, { ...by, status: 'rejected', rejectReason }),
      ...transitionCase(now, kycCase, { action: 'reject', actor, rejectReason }),
    ]
  }
  const because: PersonsDecide[] = [
    ...(outcome === 'review' ? (['provider'] as const) : []),
    ...(isForPersons(against, 'exposed') ? (['politically_exposed'] as const) : []),
    ...(isForPersons(against, 'openHit', 'trueMatch') ? (['screening_hit'] as const) : []),
  ]
  if (because.length > 0) return closeCheck(now, check, kycCase, { ...by, status: 'review', because })
  return [
    ...closeCheck(now, check, kycCase, { ...by, status: 'approved' }),
    ...transitionCase(now, kycCase, { action: 'approve', actor }),
  ]
}

const isForPersons = (against: readonly StandingReason[], ...reasons: StandingReason[]): boolean =>
  reasons.some((reason) => against.includes(reason) && meaningOf('approve by a machine', [reason]) !== 'allowed')

function requestAgain(now: Instant, { id, version, attempts }: Check, response: string): Write {
  const minutes = waitMinutes[Math.min(attempts, waitMinutes.length - 1)]!
  return update('kyc.identity_checks', {
    set: {
      attempts: attempts + 1,
      last_response: response.slice(0, responseMax),
      due_at: now.add({ minutes }),
      leased_until: null,
      version: version + 1,
    },
    where: { id, version, status: 'waiting' },
  })
}
/** The last one goes on; meanwhile persons see the case and may decide. */
const waitMinutes = [1, 2, 5, 10, 20, 30, 60] as const
const responseMax = 500
