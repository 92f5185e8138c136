import type { AuthorizationRequest } from '#connectors/network/message.ts'
import type { Authorizing } from './authorize.ts'

type Tried = Pick<Authorizing, 'request' | 'card' | 'shown'> & Partial<Pick<Authorizing, 'authentication'>>

/** A request has a security code or an expiry date that is compared, and so says something about the right one. */
export const showsSecret = ({ request, shown }: Tried): boolean =>
  shown.cvv2 !== 'notSent' || dateOf(request) !== undefined

export const isWrong = ({ request, card, shown }: Tried): boolean => {
  const date = dateOf(request)
  return shown.cvv2 === 'noMatch' || (date !== undefined && date !== card.expiry)
}

/** A merchant that charges again and again may still have the date of the card before. */
const dateOf = ({ card: { expiry }, recurring }: AuthorizationRequest): string | undefined =>
  recurring ? undefined : expiry

/**
 * A request as it is judged while a count of wrong tries is full: code and date are left out, so that whatever is answered is the same
 * for right and wrong ones. Typed ones are declined (`tooManyWrong`). What proves itself otherwise goes on: chips and PINs, for which
 * both are compared, and authenticated payments and stored cards, for which they are not.
 */
export function comparedOf(asked: Authorizing, isFull: boolean): Authorizing {
  if (!isFull) return asked
  const how = howShown(asked)
  if (how === 'presented') return asked
  const { request, shown } = asked
  return {
    ...asked,
    request: { ...request, card: { ...request.card, expiry: undefined } },
    shown: { ...shown, cvv2: 'notSent' },
    tooManyWrong: how === 'typed',
  }
}

/** Whatever has a security code was typed, unless the holder was authenticated. */
export function howShown({ request, shown, authentication }: Tried): 'typed' | 'presented' | 'trusted' {
  if (authentication?.outcome === 'authenticated') return 'trusted'
  if (shown.pin === 'match') return 'presented'
  if (shown.cvv2 !== 'notSent') return 'typed'
  const entry = request.entry.slice(0, 2)
  if (request.recurring || (request.channel === 'online' && stored.has(entry))) return 'trusted'
  return request.channel === 'online' || entry === keyed ? 'typed' : 'presented'
}
/** Field 22: typed at a terminal; with a token, and with a stored card. */
const keyed = '01'
const stored = new Set(['09', '10'])
