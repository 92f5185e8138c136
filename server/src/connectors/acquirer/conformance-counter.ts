import { randomUUID } from 'node:crypto'
import { type Currency, type Money, money } from '#kernel/money.ts'
import type {
  Acquirer,
  Approved,
  AskKey,
  AuthorizeAnswer,
  AuthorizeAsk,
  CardDetails,
  Challenge,
  FollowAnswer,
  FollowAsk,
  PayOutAsk,
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
    open(authorization: AskKey, amount: Money): Promise<void>
    /** Decides the dispute of this authorization that is open. */
    decide(authorization: AskKey, outcome: 'won' | 'lost'): Promise<void>
  }
  /** Absent where the connector never challenges. */
  challenge?: {
    card: CardDetails
    /** Goes through the challenge as a browser does and gives what is posted to the return url. */
    answer(challenge: Challenge, as: 'cardholder' | 'stranger'): Promise<Record<string, string>>
  }
}

/** A shop's counter in front of the acquirer: the words these tests are told in. */
export function counter({ acquirer, currency, approved, declined, challenge, dispute }: AcquirerUnderTest) {
  const ask = (kind: AuthorizeAsk['kind'], minor: bigint, card = approved): AuthorizeAsk => ({
    key: randomUUID(),
    kind,
    amount: money(minor, currency),
    card,
    origin: { by: 'shopper', storesCard: true },
    descriptor: 'BAKERY',
    shopper: { ip: '192.0.2.1', email: 'jane@example.com', country: 'RO' },
    threeDSecure: undefined,
  })
  const following = (asked: AuthorizeAsk, kind: FollowAsk['kind'], minor: bigint): FollowAsk => ({
    key: randomUUID(),
    kind,
    amount: money(minor, asked.amount.currency),
    authorization: asked.key,
    reference: undefined,
  })
  return {
    acquirer,
    ask,
    following,
    declinedCard: declined,
    payout: (minor: bigint, card = approved): PayOutAsk => ({
      key: randomUUID(),
      amount: money(minor, currency),
      card: { ...card, cvv: undefined },
      descriptor: 'BAKERY',
      shopper: { email: 'jane@example.com', country: 'RO' },
    }),
    /** An ask that was never made. */
    stranger: () => ask('auth', 1000n),
    fateOf: (key: string) => acquirer.whatBecameOf(key),
    follow: (asked: AuthorizeAsk, kind: FollowAsk['kind'], minor: bigint): Promise<FollowAnswer> =>
      acquirer.follow(following(asked, kind, minor)),
    authorize: async (kind: AuthorizeAsk['kind'], minor: bigint, which: 'approved' | 'declined' = 'approved') => {
      const asked = ask(kind, minor, which === 'approved' ? approved : declined)
      return { asked, answer: await acquirer.authorize(asked) }
    },
    dispute: {
      open: ({ key }: AuthorizeAsk, minor: bigint) => known(dispute).open(key, money(minor, currency)),
      decide: ({ key }: AuthorizeAsk, outcome: 'won' | 'lost') => known(dispute).decide(key, outcome),
    },
    challenge: {
      answer: (redirect: Challenge, as: 'cardholder' | 'stranger') => known(challenge).answer(redirect, as),
      begin: async () => {
        const { card } = known(challenge)
        const asked = { ...ask('auth', 3000n, card), threeDSecure: inBrowser }
        const redirect = await acquirer.authorize(asked)
        if (redirect.outcome !== 'challenge') throw new Error(`expected a challenge, was told ${redirect.outcome}`)
        return { asked, redirect }
      },
    },
  }
}

export const inBrowser = {
  returnUrl: 'https://pay.example.com/back',
  browser: { acceptHeader: 'text/html', userAgent: 'Mozilla/5.0', language: 'en', ip: '192.0.2.1', javaScript: true },
}

export function approvalIn(answer: AuthorizeAnswer): Approved {
  if (answer.outcome !== 'approved') throw new Error(`expected an approval, was told ${answer.outcome}`)
  return answer
}

export const inOtherCurrency = (asked: AuthorizeAsk): AuthorizeAsk => ({
  ...asked,
  amount: money(asked.amount.minor, asked.amount.currency === 'EUR' ? 'RON' : 'EUR'),
})

export const asText = (answer: AuthorizeAnswer | FollowAnswer): string => JSON.stringify(answer)

function known<T>(means: T | undefined): T {
  if (means === undefined)
    throw new Error('a connector that challenges or tells of disputes brings the means to try it')
  return means
}
