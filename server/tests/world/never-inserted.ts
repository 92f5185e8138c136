const of = (because: string, ...tables: readonly string[]) =>
  Object.fromEntries(tables.map((table) => [table, because]))

/** Tables without codes of which the law of inserted rows has no row to copy, or cannot copy one, and why. */
export const neverInserted: Readonly<Record<string, string>> = {
  ...of(
    'filled only by a connection to Adyen',
    ...['adyen.dispute_events', 'adyen.dispute_responses', 'adyen.notices', 'adyen.reports', 'adyen.requests'],
    'adyen.settlement_lines',
  ),
  ...of(
    'filled only by a connection to Stripe',
    ...['stripe.dispute_events', 'stripe.places', 'stripe.requests', 'stripe.stored_cards'],
  ),
  ...of(
    'filled only by connections to processors',
    ...['processors.messages', 'processors.polls', 'reconciliation.places'],
  ),
  ...of(
    'filled only by a connection to a host',
    ...['isohost.business_days', 'isohost.messages', 'isohost.refused_captures', 'isohost.requests', 'isohost.totals'],
    'vault.acquired_cards',
  ),
  'bins.ranges': 'the ranges of a load never overlap, so none is copied',
  'cards.provisionings': 'filled only by a wallet that asks for a card',
  'exports.pieces': 'filled only by an export; each opens with its own number alone',
  ...of('filled only by a file for a bureau', 'cards.bureau_claims', 'cards.bureau_runs'),
  'florin.list_checkpoints': 'filled only by lists that are long',
  'florin.marks': 'filled only by processes of production',
  'florin.operator_tasks': 'filled only by long work of operators',
  'holders.emails': 'they are deleted after a month, and the world that fills them goes on for longer',
  'kyc.reviewers': 'filled only by a person who takes a case over',
  'ledger.checkpoints': 'filled only when the ledger is long',
  'merchants.closures': 'filled only by a merchant that closes',
  'networkreports.matches': 'filled only by a person who explains a difference',
  'payments.pending_start': 'it has one row, and none beside it',
  'accounts.late_bookings': 'filled only by money that is booked on a closed account',
  'payments.fallbacks': 'filled only by a payment that a second connector takes over',
  'payments.owed_returns': 'filled only by a payment that is approved after its customer was deleted',
  'persons.erasures': 'filled only by a person who is erased',
  'reconciliation.awaited_reversals': 'filled only by a payment that is cancelled after its settlement',
  'request_log.requests': 'filled only by a log that worlds do not write',
  'screening.lists': 'there are as many lists as the program knows, so none is copied',
  'spending.late_declines': 'filled only by a payment that was declined late',
  'spending.question_pauses': 'filled only by a partner whose server does not answer',
  'spending.wrong_tries': 'filled only by wrong security codes and expiry dates',
  'subscriptions.links_sent': 'filled only by a subscriber who asks for a link',
  'topups.losses': 'filled only by coins that a chain loses',
  'velocity.attempts': 'filled only where tries are limited, which they are not in worlds',
  'velocity.refusals': 'filled only where tries are limited, which they are not in worlds',
  'wallets.used_tokens': 'filled only by a payment with a wallet',
}
