import type { RenderedPage } from './page-layout.ts'

/**
 * The headers of every hosted page. Card data is typed on them, so they are not cached. The next site learns our origin
 * and not the address of the session; with no referrer at all, browsers would send forms with `Origin: null`.
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
