import { randomUUID } from 'node:crypto'
import { type Currency, type Money, money, zero } from '#kernel/base/money.ts'
import type {
  Acquirer,
  Approved,
  AuthorizeRequest,
  AuthorizeResult,
  CaptureRequest,
  CaptureResult,
  CardDetails,
  Challenge,
  DisputeEvent,
  DisputePage,
  InquiryResult,
  PayOutRequest,
  RequestKey,
  VerifyRequest,
} from './port.ts'

/** What a connector provides for these tests. The cards must be good for amounts of 10.00 and more. */
export type AcquirerUnderTest = {
  acquirer: Acquirer
  currency: Currency
  /** Approved without a challenge when no 3-D Secure facts are given. */
  approved: CardDetails
  declined: CardDetails
  /** A card that takes no money either. Absent: the one that is declined. */
  closed?: CardDetails
  /** What an incoming message would report of the request with this key: for connectors that have no inquiry. */
  incoming?: (key: RequestKey) => Promise<InquiryResult>
  /** The same connector where no connection can be made, such as to a port on which nothing listens. */
  unreachable?: Acquirer
  /** What the acquirer keeps of an authorization; absent where that cannot be seen from here. */
  kept?: (key: RequestKey) => Promise<Pick<AuthorizeRequest, 'subMerchantId' | 'level3'>>
  /** Lets the time pass until everything so far is settled; absent where that cannot be done. */
  untilSettled?: () => Promise<void>
  /** What can be made to fail after it was done; absent where nothing can. */
  afterwards?: Partial<Record<FailingAfterwards, FailsAfterwards>>
  /** Absent where a dispute cannot be simulated: with a real acquirer, outside its own test system. */
  dispute?: {
    open(authorization: RequestKey, amount: Money): Promise<void>
    /** Decides the dispute of this authorization that is open. */
    decide(authorization: RequestKey, outcome: 'won' | 'lost'): Promise<void>
  }
  /** Absent where the connector never challenges. */
  challenge?: {
    card: CardDetails
    /** Completes the challenge as a browser does and returns what is posted to the return url. */
    result(challenge: Challenge, as: 'cardholder' | 'stranger'): Promise<Record<string, string>>
  }
}

/** What can be made to fail after it was done. */
export type FailingAfterwards = 'refund' | 'capture' | 'reverse' | 'payout'

export type FailsAfterwards = {
  /** An amount of at most 10.00, in minor units, with which it can be made to fail. */
  minor: bigint
  /** Lets the request that was done fail, and the connector learn of it. */
  fails(key: RequestKey, authorization: RequestKey): Promise<void>
}

/** A merchant in front of the acquirer: the helpers of these tests. */
export function counter(underTest: AcquirerUnderTest) {
  const { acquirer, currency, approved, declined, incoming } = underTest
  const request = (kind: AuthorizeRequest['kind'], minor: bigint, card = approved): AuthorizeRequest => ({
    key: randomUUID(),
    kind,
    amount: money(minor, currency),
    card,
    initiator: { type: 'cit', storesCard: true },
    descriptor: 'BAKERY',
    shopper: { ip: '192.0.2.1', email: 'jane@example.com', country: 'RO' },
    threeDSecure: undefined,
  })
  const following = (requested: Authorized, minor: bigint): CaptureRequest => ({
    key: randomUUID(),
    amount: money(minor, requested.amount.currency),
    authorization: requested.key,
    reference: undefined,
  })
  const verification = (card = approved): VerifyRequest => {
    const { kind: _kind, amount, ...rest } = request('auth', 0n, card)
    return { ...rest, currency: amount.currency }
  }
  const inquiryOf = (key: RequestKey): Promise<InquiryResult> =>
    acquirer.capabilities.inquiry === 'request' ? acquirer.inquire(key) : known(incoming)(key)
  /** The final result of a request, also where its first result was `pending`. */
  const final = async (key: RequestKey, sent: Promise<CaptureResult>): Promise<InquiryResult> => {
    const result = await sent
    return result.outcome === 'pending' ? inquiryOf(key) : result
  }
  const follow =
    (verb: 'capture' | 'reverse' | 'refund') =>
    async (requested: Authorized, minor: bigint): Promise<InquiryResult> => {
      const input = following(requested, minor)
      return final(input.key, acquirer[verb](input))
    }
  return {
    acquirer,
    request,
    verification,
    final,
    following,
    declinedCard: declined,
    closedCard: underTest.closed ?? declined,
    unreachable: () => known(underTest.unreachable),
    kept: underTest.kept,
    payout: (minor: bigint, card = approved): PayOutRequest => ({
      key: randomUUID(),
      amount: money(minor, currency),
      card: { ...card, cvv: undefined },
      descriptor: 'BAKERY',
      shopper: { email: 'jane@example.com', country: 'RO' },
    }),
    /** A request that was never sent. */
    stranger: () => request('auth', 1000n),
    inquiryOf,
    capture: follow('capture'),
    reverse: follow('reverse'),
    refund: follow('refund'),
    authorize: async (kind: AuthorizeRequest['kind'], minor: bigint, which: 'approved' | 'declined' = 'approved') => {
      const requested = request(kind, minor, which === 'approved' ? approved : declined)
      return { requested, result: await acquirer.authorize(requested) }
    },
    verify: async (change: Partial<VerifyRequest> = {}) => {
      const sent = { ...verification(), ...change }
      return { requested: { key: sent.key, amount: zero(sent.currency) }, result: await acquirer.verify(sent) }
    },
    afterwards: (what: FailingAfterwards) => known(underTest.afterwards?.[what]),
    dispute: cardholdersBank(underTest),
    challenge: challenges(underTest, (minor, card) => request('auth', minor, card)),
  }
}

