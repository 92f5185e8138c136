import { refusals } from '#kernel/base/refusal.ts'

export const refuse = refusals({
  customer_not_found: ['not_found', 'There is no such customer at this site.'],
  customer_exists: ['conflict', 'The site has a customer with this identifier already.'],
  invalid_customer_state: ['invalid', 'state must be a two-letter state of country US or CA; leave it out for others.'],
  card_not_found: ['not_found', 'There is no such card at this site.'],
  card_reference_taken: [
    'conflict',
    'The reference belongs to another card, or another customer, that was imported before.',
  ],
  incomplete_network_transaction: [
    'invalid',
    'networkTransactionId and networkTransactionDate belong together: send both or neither.',
  ],
  invalid_network_transaction_id: ['invalid', 'networkTransactionId must be 1 to 64 letters, digits or dashes.'],
  invalid_network_transaction_date: [
    'invalid',
    'networkTransactionDate must be the Unix time, in milliseconds, of a transaction that has been made.',
  ],
  network_transaction_date_in_seconds: [
    'invalid',
    'networkTransactionDate is before the year 2000: it looks like seconds. Send the Unix time in milliseconds.',
  ],
})
