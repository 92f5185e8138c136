import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import {
  type AuthorizeResult,
  type CaptureResult,
  type DisputeReason,
  type Level3,
  NoResponse,
  type PayOutResult,
  type RefundResult,
  type RequestKey,
  type ReverseResult,
  type SubmitEvidenceResult,
} from '../port.ts'

/** The name of the sandbox in an installation that has one. */
export const defaultSandbox = 'sandbox'

export type ModificationResult = CaptureResult & ReverseResult & RefundResult

/**
 * What the sandbox records: for each authorization its story, entry after entry. Entries are added and never changed. A
 * capture, reversal or refund is in the story of its authorization, even when the authorization never arrived.
 */
export type SandboxRecord = {
  /** The entries of one authorization in their order. */
  story(authorization: RequestKey): Promise<Story>
  find(key: RequestKey): Promise<Entry | undefined>
  /** Adds the entry. If its key or its step of the story exists already, adds nothing and returns false. */
  append(entry: Entry): Promise<boolean>
  /** The dispute events behind this number, in the order of the numbers, which begin with 1 and have no gaps. */
  disputesAfter(number: bigint, limit: number): Promise<readonly NumberedDispute[]>
  /**
   * Authorizations since a moment whose cardholder will dispute them, as far as none of their disputes was decided yet.
   */
  toBeDisputed(since: Instant): Promise<readonly RequestKey[]>
  /** When the first entry at or after a moment was made. */
  firstAfter(moment: Instant): Promise<Instant | undefined>
  /** The stories with an entry at or after `from` and before `before`. */
  storiesBetween(from: Instant, before: Instant): Promise<readonly Story[]>
  /** The stories that began last, newest first. */
  latest(limit: number): Promise<readonly Story[]>
  /** Everything there is, story by story: for tests that compare both sides. */
  everything(): Promise<readonly Entry[]>
}
export type Story = readonly Entry[]

export type Entry =
  | AuthorizationEntry
  | ModificationEntry
  | PayoutEntry
  | BankEntry
  | DisputeEntry
  | DisputeResponseEntry

type Facts = {
  key: RequestKey
  authorization: RequestKey
  /** The place in the story, from 0. It is unique, so two requests that read the same story cannot both continue it. */
  step: number
  /** Why the sandbox declined, for an engineer who reads the record. */
  note: string | undefined
  requestedAt: Instant
}
export type AuthorizationEntry = Facts &
  Decision & {
    kind: 'auth' | 'sale' | 'verify' | 'completeChallenge'
    amount: Money | undefined
    cardTail: string | undefined
    descriptor: string | undefined
    subMerchantId: string | undefined
    level3: Level3 | undefined
    /** The cardholder will dispute it, with this outcome. */
    disputedAs: 'won' | 'lost' | undefined
  }
export type ModificationEntry = Facts & {
  kind: 'capture' | 'reverse' | 'refund'
  amount: Money
  result: ModificationResult
}
/** A payout; `next` is the result of one that is pending. Its own key is used as the authorization. */
export type PayoutEntry = Facts & {
  kind: 'credit'
  amount: Money
  cardTail: string | undefined
  descriptor: string | undefined
  result: PayOutResult
  /** The caller receives a response that cannot be read. */
  garbled: boolean
  next: PayOutResult | undefined
}
export const isPayout = (entry: Entry): entry is PayoutEntry => entry.kind === 'credit'
export const isAuthorization = (entry: Entry): entry is AuthorizationEntry => 'garbled' in entry && !isPayout(entry)
export const isModification = (entry: Entry): entry is ModificationEntry =>
  entry.kind === 'capture' || entry.kind === 'reverse' || entry.kind === 'refund'

/** What the cardholder's bank did about a captured payment. The first entry of a dispute is `opened`. */
export type DisputeEntry = Facts & {
  kind: 'dispute'
  amount: Money
  result: { outcome: 'opened' | 'won' | 'lost'; dispute: string; reason: DisputeReason }
}
export type NumberedDispute = DisputeEntry & { number: bigint }
export const isDispute = (entry: Entry): entry is DisputeEntry => entry.kind === 'dispute'

/** The merchant's response to a dispute. */
export type DisputeResponseEntry = Facts & { kind: 'evidence' | 'acceptance'; result: SubmitEvidenceResult }
export const isDisputeResponse = (entry: Entry): entry is DisputeResponseEntry =>
  entry.kind === 'evidence' || entry.kind === 'acceptance'

/** Something the cardholder did at their bank. */
export type BankEntry = Facts & { kind: 'bank'; result: BankResult }

/** `response` returns through the browser; it cannot be known without a visit to the bank. */
export type BankResult =
  | { outcome: 'code_wrong' }
  | { outcome: 'authenticated'; response: string }
  | { outcome: 'not_authenticated'; response: string }

/** What the sandbox decided about an authorization, and what it will decide later. */
export type Decision = {
  result: AuthorizeResult
  /** The caller receives a response that cannot be read. */
  garbled: boolean
  /** The result of a challenge once the cardholder has passed it, and of a pending payment once its time has come. */
  next: Decision | undefined
  note: string | undefined
}

/**
 * Records the entry that `decide` returns for the story so far. If the key was used before, returns the entry of that
 * time. An authorization request assumes an empty story, as it nearly always is, and then costs one write.
 * @throws {NoResponse} when other requests keep adding to the story.
 */
export async function recordOnce(
  record: SandboxRecord,
  { key, authorization }: { key: RequestKey; authorization: RequestKey },
  decide: (story: Story) => Entry,
): Promise<Entry> {
  let story = key === authorization ? [] : await record.story(authorization)
  for (let tries = 0; tries < triesMax; tries++) {
    const known = story.find((entry) => entry.key === key)
    if (known) return known
    const entry = decide(story)
    if (await record.append(entry)) return entry
    const recorded = await record.find(key)
    if (recorded) return recorded
    story = await record.story(authorization)
  }
  throw new NoResponse('too many requests about one authorization at once')
}
const triesMax = 100
