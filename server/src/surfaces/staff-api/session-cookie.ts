import type { Asking } from '../bare-json/headers.ts'

/** The cookie that holds the token of a session. */
export const sessionCookie = 'florin_session'
/** The cookie of what a browser has begun and not finished, such as the second step of a log-in. */
export const challengeCookie = 'florin_challenge'

export const cookieOf = (request: Asking, name: string): string | undefined => cookiesOf(request, name)[0]

const cookiesOf = ({ headers }: Asking, name: string): string[] =>
  (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .flatMap(([known, value = '']) => (known === name ? [value] : []))

/** A page of the dashboard says with it that it reads by itself, while nobody does anything: that is no use of the session. */
const backgroundHeader = 'florin-background'

/** Whether a person called. What changes something is always done by a person. */
export const isByPerson = ({ method, headers }: Pick<Asking, 'headers'> & { method: string }): boolean =>
  method !== 'GET' || headers[backgroundHeader] === undefined

/**
 * Another host of our domain can set a cookie of the same name for a longer path, which browsers then send first: the person would
 * work in the session of an attacker. So of two that differ neither counts.
 */
export function sessionTokenOf(request: Asking): string | undefined {
  const [token, ...others] = new Set(cookiesOf(request, sessionCookie))
  return others.length === 0 ? token : undefined
}

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
