import type { Clock, Instant } from '#kernel/base/clock.ts'
import {
  type Acquirer,
  type AuthorizeRequest,
  type AuthorizeResult,
  type CompleteChallengeRequest,
  type Declined,
  type ModificationRequest,
  type ModificationResult,
  NoResponse,
  type NotFound,
  type PayOutRequest,
} from '../acquirer.ts'
import { decidesAt } from './authorization-state.ts'
import { disputesSince } from './card-disputes.ts'
import { decideAuthorization } from './decide-authorization.ts'
import { decideChallengeCompletion } from './decide-challenge-completion.ts'
import { decideModification } from './decide-modification.ts'
import { decidePayout } from './decide-payout.ts'
import { magicOutcomeOf } from './magic-amounts.ts'
import {
  type AuthorizationEntry,
  type Entry,
  isAuthorization,
  isModification,
  isPayout,
  type PayoutEntry,
  recordOnce,
  type SandboxRecord,
  type Story,
} from './record.ts'

export type SandboxSettings = {
  record: SandboxRecord
  clock: Clock
  /** Where browsers reach the sandbox bank: an absolute address. */
  bankUrl: string
}

/**
 * An acquirer that moves no money and otherwise behaves as one: it remembers every ask, answers a key that it knows as
 * it did before, and never lets more be taken or given back than there is. What cards and amounts bring about is in
 * `test-cards.ts` and `magic-amounts.ts`.
 *
 * It may stay silent for ever, as acquirers do: meet it through `withTimeout`.
 */
export function sandboxAcquirer(settings: SandboxSettings): Acquirer {
  const { record, clock } = settings
  return {
    authorize: (request) => authorize(settings, request),
    completeChallenge: (request) => completeChallenge(settings, request),
    modify: (request) => modify(settings, request),
    payOut: (request) => payOut(settings, request),
    disputesSince: (place) => disputesSince(settings, place),
    inquire: async (key) => {
      const entry = await record.find(key)
      return entry ? inquiryOf(entry, await record.story(entry.authorization), clock.now()) : { outcome: 'not_found' }
    },
  }
}

async function authorize(
  { record, clock, bankUrl }: SandboxSettings,
  request: AuthorizeRequest,
): Promise<AuthorizeResult> {
  const hangs = magicOutcomeOf(request.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(request.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: request.key, authorization: request.key }, (story) =>
    decideAuthorization(story, request, { now: clock.now(), bankUrl }),
  )
  return authorizationResult(entry)
}

async function completeChallenge(
  { record, clock }: SandboxSettings,
  request: CompleteChallengeRequest,
): Promise<AuthorizeResult> {
  const entry = await recordOnce(record, request, (story) => decideChallengeCompletion(story, request, clock.now()))
  return authorizationResult(entry)
}

async function modify({ record, clock }: SandboxSettings, request: ModificationRequest): Promise<ModificationResult> {
  const entry = await recordOnce(record, request, (story) => decideModification(story, request, clock.now()))
  return isModification(entry) ? entry.result : keyMisused
}

async function payOut({ record, clock }: SandboxSettings, request: PayOutRequest): Promise<ModificationResult> {
  const hangs = magicOutcomeOf(request.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(request.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: request.key, authorization: request.key }, (story) =>
    decidePayout(story, request, clock.now()),
  )
  if (!isPayout(entry)) return keyMisused
  if (entry.garbled) throw new NoResponse('the answer of the sandbox is malformed, as its magic amount says')
  return entry.result
}

const silence = (): Promise<never> => new Promise(() => {})

function authorizationResult(entry: Entry): AuthorizeResult {
  if (!isAuthorization(entry)) return keyMisused
  if (entry.garbled) throw new NoResponse('the answer of the sandbox is malformed, as its magic amount says')
  return entry.result
}

/** The key was used before, for another kind of ask. */
const keyMisused: Declined = {
  outcome: 'declined',
  reason: 'rejected_by_processor',
  reference: undefined,
  checks: undefined,
}

function inquiryOf(entry: Entry, story: Story, now: Instant): AuthorizeResult | ModificationResult | NotFound {
  if (isModification(entry)) return entry.result
  if (isPayout(entry)) return payoutInquiry(entry, now)
  return isAuthorization(entry) ? authorizationInquiry(entry, story, now) : { outcome: 'not_found' }
}

function payoutInquiry({ result, next, requestedAt }: PayoutEntry, now: Instant): ModificationResult {
  return next && Temporal.Instant.compare(now, decidesAt(requestedAt)) >= 0 ? next : result
}

/** A pending payment is what it became by now; one that was reversed while it was pending is declined. */
function authorizationInquiry({ result, next, requestedAt }: AuthorizationEntry, story: Story, now: Instant) {
  if (result.outcome !== 'pending' || !next) return result
  const decided = decidesAt(requestedAt)
  if (story.some((entry) => isReversal(entry) && Temporal.Instant.compare(entry.requestedAt, decided) < 0))
    return { ...keyMisused, reference: result.reference }
  return Temporal.Instant.compare(now, decided) < 0 ? result : next.result
}

const isReversal = (entry: Entry): boolean => entry.kind === 'reverse' && entry.result.outcome === 'done'
