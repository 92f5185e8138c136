import type { Clock, Instant } from '#kernel/base/clock.ts'
import { zero } from '#kernel/base/money.ts'
import { acquirerThatRefuses } from '../acquirer-that-refuses.ts'
import {
  type Acquirer,
  type AuthorizeResult,
  type Capabilities,
  type CompleteChallengeRequest,
  type CompleteChallengeResult,
  type Declined,
  type FailedAfterwards,
  fullCapabilities,
  type InquiryResult,
  NoResponse,
  NotSupported,
  type PayOutRequest,
  type PayOutResult,
} from '../port.ts'
import { decidesAt, hasComeBack, stateAt } from './authorization-state.ts'
import { disputesSince } from './card-disputes.ts'
import { type CardRequest, decideAuthorization } from './decide-authorization.ts'
import { decideChallengeCompletion } from './decide-challenge-completion.ts'
import { decideModification, type ModificationRequest } from './decide-modification.ts'
import { decidePayout } from './decide-payout.ts'
import { magicOutcomeOf } from './magic-amounts.ts'
import {
  type AuthorizationEntry,
  defaultSandbox,
  type Entry,
  isAuthorization,
  isDisputeResponse,
  isModification,
  isPayout,
  type ModificationResult,
  type PayoutEntry,
  recordOnce,
  type SandboxRecord,
  type Story,
} from './record.ts'
import { referenceOf } from './request-trail.ts'
import { acceptDispute, submitEvidence } from './respond-to-dispute.ts'
import { settlementsSince } from './settlements.ts'

export type SandboxSettings = {
  record: SandboxRecord
  clock: Clock
  /** Where browsers reach the sandbox bank: an absolute address. */
  bankUrl: string
  /** Its name in the installation, to which a test card reacts. */
  connector?: string
  /** What this sandbox cannot do, as some real processors cannot. By default it can do everything. */
  limits?: SandboxLimits
}

export type SandboxLimits = Partial<Capabilities> & {
  /** Captures, reversals and refunds return `pending`; an inquiry returns their result later. */
  respondsLater?: boolean
  /** No connection can be made to it: no request leaves. */
  unreachable?: boolean
}

type Sandbox = Required<Omit<SandboxSettings, 'limits'>> & { capabilities: Capabilities; respondsLater: boolean }

/**
 * An acquirer that moves no money and otherwise behaves as one: it records every request, returns the same result for a
 * repeated key, and never captures or refunds more than there is. The results of cards and amounts are in
 * `test-cards.ts` and `magic-amounts.ts`.
 *
 * It may never respond, as acquirers do: call it through `withTimeout`.
 */
export function sandboxAcquirer({ limits = {}, ...settings }: SandboxSettings): Acquirer {
  const { respondsLater = false, unreachable = false, ...flags } = limits
  const capabilities = { ...fullCapabilities, ...flags }
  if (unreachable) return acquirerThatRefuses(capabilities, 'no connection can be made to this sandbox')
  const sandbox: Sandbox = { connector: defaultSandbox, ...settings, capabilities, respondsLater }
  const only =
    <A extends unknown[], T>(supported: boolean, method: (...input: A) => Promise<T>) =>
    async (...input: A): Promise<T> => {
      if (!supported) throw new NotSupported('this sandbox cannot do that')
      return method(...input)
    }
  const { payOut: paysOut, disputeList, disputeResponses, settlements, inquiry } = capabilities
  return {
    capabilities,
    authorize: (request) => authorize(sandbox, request),
    verify: ({ currency, ...request }) => authorize(sandbox, { ...request, kind: 'verify', amount: zero(currency) }),
    completeChallenge: (request) => completeChallenge(sandbox, request),
    capture: (request) => modify(sandbox, { ...request, kind: 'capture' }),
    reverse: (request) => modify(sandbox, { ...request, kind: 'reverse' }),
    refund: (request) => modify(sandbox, { ...request, kind: 'refund' }),
    payOut: only(paysOut, (request) => payOut(sandbox, request)),
    inquire: only(inquiry === 'request', (key) => inquiryOf(sandbox, key)),
    disputesSince: only(disputeList, (place) => disputesSince(sandbox, place)),
    submitEvidence: only(disputeResponses, (request) => submitEvidence(sandbox, request)),
    acceptDispute: only(disputeResponses, (request) => acceptDispute(sandbox, request)),
    settlementsSince: only(settlements !== false, (place) => settlementsSince(sandbox, place)),
  }
}

async function authorize(
  { record, clock, bankUrl, connector, capabilities }: Sandbox,
  request: CardRequest,
): Promise<AuthorizeResult> {
  const hangs = magicOutcomeOf(request.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(request.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: request.key, authorization: request.key }, (story) =>
    decideAuthorization(story, request, { now: clock.now(), bankUrl, connector, capabilities }),
  )
  if (isAuthorization(entry) && !isSame(entry, request))
    throw new NoResponse(`the key ${request.key} is that of another request`)
  return authorizationResult(entry)
}

