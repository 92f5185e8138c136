/** Tables in which `verify` does not find a row that somebody has put in by hand, and why it grants nothing and harms nobody. */
export const insertable: Readonly<Record<string, string>> = {
  'checkout.sessions': 'it opens a page for an order that is there; what is paid on it is in the histories of payments',
  'directory.key_proofs': 'the program opens each at its start, and stops where one does not open',
  'disputes.cursors': 'it only makes the program read the disputes of a connector again',
  'florin.idempotency_keys': 'it only answers a request that is sent with its key, in place of carrying it out',
  'florin.rate_limits': 'it only counts requests, for minutes',
  'florin.scheduled_tasks': 'a task whose name the program does not know is not carried out',
  'florin.work_leases': 'it only keeps one worker from a subject, for seconds',
  'kyc.sent_back': 'it only tells a customer which step to repeat, and the case decides whether it may be repeated',
  'ledger.guarded_balances':
    'verify compares each with its lines; one without lines is found unless it is zero, as if it were not there',
  'links.versions': 'a version that its link does not name is used for nothing',
  'sandbox_mailbox.emails': 'staging only: what a mailbox outside would hold',
  'settlement.cut_offs': 'it only says when the program looks for what a site has to settle',
  'shoppers.seal_salts': 'a salt without a shopper is used for nothing',
  'shoppers.shoppers': 'a customer without orders and cards grants nothing, and only the own store can name one',
  'staff_emails.emails': 'it tells a member of staff what the page that it links to would show',
  'velocity.counts': 'it only limits how often cards are tried, for hours',
}
