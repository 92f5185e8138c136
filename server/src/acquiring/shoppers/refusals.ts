import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  customer_not_found: ['not_found', 'There is no such customer at this site.'],
  customer_exists: ['conflict', 'The site has a customer with this identifier already.'],
  invalid_customer_state: ['invalid', 'state must be a two-letter state of country US or CA; leave it out for others.'],
  card_not_found: ['not_found', 'There is no such card at this site.'],
})
