import { refusals } from '#kernel/base/refusal.ts'

/** What the dialect itself refuses, before any module is called. */
export const refuse = refusals({
  missing_partner_key: ['unauthenticated', 'Send the API key of the partner in the header x-partner-api-key.'],
  invalid_partner_key: [
    'unauthenticated',
    'This is no valid API key of a partner; it may have been rotated. The operator of the platform makes a new one.',
  ],
  missing_partner_id: ['unauthenticated', 'Send the id of the partner in the header x-partner-id.'],
  unknown_partner: ['unauthenticated', 'There is no partner with the id in x-partner-id.'],
  partner_mismatch: ['unauthenticated', 'x-partner-id names another partner than x-partner-api-key belongs to.'],
  partner_inactive: ['forbidden', 'This partner is not active in this installation.'],
  missing_token: ['unauthenticated', 'Send {what} in the Authorization header: Authorization: Bearer <token>.'],
  invalid_token: [
    'unauthenticated',
    'The access token is not valid or has expired. Get a new one with the refresh token, or log in again.',
  ],
  permission_missing: ['forbidden', 'This caller may not do this: the permission {permission} is missing.'],
  unsupported_media_type: ['invalid', 'Send the body as JSON, with Content-Type: application/json.'],
  route_not_found: ['not_found', 'There is no {method} {path} here; the reference is at /v1/openapi.json.'],
})
