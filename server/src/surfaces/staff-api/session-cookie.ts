import type { Asking } from '../bare-json/headers.ts'

/** The cookie that holds the token of a session. */
export const sessionCookie = 'florin_session'

export function sessionTokenOf({ headers }: Asking): string | undefined {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name]) => name === sessionCookie)?.[1]
}

/**
 * As `Set-Cookie` has it. The browser sends it to `path` alone and never from a page of another site, and shows it to no
 * script. An empty token takes it away.
 */
export function cookieText(
  token: string,
  { path, isSecure, lifetime }: { path: string; isSecure: boolean; lifetime: Temporal.Duration },
): string {
  const seconds = Math.max(0, Math.floor(lifetime.total('seconds')))
  const secure = isSecure ? '; Secure' : ''
  return `${sessionCookie}=${token}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`
}
