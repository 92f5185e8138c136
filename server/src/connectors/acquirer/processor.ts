import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { FileRow } from '#kernel/base/file-row.ts'
import type { Currency, Money } from '#kernel/base/money.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Write, Writer } from '#kernel/db/commit/commit.ts'
import type { ClientOptions, HttpClient } from '#kernel/http/client.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { Acquirer, IncomingResult } from './port.ts'
import type { ConnectorId } from './registry.ts'
import type { RequestKey } from './requests.ts'
import type { PublicTestCard, VendorTestCard } from './test-card.ts'

/**
 * A kind of processor that an installation can be connected to, such as Stripe: what the program needs to know of it
 * besides the port. A connection is one account at it, with a name (`ConnectorId`) and credentials of its own; an
 * installation may have several of one kind.
 */
export type Processor<Credentials = unknown> = {
  /** Small letters, as `florin connector add` takes it. */
  readonly kind: string
  /** As people call it. */
  readonly title: string
  /** Whether operators enter the address of a connection at the processor, as the receiver of its webhooks. */
  readonly sendsWebhooks: boolean
  readonly fields: readonly CredentialField[]
  /**
   * A card that its test system approves without a challenge: our pages propose it in test mode. Absent: it depends on the
   * account, and nothing is proposed.
   */
  readonly testCard?: PublicTestCard
  /** What its test system does with which card, the approved one first. Absent: only who operates the host knows. */
  readonly testCards?: readonly VendorTestCard[]
  /**
   * Reads what an operator has given, by the names of `fields`.
   * @throws CredentialProblem, with the field.
   */
  readCredentials(given: Readonly<Record<string, string>>): Credentials
  /** Which of the processor's systems these are for. Production takes `live` alone, and staging `test` alone. */
  modeOf(credentials: Credentials): ProcessorMode
  /** By what an operator tells them apart, as one sentence. */
  readonly modeHelp: string
  /**
   * The hosts that it calls with these, such as `api.stripe.com`, with the port where that is not the usual one of the
   * scheme (`127.0.0.1:4010`). `openClient` calls no other.
   */
  hostsOf(credentials: Credentials): readonly string[]
  /** Tries the credentials by a call that changes nothing. Says what is wrong and what to do; never throws. */
  check(parts: ConnectionParts<Credentials>): Promise<ConnectionCheck>
  /** Absent: there is nothing about which an operator would decide. */
  recordsOf?(parts: RecordParts): ConnectionRecords
  /** Nothing is called until the first request. */
  open(parts: ConnectionParts<Credentials>): Connection
}

export type ProcessorMode = 'test' | 'live'

/** `isSecret`: it is sealed and never shown. Others are shown to operators. */
export type CredentialField = {
  readonly name: string
  /** What it is and where the operator finds it, as one sentence. */
  readonly help: string
  readonly isSecret: boolean
  readonly isRequired: boolean
}