/** Challenges, and the cardholder who goes through them. */
const challenges = (
  { acquirer, challenge }: AcquirerUnderTest,
  request: (minor: bigint, card: CardDetails) => AuthorizeRequest,
) => ({
  result: (redirect: Challenge, as: 'cardholder' | 'stranger') => known(challenge).result(redirect, as),
  begin: async (more: Partial<AuthorizeRequest> = {}) => {
    const { card } = known(challenge)
    const requested = { ...request(3000n, card), threeDSecure: inBrowser, ...more }
    const redirect = await acquirer.authorize(requested)
    if (redirect.outcome !== 'challenge') throw new Error(`expected a challenge, received ${redirect.outcome}`)
    return { requested, redirect }
  },
})

/** The cardholder's bank, which opens and decides disputes, and the merchant's responses to them. */
const cardholdersBank = ({ acquirer, currency, dispute }: AcquirerUnderTest) => ({
  open: ({ key }: Authorized, minor: bigint) => known(dispute).open(key, money(minor, currency)),
  decide: ({ key }: Authorized, outcome: 'won' | 'lost') => known(dispute).decide(key, outcome),
  /** Responds to the dispute of this authorization that was opened last. */
  respond: async ({ key }: Authorized, verb: 'submitEvidence' | 'acceptDispute', text = 'Signed for at the door.') => {
    const { events } = await wholeList((place) => acquirer.disputesSince(place))
    const last = events.filter(({ authorization, kind }) => authorization === key && kind === 'opened').at(-1)
    const response = { key: randomUUID(), authorization: key, dispute: last?.dispute ?? '' }
    return acquirer[verb]({ ...response, text, documents: [] })
  },
})

export const inBrowser = {
  returnUrl: 'https://pay.example.com/back',
  browser: { acceptHeader: 'text/html', userAgent: 'Mozilla/5.0', language: 'en', ip: '192.0.2.1', javaScript: true },
}

export function approvalIn(result: AuthorizeResult): Approved {
  if (result.outcome !== 'approved') throw new Error(`expected an approval, received ${result.outcome}`)
  return result
}

/** A list read to its end, page after page. */
export async function wholeList(pageAfter: (place: string | undefined) => Promise<DisputePage>): Promise<DisputePage> {
  const events: DisputeEvent[] = []
  let place: string | undefined
  for (let pages = 0; pages < pagesMax; pages++) {
    const page = await pageAfter(place)
    place = page.place
    if (page.events.length === 0) return { events, place }
    events.push(...page.events)
  }
  throw new Error(`the list of disputes has no end: ${pagesMax} pages of it were read`)
}
const pagesMax = 1_000

/** What a follow-up needs to know of the authorization that it follows. */
type Authorized = Pick<AuthorizeRequest, 'key' | 'amount'>

export const inOtherCurrency = (requested: Authorized): Authorized => ({
  ...requested,
  amount: money(requested.amount.minor, requested.amount.currency === 'EUR' ? 'RON' : 'EUR'),
})

export const asText = (result: InquiryResult): string => JSON.stringify(result)

function known<T>(means: T | undefined): T {
  if (means === undefined) throw new Error('the connector under test does not bring the means to try this')
  return means
}
