/** Tables in which `verify` does not find a row that somebody has put in by hand, and why it grants nothing and harms nobody. */
export const insertable: Readonly<Record<string, string>> = {
  'directory.key_proofs': 'the program opens each at its start, and stops where one does not open',
  'disputes.cursors': 'it only makes the program read the disputes of a connector again',
  'florin.idempotency_keys': 'it only answers a request that is sent with its key, in place of carrying it out',
  'florin.rate_limits': 'it only counts requests, for minutes',
  'florin.scheduled_tasks': 'a task whose name the program does not know is not carried out',
  'florin.work_leases': 'it only keeps one worker from a subject, for seconds',
  'kyc.sent_back': 'it only tells a customer which step to repeat, and the case decides whether it may be repeated',
  'sandbox_mailbox.emails': 'staging only: what a mailbox outside would hold',
  'settlement.cut_offs': 'it only says when the program looks for what a site has to settle',
  'shoppers.seal_salts': 'a salt without a shopper is used for nothing',
  'velocity.counts': 'it only limits how often cards are tried, for hours',
}
