import { refusals } from '#kernel/base/refusal.ts'

/** What the dialect itself refuses, before any module is called. */
export const refuse = refusals({
  missing_token: ['unauthenticated', 'Send {what} in the Authorization header: Authorization: Bearer <token>.'],
  permission_missing: ['forbidden', 'This caller may not do this: the permission {permission} is missing.'],
  unsupported_media_type: ['invalid', 'Send the body as JSON, with Content-Type: application/json.'],
  changed_meanwhile: ['conflict', 'Others change the same thing at this moment, and nothing was done. Send it again.'],
  route_not_found: ['not_found', 'There is no {method} {path} here; the reference is at {reference}.'],
})
