import type { RenderedPage } from './page-layout.ts'

/**
 * What every hosted page is sent with. Card data is typed on them, so nothing may keep them. The next site learns our
 * origin and not the address of the session; without even that, browsers would send forms with `Origin: null`.
 */
export function pageHeaders({ contentSecurityPolicy }: RenderedPage): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentSecurityPolicy,
    'cache-control': 'no-store',
    'referrer-policy': 'strict-origin',
    'x-content-type-options': 'nosniff',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
  }
}
