import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  notification_not_found: ['not_found', 'No such notification.'],
  notification_pending: ['conflict', 'This notification is waiting to be delivered already.'],
  site_key_missing: ['conflict', 'The site has no private key. Rotate its keys first.'],
  notification_url_missing: ['conflict', 'The site has no notification address. Set one, then send again.'],
})