/** As acquirers compare what comes under a key with what came under it first. */
const isSame = ({ kind, amount }: AuthorizationEntry, request: CardRequest): boolean =>
  kind === request.kind &&
  (amount === undefined || (amount.minor === request.amount.minor && amount.currency === request.amount.currency))

async function completeChallenge(
  { record, clock }: Sandbox,
  request: CompleteChallengeRequest,
): Promise<CompleteChallengeResult> {
  const entry = await recordOnce(record, request, (story) => decideChallengeCompletion(story, request, clock.now()))
  return authorizationResult(entry)
}

async function modify(
  { record, clock, capabilities, respondsLater }: Sandbox,
  request: ModificationRequest,
): Promise<ModificationResult> {
  const entry = await recordOnce(record, request, (story) =>
    decideModification(story, request, { now: clock.now(), capabilities }),
  )
  if (!isModification(entry)) return keyMisused
  return respondsLater ? { outcome: 'pending', reference: entry.result.reference ?? '' } : entry.result
}

async function payOut({ record, clock, capabilities }: Sandbox, request: PayOutRequest): Promise<PayOutResult> {
  const hangs = magicOutcomeOf(request.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(request.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: request.key, authorization: request.key }, (story) =>
    decidePayout(story, request, { now: clock.now(), capabilities }),
  )
  if (!isPayout(entry)) return keyMisused
  if (entry.garbled) throw new NoResponse('the response of the sandbox is malformed, as its magic amount says')
  return entry.result
}

const silence = (): Promise<never> => new Promise(() => {})

function authorizationResult(entry: Entry): AuthorizeResult {
  if (!isAuthorization(entry)) return keyMisused
  if (entry.garbled) throw new NoResponse('the response of the sandbox is malformed, as its magic amount says')
  return entry.result
}

/** The key was used before, for another kind of request. */
const keyMisused: Declined = {
  outcome: 'declined',
  reason: 'rejected_by_processor',
  reference: undefined,
  checks: undefined,
}

/** The current result of the request with this key: what `inquire` returns, and what a webhook would report. */
export async function inquiryOf(
  { record, clock }: Pick<SandboxSettings, 'record' | 'clock'>,
  key: string,
): Promise<InquiryResult> {
  const entry = await record.find(key)
  if (!entry) return { outcome: 'not_found' }
  if (isModification(entry)) {
    if (hasComeBack(entry, clock.now())) return { outcome: 'returned', reference: entry.result.reference ?? '' }
    if (entry.result.outcome !== 'done') return entry.result
    const failure = failureIn(await record.story(entry.authorization), clock.now())
    return failure?.request === entry.kind ? failure : entry.result
  }
  if (isPayout(entry)) return payoutInquiry(entry, await record.story(key), clock.now())
  if (isDisputeResponse(entry))
    return entry.result.outcome === 'done' ? entry.result : { ...keyMisused, reference: entry.result.reference }
  if (!isAuthorization(entry)) return { outcome: 'not_found' }
  const story = await record.story(entry.authorization)
  return failureIn(story, clock.now()) ?? authorizationInquiry(entry, story, clock.now())
}

/** That the capture or the reversal of a story failed after it was done; undefined: neither did. */
function failureIn(story: Story, now: Instant): FailedAfterwards | undefined {
  const { is } = stateAt(story, now)
  const { authorization } = story[0]!
  const failed = { outcome: 'failed', authorization, reference: referenceOf(authorization) } as const
  if (is === 'capture failed') return { ...failed, request: 'capture' }
  return is === 'captured' && story.some(isReversal) ? { ...failed, request: 'reverse' } : undefined
}

function payoutInquiry({ key, result, next, requestedAt }: PayoutEntry, story: Story, now: Instant): InquiryResult {
  if (stateAt(story, now).is === 'came back') return { outcome: 'returned', reference: referenceOf(key) }
  return next && Temporal.Instant.compare(now, decidesAt(requestedAt)) >= 0 ? next : result
}

/** The result of a pending payment once its time has come; one that was reversed while it was pending is declined. */
function authorizationInquiry({ result, next, requestedAt }: AuthorizationEntry, story: Story, now: Instant) {
  if (result.outcome !== 'pending' || !next) return result
  const decided = decidesAt(requestedAt)
  if (story.some((entry) => isReversal(entry) && Temporal.Instant.compare(entry.requestedAt, decided) < 0))
    return { ...keyMisused, reference: result.reference }
  return Temporal.Instant.compare(now, decided) < 0 ? result : next.result
}

const isReversal = (entry: Entry): boolean => entry.kind === 'reverse' && entry.result.outcome === 'done'
