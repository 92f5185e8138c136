import { randomUUID } from 'node:crypto'
import { type Currency, type Money, money } from '#kernel/base/money.ts'
import type {
  Acquirer,
  Approved,
  AuthorizeRequest,
  AuthorizeResult,
  CardDetails,
  Challenge,
  ModificationRequest,
  ModificationResult,
  PayOutRequest,
  RequestKey,
} from './acquirer.ts'

/** What a connector brings to be tried. The cards must be good for amounts of 10.00 and more. */
export type AcquirerUnderTest = {
  acquirer: Acquirer
  currency: Currency
  /** Approved without a challenge when no 3-D Secure facts are given. */
  approved: CardDetails
  declined: CardDetails
  /** Absent where nobody can make a cardholder dispute a payment: with a real acquirer, outside its own test system. */
  dispute?: {
    open(authorization: RequestKey, amount: Money): Promise<void>
    /** Decides the dispute of this authorization that is open. */
    decide(authorization: RequestKey, outcome: 'won' | 'lost'): Promise<void>
  }
  /** Absent where the connector never challenges. */
  challenge?: {
    card: CardDetails
    /** Goes through the challenge as a browser does and gives what is posted to the return url. */
    result(challenge: Challenge, as: 'cardholder' | 'stranger'): Promise<Record<string, string>>
  }
}

/** A shop's counter in front of the acquirer: the words these tests are told in. */
export function counter({ acquirer, currency, approved, declined, challenge, dispute }: AcquirerUnderTest) {
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
  const following = (
    requested: AuthorizeRequest,
    kind: ModificationRequest['kind'],
    minor: bigint,
  ): ModificationRequest => ({
    key: randomUUID(),
    kind,
    amount: money(minor, requested.amount.currency),
    authorization: requested.key,
    reference: undefined,
  })
  return {
    acquirer,
    request,
    following,
    declinedCard: declined,
    payout: (minor: bigint, card = approved): PayOutRequest => ({
      key: randomUUID(),
      amount: money(minor, currency),
      card: { ...card, cvv: undefined },
      descriptor: 'BAKERY',
      shopper: { email: 'jane@example.com', country: 'RO' },
    }),
    /** An ask that was never made. */
    stranger: () => request('auth', 1000n),
    inquiryOf: (key: string) => acquirer.inquire(key),
    modify: (
      requested: AuthorizeRequest,
      kind: ModificationRequest['kind'],
      minor: bigint,
    ): Promise<ModificationResult> => acquirer.modify(following(requested, kind, minor)),
    authorize: async (kind: AuthorizeRequest['kind'], minor: bigint, which: 'approved' | 'declined' = 'approved') => {
      const requested = request(kind, minor, which === 'approved' ? approved : declined)
      return { requested, result: await acquirer.authorize(requested) }
    },
    dispute: {
      open: ({ key }: AuthorizeRequest, minor: bigint) => known(dispute).open(key, money(minor, currency)),
      decide: ({ key }: AuthorizeRequest, outcome: 'won' | 'lost') => known(dispute).decide(key, outcome),
    },
    challenge: {
      result: (redirect: Challenge, as: 'cardholder' | 'stranger') => known(challenge).result(redirect, as),
      begin: async () => {
        const { card } = known(challenge)
        const requested = { ...request('auth', 3000n, card), threeDSecure: inBrowser }
        const redirect = await acquirer.authorize(requested)
        if (redirect.outcome !== 'challenge') throw new Error(`expected a challenge, was told ${redirect.outcome}`)
        return { requested, redirect }
      },
    },
  }
}

export const inBrowser = {
  returnUrl: 'https://pay.example.com/back',
  browser: { acceptHeader: 'text/html', userAgent: 'Mozilla/5.0', language: 'en', ip: '192.0.2.1', javaScript: true },
}

export function approvalIn(result: AuthorizeResult): Approved {
  if (result.outcome !== 'approved') throw new Error(`expected an approval, was told ${result.outcome}`)
  return result
}

export const inOtherCurrency = (requested: AuthorizeRequest): AuthorizeRequest => ({
  ...requested,
  amount: money(requested.amount.minor, requested.amount.currency === 'EUR' ? 'RON' : 'EUR'),
})

export const asText = (result: AuthorizeResult | ModificationResult): string => JSON.stringify(result)

function known<T>(means: T | undefined): T {
  if (means === undefined)
    throw new Error('a connector that challenges or tells of disputes brings the means to try it')
  return means
}
