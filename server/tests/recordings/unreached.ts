/**
 * Refusals that no tour can meet, each with the reason. What is met after all, or is no refusal any more, has to go.
 */
export const unreached: Readonly<Record<string, string>> = {
  invalid_amount: 'the interface refuses such a field by its shape, before the terms of an order are read',
  token_not_found: 'the vault is called only for cards that are stored',
  invalid_card_number: 'the vault is given only numbers that were checked',
  card_update_conflict: 'two requests would have to try cards for one order at the same moment',
  missing_original_network_transaction: 'the sandbox returns a network transaction for every card it approves',
  email_taken: 'staff members cannot be created from outside yet',
  internal: 'it is a fault of the program; the tours find none',
  key_is_current: 'no command revokes a key',
  key_not_found: 'no command revokes a key',
  email_expired: 'emails are deleted after longer than a tour takes',
  invalid_limit: 'commands and pages use limits of their own',
  invalid_logo: 'no command sets a logo',
  nothing_left_to_refund: 'a transaction that was refunded in full has a status that says so; only a race reaches this',
  notification_url_missing: 'no command takes the address of a site away',
  order_without_card: 'an order that is billed later keeps the name of its card, also when that is deleted',
  invalid_password: 'passwords cannot be set from outside yet',
  permission_missing: 'the key of a site has every permission',
  too_many_requests: 'the limits are higher than a tour reaches; laws/rate-limits reaches them',
  payout_in_progress: 'it takes more concurrent payouts than the program makes at once',
  invalid_pricing: 'no command sets a price',
  invalid_role: 'staff members cannot be created from outside yet',
  amount_not_supported: 'the sandbox takes every amount; stories/payments-routing reaches it',
  capture_not_partial: 'the sandbox captures parts; stories/payments-connector-limits reaches it',
  payout_not_supported: 'the sandbox pays out; stories/payments-routing reaches it',
}
