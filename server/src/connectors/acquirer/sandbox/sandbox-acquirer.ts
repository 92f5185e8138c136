import type { Clock, Instant } from '#kernel/clock.ts'
import {
  type Acquirer,
  type AuthorizeAnswer,
  type AuthorizeAsk,
  type Declined,
  type Fate,
  type FollowAnswer,
  type FollowAsk,
  NoAnswer,
  type PayOutAsk,
  type ProceedAsk,
} from '../acquirer.ts'
import { disputesSince } from './card-disputes.ts'
import { decideAuthorization } from './decide-authorization.ts'
import { decideFollow } from './decide-follow.ts'
import { decidePayout } from './decide-payout.ts'
import { decideProceed } from './decide-proceed.ts'
import { magicOutcomeOf } from './magic-amounts.ts'
import {
  type AuthorizationEntry,
  type Entry,
  isAuthorization,
  isFollow,
  isPayout,
  type PayoutEntry,
  recordOnce,
  type SandboxRecord,
  type Story,
} from './record.ts'
import { decidesAt } from './standing.ts'

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
    authorize: (ask) => authorize(settings, ask),
    proceed: (ask) => proceed(settings, ask),
    follow: (ask) => follow(settings, ask),
    payOut: (ask) => payOut(settings, ask),
    disputesSince: (place) => disputesSince(settings, place),
    whatBecameOf: async (key) => {
      const entry = await record.find(key)
      return entry
        ? fateOf(entry, await record.story(entry.authorization), clock.now())
        : { outcome: 'never heard of it' }
    },
  }
}

async function authorize({ record, clock, bankUrl }: SandboxSettings, ask: AuthorizeAsk): Promise<AuthorizeAnswer> {
  const hangs = magicOutcomeOf(ask.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(ask.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: ask.key, authorization: ask.key }, (story) =>
    decideAuthorization(story, ask, { now: clock.now(), bankUrl }),
  )
  return authorizationAnswer(entry)
}

async function proceed({ record, clock }: SandboxSettings, ask: ProceedAsk): Promise<AuthorizeAnswer> {
  const entry = await recordOnce(record, ask, (story) => decideProceed(story, ask, clock.now()))
  return authorizationAnswer(entry)
}

async function follow({ record, clock }: SandboxSettings, ask: FollowAsk): Promise<FollowAnswer> {
  const entry = await recordOnce(record, ask, (story) => decideFollow(story, ask, clock.now()))
  return isFollow(entry) ? entry.answer : keyMisused
}

async function payOut({ record, clock }: SandboxSettings, ask: PayOutAsk): Promise<FollowAnswer> {
  const hangs = magicOutcomeOf(ask.amount.minor)?.is === 'hanging'
  if (hangs && (await record.story(ask.key)).length === 0) return silence()
  const entry = await recordOnce(record, { key: ask.key, authorization: ask.key }, (story) =>
    decidePayout(story, ask, clock.now()),
  )
  if (!isPayout(entry)) return keyMisused
  if (entry.garbled) throw new NoAnswer('the answer of the sandbox is malformed, as its magic amount says')
  return entry.answer
}

const silence = (): Promise<never> => new Promise(() => {})

function authorizationAnswer(entry: Entry): AuthorizeAnswer {
  if (!isAuthorization(entry)) return keyMisused
  if (entry.garbled) throw new NoAnswer('the answer of the sandbox is malformed, as its magic amount says')
  return entry.answer
}

/** The key was used before, for another kind of ask. */
const keyMisused: Declined = {
  outcome: 'declined',
  reason: 'rejected_by_processor',
  reference: undefined,
  checks: undefined,
}

function fateOf(entry: Entry, story: Story, now: Instant): AuthorizeAnswer | FollowAnswer | Fate {
  if (isFollow(entry)) return entry.answer
  if (isPayout(entry)) return fateOfPayout(entry, now)
  return isAuthorization(entry) ? fateOfAuthorization(entry, story, now) : { outcome: 'never heard of it' }
}

function fateOfPayout({ answer, next, askedAt }: PayoutEntry, now: Instant): FollowAnswer {
  return next && Temporal.Instant.compare(now, decidesAt(askedAt)) >= 0 ? next : answer
}

/** A pending payment is what it became by now; one that was reversed while it was pending is declined. */
function fateOfAuthorization({ answer, next, askedAt }: AuthorizationEntry, story: Story, now: Instant) {
  if (answer.outcome !== 'pending' || !next) return answer
  const decided = decidesAt(askedAt)
  if (story.some((entry) => isReversal(entry) && Temporal.Instant.compare(entry.askedAt, decided) < 0))
    return { ...keyMisused, reference: answer.reference }
  return Temporal.Instant.compare(now, decided) < 0 ? answer : next.answer
}

const isReversal = (entry: Entry): boolean => entry.kind === 'reverse' && entry.answer.outcome === 'done'
