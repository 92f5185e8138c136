import { refusals } from '#kernel/base/refusal.ts'

/** What the dialect itself refuses, before any module is called. */
export const refuse = refusals({
  missing_api_key: [
    'unauthenticated',
    'Send the private key of your site in the Authorization header: Authorization: Bearer <key>.',
  ],
  invalid_api_key: [
    'unauthenticated',
    'This key is not a valid key of any site; it may have been rotated. Ask the operator of the platform for the current one.',
  ],
  wrong_environment: [
    'forbidden',
    'This key is of a {kind} site. Live sites are used in production, test sites in staging; use the key of the other.',
  ],
  site_forbidden: [
    'forbidden',
    'This key is of site {siteId} and cannot access another; use the key of the other site.',
  ],
  permission_missing: ['forbidden', 'This key may not do this: it lacks the permission {permission}.'],
  search_not_found: ['not_found', 'There is no such search; make a new one with POST {path}.'],
  body_missing: [
    'invalid',
    'The body of this request did not arrive: its Content-Type announces a form, without a Content-Length. Send the length, or, to refund everything, no Content-Type. Nothing was changed.',
  ],
  route_not_found: ['not_found', 'There is no {method} {path} here; the reference is at /docs/api.'],
})
