import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  notification_not_found: ['not_found', 'No such notification.'],
  notification_pending: ['conflict', 'This notification is being delivered already.'],
  site_key_missing: ['conflict', 'The site has no private key. Rotate its keys first.'],
  too_many_tests: ['limit', 'This address was tried too often. Wait {retryAfterSeconds} seconds and try again.'],
  too_many_to_replay: ['invalid', 'More than {max} notifications match. Narrow the filters, such as to fewer days.'],
  notification_url_missing: ['conflict', 'The site has no notification address. Set one, then send again.'],
})
