/** Tables in which `verify` does not find a row that somebody has put in by hand, and why it grants nothing and harms nobody. */
export const insertable: Readonly<Record<string, string>> = {
  'bins.loads': 'a load without ranges says nothing of any card',
  'checkout.sessions': 'it opens a page for an order that is there; what is paid on it is in the histories of payments',
  'deposits.cursors': 'each chain has one since it was added; one of no chain reads nothing',
  'directory.key_proofs': 'the program opens each at its start, and stops where one does not open',
  'disputes.cursors': 'it only makes the program read the disputes of a connector again',
  'disputes.events':
    'a copy of one that is done changes nothing; one that is due is carried out as if the acquirer had sent it, until its reports say otherwise',
  'florin.idempotency_keys': 'it only answers a request that is sent with its key, in place of carrying it out',
  'florin.rate_limits': 'it only counts requests, for minutes',
  'florin.scheduled_tasks': 'a task whose name the program does not know is not carried out',
  'florin.work_leases': 'it only keeps one worker from a subject, for seconds',
  'issuervault.ranges': 'each product has its own since it was added; one of no product counts nothing',
  'kyc.sent_back': 'it only tells a customer which step to repeat, and the case decides whether it may be repeated',
  'ledger.guarded_balances':
    'verify compares each with its lines; one without lines is found unless it is zero, as if it were not there',
  'links.versions': 'a version that its link does not name is used for nothing',
  'payments.summed_hours':
    'verify compares the sums of each hour that it names with its payments; it names no more than that',
  'reconciliation.connectors': 'one of no connector has no payments to look for',
  'reconciliation.reports': 'a report that was not imported to its end is imported when its file comes again',
  'sandbox_acquirer.requests': 'staging only: what an acquirer outside would hold',
  'sandbox_bank.transfers': 'staging only: what a bank outside would hold',
  'sandbox_chain.blocks': 'staging only: what a chain outside would hold',
  'sandbox_chain.transfers': 'staging only: what a chain outside would hold',
  'sandbox_mailbox.emails': 'staging only: what a mailbox outside would hold',
  'screening.entries':
    'an entry that no version names is compared with nobody, and a load takes one only with the same content',
  'screening.runs': 'it only makes the program compare everybody with the lists again',
  'settlement.cut_offs': 'it only says when the program looks for what a site has to settle',
  'shoppers.seal_salts': 'a salt without a shopper is used for nothing',
  'shoppers.shoppers': 'a customer without orders and cards grants nothing, and only the own store can name one',
  'staff_emails.emails': 'it tells a member of staff what the page that it links to would show',
  'topups.quotes': 'its rate was the newest, and its coins are worth its amount: topups/audit',
  'velocity.counts': 'it only limits how often cards are tried, for hours',
  'views.saved': 'it only says how somebody looks at a list',
}
