import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import {
  type AuthorizeResult,
  type CaptureResult,
  type DisputeReason,
  NoResponse,
  type PayOutResult,
  type RefundResult,
  type RequestKey,
  type ReverseResult,
  type SubmitEvidenceResult,
} from '../port.ts'

export type ModificationResult = CaptureResult & ReverseResult & RefundResult

/**
 * What the sandbox remembers: for each authorization its story, entry after entry. Entries are added and never changed.
 * An ask that follows an authorization is in the story of that authorization, whether or not the authorization ever came.
 */
export type SandboxRecord = {
  /** The entries of one authorization in their order. */
  story(authorization: RequestKey): Promise<Story>
  find(key: RequestKey): Promise<Entry | undefined>
  /** Adds the entry, unless its key is there already or another entry has taken its step: then nothing, and false. */
  append(entry: Entry): Promise<boolean>
  /** What was told of disputes behind this number, in the order of the numbers. They begin with 1 and have no gaps. */
  disputesAfter(number: bigint, limit: number): Promise<readonly NumberedDispute[]>
  /** Authorizations since a moment whose cardholder will dispute them, as far as none of their disputes was decided yet. */
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
  /** The place in the story, from 0. It is taken once, so two who read the same story cannot both go on from it. */
  step: number
  /** Why the sandbox said no, for the engineer who looks into the record. */
  note: string | undefined
  requestedAt: Instant
}
export type AuthorizationEntry = Facts &
  Decision & {
    kind: 'auth' | 'sale' | 'verify' | 'completeChallenge'
    amount: Money | undefined
    cardTail: string | undefined
    descriptor: string | undefined
    /** The cardholder will dispute it, and this is what comes of it. */
    disputedAs: 'won' | 'lost' | undefined
  }
export type ModificationEntry = Facts & {
  kind: 'capture' | 'reverse' | 'refund'
  amount: Money
  result: ModificationResult
}
/** Money that went to a card; `next` is what becomes of one that is pending. Its own key stands for the authorization. */
export type PayoutEntry = Facts & {
  kind: 'credit'
  amount: Money
  cardTail: string | undefined
  descriptor: string | undefined
  result: PayOutResult
  /** The asker never gets to read the answer. */
  garbled: boolean
  next: PayOutResult | undefined
}
export const isPayout = (entry: Entry): entry is PayoutEntry => entry.kind === 'credit'
export const isAuthorization = (entry: Entry): entry is AuthorizationEntry => 'garbled' in entry && !isPayout(entry)
export const isModification = (entry: Entry): entry is ModificationEntry =>
  entry.kind === 'capture' || entry.kind === 'reverse' || entry.kind === 'refund'

/** What the cardholder's bank did about a payment that was taken. The first entry of a dispute is `opened`. */
export type DisputeEntry = Facts & {
  kind: 'dispute'
  amount: Money
  result: { outcome: 'opened' | 'won' | 'lost'; dispute: string; reason: DisputeReason }
}
export type NumberedDispute = DisputeEntry & { number: bigint }
export const isDispute = (entry: Entry): entry is DisputeEntry => entry.kind === 'dispute'

/** What the merchant answered to a dispute. */
export type DisputeResponseEntry = Facts & { kind: 'evidence' | 'acceptance'; result: SubmitEvidenceResult }
export const isDisputeResponse = (entry: Entry): entry is DisputeResponseEntry =>
  entry.kind === 'evidence' || entry.kind === 'acceptance'

/** Something the cardholder did at their bank. */
export type BankEntry = Facts & { kind: 'bank'; result: BankResult }

/** `response` is what the browser carries back; nobody can know it who was not at the bank. */
export type BankResult =
  | { outcome: 'code_wrong' }
  | { outcome: 'authenticated'; response: string }
  | { outcome: 'not_authenticated'; response: string }

/** What the sandbox decided about an authorization, and what it will decide later. */
export type Decision = {
  result: AuthorizeResult
  /** The asker never gets to read the answer. */
  garbled: boolean
  /** What becomes of a challenge when the cardholder has passed it, and of a pending payment when its time has come. */
  next: Decision | undefined
  note: string | undefined
}

/**
 * Writes down what `decide` makes of the story so far; when the key is known already, gives what was written then.
 * The ask for the authorization itself takes the story for empty, as it nearly always is: it then costs one write.
 * @throws {NoResponse} when others keep adding to the story.
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
  throw new NoResponse('too many asks about one authorization at once')
}
const triesMax = 100
