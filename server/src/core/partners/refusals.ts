import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  partner_not_found: ['not_found', 'There is no partner with this id.'],
  partner_activity_of_operator: [
    'forbidden',
    'Only staff of the operator say whether a partner is active; leave {field} out.',
  ],
  invalid_webhook_url: [
    'invalid',
    'Use a full web address of at most {lengthMax} characters, with a host name and no password; https for a live partner.',
  ],
  invalid_decision_url: [
    'invalid',
    'Use a full web address of at most {lengthMax} characters, with a host name and no password; https for a live partner.',
  ],
  invalid_decision_deadline: [
    'invalid',
    'A partner has between {deadlineMsMin} and {deadlineMsMax} milliseconds to decide.',
  ],
  key_not_found: ['not_found', 'The partner has no valid key with this id.'],
  key_is_current: ['conflict', 'This is the newest key of the partner. To end it at once, rotate with no overlap.'],
  signing_key_unreadable: [
    'conflict',
    'The signing key of partner {partnerId} cannot be read. Make a new one with: florin partner rotate-signing-key {partnerId}',
  ],
})
