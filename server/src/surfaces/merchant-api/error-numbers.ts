/**
 * The number of each error, by its stable name. The first group are the numbers that clients of this interface know
 * (wire fact 2.4); the others are ours, in the same hundreds: 6 general, 8 payments, 9 cards, 11 orders, 16 customers.
 */
export const errorNumbers = {
  invalid_api_key: { number: 601, advice: 'Check the key and the environment: test keys open test sites only.' },
  invalid_page: { number: 602, advice: 'Send page from 1 and perPage from 1 to 1000.' },
  payment_not_found: { number: 824, advice: 'Look the id up with GET /transaction; a key sees its own site only.' },
  payment_rejected: { number: 837, advice: 'Ask the customer for another card, or try again later.' },
  soft_decline: { number: 839, advice: 'Send the order again with transactionOption {"isSoftDecline":"yes"}.' },
  invalid_card: { number: 901, advice: 'Correct the card data; nothing was charged.' },
  card_not_found: { number: 902, advice: 'Look the card up with GET /card?customerId=.' },
  order_not_found: { number: 1100, advice: 'Look the order up with GET /order?externalOrderId=.' },
  customer_not_found: { number: 1620, advice: 'Look the customer up with GET /customer?identifier=.' },
  order_exists: { number: 1102, advice: 'Look the order up with GET /order?externalOrderId=.' },
  customer_exists: { number: 1627, advice: 'Change the customer you have with PUT /customer/{id}.' },
  email_missing: { number: 1646, advice: 'Send the email of the customer.' },
  invalid_email: { number: 1651, advice: 'Send an address such as ana@example.com.' },

  missing_api_key: { number: 601, advice: 'Authorization: Bearer <key>' },
  invalid_field: { number: 603, advice: 'Correct the field named in `field`; nothing was changed.' },
  malformed_request: { number: 604, advice: 'Send a form or a JSON object, with the Content-Type that says which.' },
  body_missing: { number: 604, advice: 'Send Content-Length with the form.' },
  request_too_large: { number: 605, advice: 'Send less.' },
  route_not_found: { number: 606, advice: 'See /docs/api.' },
  wrong_environment: { number: 601, advice: 'Check the key and the environment.' },
  site_forbidden: { number: 607, advice: 'Use the key of that site.' },
  invalid_inline_token: { number: 601, advice: 'Ask for a new token with the signed order.' },
  transaction_not_found: { number: 824, advice: 'Ask with a token of the order that was paid.' },
  stored_card_not_found: { number: 902, advice: 'Read the cards again.' },
  connectors_paused: { number: 614, advice: 'Wait as many seconds as the header Retry-After says.' },
  permission_missing: { number: 611, advice: 'Use a key that has the permission.' },
  too_many_requests: { number: 612, advice: 'Wait as many seconds as the header Retry-After says.' },
  too_many_card_attempts: { number: 613, advice: 'Wait as many seconds as the header Retry-After says.' },
  too_busy: { number: 614, advice: 'Wait as many seconds as the header Retry-After says.' },
  search_not_found: { number: 608, advice: 'Make the search again.' },
  idempotency_key_reused: { number: 609, advice: 'Use one Idempotency-Key for one request.' },
  idempotency_key_malformed: { number: 610, advice: 'Send a UUID as Idempotency-Key.' },
  internal: {
    number: 600,
    advice: 'Try again with the same Idempotency-Key; report the requestId to the operator if it keeps failing.',
  },

  unexpected_payment_status: { number: 825, advice: 'Read the transaction; its status has changed.' },
  payment_in_progress: { number: 826, advice: 'Read the order; its payment is in progress or done.' },
  capture_too_large: { number: 827, advice: 'Capture at most what was authorized.' },
  void_not_partial: { number: 828, advice: 'Leave the amount out to void the whole authorization.' },
  nothing_left_to_refund: { number: 829, advice: 'Read refundedAmount of the transaction.' },
  refund_too_large: { number: 830, advice: 'Read refundedAmount of the transaction.' },
  amount_not_positive: { number: 831, advice: 'Send an amount above zero.' },
  payout_not_allowed: { number: 832, advice: 'Ask the operator of the platform to allow payouts of your site.' },
  payout_too_large: { number: 833, advice: 'Send less, or ask the operator of the platform for a higher limit.' },
  payout_not_covered: { number: 834, advice: 'Send less, or wait until more payments are captured.' },
  payout_card_not_verified: { number: 835, advice: 'Send the id of a card that the customer has paid you with.' },
  payments_paused: { number: 838, advice: 'Wait as many seconds as the header Retry-After says.' },
  payouts_paused: { number: 838, advice: 'Wait as many seconds as the header Retry-After says.' },
  payout_is_final: { number: 836, advice: 'Charge the customer instead, if they owe you the amount.' },
  test_card: { number: 901, advice: 'Send a card of a bank; test cards pay in staging only.' },
  missing_original_network_transaction: {
    number: 900,
    advice: 'Send networkTransactionId and networkTransactionDate of the first payment.',
  },
  retry_limit_reached: { number: 900, advice: 'Wait until the time in the message.' },
  do_not_retry: { number: 900, advice: 'Change the card of the order.' },
  self_service_not_available: { number: 1101, advice: 'Send the id of a recurring or managed order.' },
} as const satisfies Record<string, { number: number; advice: string }>

type Known = keyof typeof errorNumbers

/** Of an error that has no number of its own: the hundred of what it is about. */
const hundreds: readonly [prefix: RegExp, number: number][] = [
  [/^(?:invalid_|unexpected_)?(?:payment|capture|refund|payout|currency|amount)(?:_|$)/, 800],
  [/^(?:invalid_)?card(?:_|$)/, 900],
  [/^(?:invalid_|unexpected_)?(?:order|interval|trial|rebill|retry)(?:_|$)/, 1101],
  [/^(?:invalid_|unexpected_)?(?:customer|shopper|identifier)(?:_|$)/, 1600],
  [/^link_/, 1700],
]

export function numberOf(reason: string): { number: number; advice: string | undefined } {
  if (Object.hasOwn(errorNumbers, reason)) return errorNumbers[reason as Known]
  return { number: hundreds.find(([prefix]) => prefix.test(reason))?.[1] ?? 603, advice: undefined }
}
