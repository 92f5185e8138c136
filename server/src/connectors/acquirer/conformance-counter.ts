import { randomUUID } from 'node:crypto'
import { type Currency, money } from '#kernel/money.ts'
import type {
  Acquirer,
  Approved,
  AuthorizeAnswer,
  AuthorizeAsk,
  CardDetails,
  Challenge,
  FollowAnswer,
  FollowAsk,
} from './acquirer.ts'

/** What a connector brings to be tried. The cards must be good for amounts of 10.00 and more. */
export type AcquirerUnderTest = {
  acquirer: Acquirer
  currency: Currency
  /** Approved without a challenge when no 3-D Secure facts are given. */
  approved: CardDetails
  declined: CardDetails
  /** Absent where the connector never challenges. */
  challenge?: {
    card: CardDetails
    /** Goes through the challenge as a browser does and gives what is posted to the return url. */
    answer(challenge: Challenge, as: 'cardholder' | 'stranger'): Promise<Record<string, string>>
  }
}

/** A shop's counter in front of the acquirer: the words these tests are told in. */
export function counter({ acquirer, currency, approved, declined, challenge }: AcquirerUnderTest) {
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
    /** An ask that was never made. */
    stranger: () => ask('auth', 1000n),
    fateOf: (key: string) => acquirer.whatBecameOf(key),
    follow: (asked: AuthorizeAsk, kind: FollowAsk['kind'], minor: bigint): Promise<FollowAnswer> =>
      acquirer.follow(following(asked, kind, minor)),
    authorize: async (kind: AuthorizeAsk['kind'], minor: bigint, which: 'approved' | 'declined' = 'approved') => {
      const asked = ask(kind, minor, which === 'approved' ? approved : declined)
      return { asked, answer: await acquirer.authorize(asked) }
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

function known<T>(challenge: T | undefined): T {
  if (challenge === undefined) throw new Error('a connector that challenges brings a card for it')
  return challenge
}
