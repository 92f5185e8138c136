import { readLanguage } from '#core/i18n'
import type { Call } from '#kernel/http/route.ts'
import type { CheckoutContext } from './context.ts'
import type { Visit } from './visit.ts'

/** Where a session's pages are: at addresses of their own, or in a frame on a page of the store. */
export type Placed = CheckoutContext & { place: 'checkout' | 'embedded' }

/**
 * Where a session's forms post to; each carries the language of the page. `remove` is there where the shopper may remove a
 * stored card.
 */
export type Addresses = {
  pay: string
  cancel: string | undefined
  back: string
  remove: ((cardId: string) => string) | undefined
  /** What the script of wallets calls. */
  wallets: { page: string; pay: string; appleSession: string; testWallet: string }
}

type AllAddresses = Addresses & {
  page: string
  /** The address to which the bank sends the browser back after an attempt, by its token. */
  challenge: (attempt: string) => string
  /** In a frame, where the bank's part of the page ends. */
  returned: string
  /** The same page outside of a frame. */
  alone: string
}

export function addressesOf({ place }: Pick<Placed, 'place'>, { token }: Visit, call: Call): AllAddresses {
  const base = `/${place}/${token}`
  const language = readLanguage(call.query.lang)
  const query = language ? `?lang=${language}` : ''
  return {
    page: `${base}${query}`,
    pay: `${base}/pay${query}`,
    back: `${base}/return${query}`,
    challenge: (attempt) =>
      `${base}/challenge?${new URLSearchParams({ ...(language && { lang: language }), attempt })}`,
    returned: `${base}/returned`,
    alone: `/checkout/${token}${query}`,
    wallets: {
      page: `${base}${query}`,
      pay: `${base}/wallet${query}`,
      appleSession: `${base}/apple-pay-session`,
      testWallet: `${base}/test-wallet`,
    },
    // On a page of the store there is nowhere to go back to.
    cancel: place === 'checkout' ? `${base}/cancel${query}` : undefined,
    remove: place === 'embedded' ? (card) => `${base}/cards/${card}/remove${query}` : undefined,
  }
}
