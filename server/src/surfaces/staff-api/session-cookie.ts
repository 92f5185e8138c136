import type { Asking } from '../bare-json/headers.ts'

/** The cookie that holds the token of a session. */
export const sessionCookie = 'florin_session'
/** The cookie of what a browser has begun and not finished, such as the second step of a log-in. */
export const challengeCookie = 'florin_challenge'

export function cookieOf({ headers }: Asking, name: string): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([known]) => known === name)?.[1]
}

/** A page of the dashboard says with it that it reads by itself, while nobody does anything: that is no use of the session. */
const backgroundHeader = 'florin-background'

/** Whether a person called. What changes something is always done by a person. */
export const isByPerson = ({ method, headers }: Pick<Asking, 'headers'> & { method: string }): boolean =>
  method !== 'GET' || headers[backgroundHeader] === undefined

export const sessionTokenOf = (request: Asking): string | undefined => cookieOf(request, sessionCookie)

/**
 * As `Set-Cookie` has it. The browser sends it to `path` alone and never from a page of another site, and shows it to no
 * script. An empty value takes it away. `Lax` is for the way back from single sign-on alone, which begins at another site.
 */
export function cookieText(
  [name, value]: readonly [name: string, value: string],
  {
    path,
    isSecure,
    lifetime,
    sameSite = 'Strict',
  }: { path: string; isSecure: boolean; lifetime: Temporal.Duration; sameSite?: 'Strict' | 'Lax' },
): string {
  const seconds = value === '' ? 0 : Math.max(0, Math.floor(lifetime.total('seconds')))
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${value}; Path=${path}; HttpOnly; SameSite=${sameSite}; Max-Age=${seconds}${secure}`
}