export class CredentialProblem extends Error {
  override readonly name = 'CredentialProblem'
  readonly field: string
  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

export type ConnectionCheck =
  | { works: true; account: string; notes: readonly string[] }
  | { works: false; problem: string }

export type ConnectionParts<Credentials = unknown> = Writer & {
  connector: ConnectorId
  clock: Clock
  log: Log
  /** Where this program is reached, without a path. */
  publicUrl: string
  /**
   * Opens a client for one base address. It calls `hostsOf` the credentials of the moment and nothing else, follows no
   * redirect, and in production calls https at public addresses alone. Who opens one closes it (`Connection.close`).
   */
  openClient(baseUrl: string, options?: Pick<ClientOptions, 'timeoutMs' | 'responseBytesMax'>): HttpClient
  /**
   * For processors that speak no HTTP: how they may call. `allowPrivate` in staging, so that one can be emulated. They
   * connect to `hostsOf` their credentials alone.
   */
  client: Pick<ClientOptions, 'allowPrivate' | 'timeoutMs'>
  /**
   * Asked at every use and before anything is sent, since an operator may change them meanwhile; it is remembered for
   * seconds. `previous`: those that were replaced and still count for what the processor has signed, until their overlap
   * is over.
   * @throws NotSent when the connection is disabled, or its secrets do not open.
   */
  credentials(): Promise<{ current: Credentials; previous?: Credentials | undefined }>
  /** As they are when the connection is opened: its capabilities follow from them until it is opened again. */
  opened: Credentials
  /**
   * One of the lists of its acquirer has grown, or may have: it is read at once and not when its time comes. Called after
   * the commit that it grew by; that it is lost delays the reading and nothing else.
   */
  listGrown(list: AcquirerList): Promise<void>
}

/** What `disputesSince` and `settlementsSince` list. */
export type AcquirerList = 'disputes' | 'settlements'

/** One account at a processor, opened. */
export type Connection = {
  acquirer: Acquirer
  /** Writes what its jobs begin with, once when a program has opened it. */
  begin?(): Promise<void>
  /** What it does by itself, such as reading the list of disputes. */
  jobs: readonly DueWork[]
  /** Absent: the processor sends none. */
  webhooks?: Webhooks
  /** Absent: what it settles is listed, or in a file of our own columns. */
  settlementFile?: SettlementFile
  close(): Promise<void>
}

export type FileChunks = AsyncIterable<Uint8Array>

/** The file in which an acquirer says what it has settled, in its own shape. */
export type SettlementFile = {
  /**
   * Its rows, by the columns of a report of ours. What cannot be read is a row with a problem; a file that is not of the
   * shape at all ends them with a sentence for the operator.
   */
  rows(chunks: FileChunks): AsyncIterable<FileRow>
}

/** What operators see of a connection and decide about, also while it is disabled and nothing is sent. */
export type ConnectionRecords = {
  refusedRequests: RefusedRequests
  totals: TotalsOfDays
  resultsByHand: ResultsByHand
}

/** What an operator has learned of a request without a result. */
export type ResultByHand =
  | { isDone: false }
  | { isDone: true; isAuthorization: boolean; reference: string; authorizationCode?: string | undefined }

export type ResultsByHand = {
  /** The writes by which the request with this key has this result and is sent no more, for the commit that records it. */
  plan(key: string, result: ResultByHand): Promise<Write[]>
}
export type RecordParts = Writer & { connector: ConnectorId; clock: Clock }

/** `taken`: the processor took it at last, by itself. The last two are an operator's decision. */
export const refusedRequestStatuses = ['open', 'taken', 'triedAgain', 'givenUp'] as const
export type RefusedRequestStatus = (typeof refusedRequestStatuses)[number]

/**
 * A `capture` of a payment that the processor has approved and that is captured by our books; or the `reversal` of one that it
 * has not answered, whose result is not known meanwhile.
 */
export const refusableRequests = ['capture', 'reversal'] as const
export type RefusableRequest = (typeof refusableRequests)[number]

/** What the processor refuses and may not refuse. */
export type RefusedRequest = {
  id: bigint
  connector: ConnectorId
  request: RefusableRequest
  /** The key of the authorization. */
  authorization: RequestKey
  amount: Money
  /** What the processor says, in its words. */
  code: string
  /** The answers to all its tries say that it was not carried out. Otherwise it may have been. */
  isKnown: boolean
  /** How often it was sent. */
  tries: number
  status: RefusedRequestStatus
  refusedAt: Instant
  refusedLastAt: Instant
  decidedAt: Instant | undefined
}

/**
 * `tryAgain`: as a new request, or as the same one, where a capture may have been carried out. `giveUp`: it is never sent again. Of a capture, what is held on the card is released; a payment
 * without an answer counts as declined.
 */
export type RefusedRequestDecision = 'tryAgain' | 'giveUp'

/** What the processor refuses, and what an operator decides about each: without a decision nothing ends them. */
export type RefusedRequests = {
  /** Newest first, at most a thousand. */
  list(status: RefusedRequestStatus | undefined): Promise<readonly RefusedRequest[]>
  find(id: bigint): Promise<RefusedRequest | undefined>
  /**
   * What carries out a decision, for the caller to commit, where stale writes mean that something has changed meanwhile.
   * `decided`: it is not open any more. `underWay`: it was sent again, and the answer is awaited.
   */
  plan(id: bigint, decision: RefusedRequestDecision): Promise<readonly Write[] | 'decided' | 'underWay'>
  /** Those that were given up and whose payment does not say so yet. */
  due: Pick<DueWork<bigint>, 'table' | 'only' | 'claim'>
  /** What its payment has to know; empty: nothing any more. */
  resultsOf(id: bigint): Promise<readonly IncomingResult[]>
  /** Its payment knows it. */
  planApplied(id: bigint): readonly Write[]
}

/**
 * What a business day has come to at a processor, in a currency. `open`: it has not answered. `closed`: an operator knows why
 * it has counted otherwise, or does not wait for its answer any more.
 */
export const totalsStatuses = ['open', 'inBalance', 'outOfBalance', 'closed'] as const
export type TotalsStatus = (typeof totalsStatuses)[number]

type Figure = { count?: number; amount?: Money }
/** Debits are what cards were charged, credits what they got; net is above zero when the processor owes us. */
export type TotalsLine = 'debits' | 'debitReversals' | 'credits' | 'creditReversals' | 'authorizations' | 'net'
export type Totals = Readonly<Record<TotalsLine, Figure>>

export type DayTotals = {
  id: bigint
  connector: ConnectorId
  day: Temporal.PlainDate
  currency: Currency
  status: TotalsStatus
  ours: Totals
  /** What the processor has counted, as far as it says so. */
  theirs: Totals | undefined
  differing: readonly TotalsLine[]
  /** What it has answered last, in its words. */
  code: string | undefined
  tries: number
  sentAt: Instant
  answeredAt: Instant | undefined
  closedAt: Instant | undefined
}

/** Totals of business days that were exchanged with a processor. */
export type TotalsOfDays = {
  /** Newest first, at most a thousand. */
  list(status: TotalsStatus | undefined): Promise<readonly DayTotals[]>
  find(id: bigint): Promise<DayTotals | undefined>
  /** What closes them, for the caller to commit, where a stale write means that something has changed meanwhile. */
  planClose(totals: DayTotals): readonly Write[]
}

/** The messages that a processor sends us by itself. */
export type Webhooks = {
  /**
   * Checks who has sent it, over the bytes as they came, before anything of it is read; then divides it into its
   * messages. Without effects: the caller stores the messages, and answers when they are stored.
   */
  receive(delivery: WebhookDelivery): Promise<ReceivedWebhooks>
  /** What the processor takes for "stored". */
  readonly reply: { body: string; contentType: string }
  /**
   * Does what a stored message says, apart from the results that it returns, which the caller applies. A message may be
   * applied again, and messages come in any order: it must end the same.
   * @throws when a later try may succeed; the message then stays due.
   */
  apply(message: StoredWebhook): Promise<AppliedWebhook>
  /**
   * Messages that never came, behind a place in the processor's own list of them, as `disputesSince` has it. Absent:
   * the processor has no such list.
   */
  missedSince?(place: string | undefined): Promise<{ messages: readonly WebhookMessage[]; place: string | undefined }>
}

export type WebhookDelivery = {
  /** Names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>
  body: Uint8Array
  receivedAt: Instant
}

export type ReceivedWebhooks =
  | { accepted: readonly WebhookMessage[] }
  /** `signature`: the sender is not known; the message is counted and not stored. */
  | { refused: 'signature' | 'unreadable'; why: string }

/** `id` is the processor's name of the message: delivered again, it is the same. */
export type WebhookMessage = {
  id: string
  type: string
  /** When it happened, as the processor says. */
  at: Instant
  /** As it was signed; sealed where it is stored, since it may name cardholders. */
  body: Secret<string>
}

export type StoredWebhook = WebhookMessage & { receivedAt: Instant }

/** `ignored`: it says nothing that we need, such as an event of a later version. */
export type AppliedWebhook = { results: readonly IncomingResult[]; ignored?: string | undefined }
