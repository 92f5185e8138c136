import type { UnsealedColumn } from './unsealed.ts'

/** Tables about money of merchants and from acquirers whose rows `verify` computes again. */
export const derivedOfBanks: Readonly<Record<string, string>> = {
  'payments.releases': 'they are sums of what waits, with entries of their own: rules-of-earnings.ts',
  'payments.pending_start': 'what is closed since has a release: rules-of-earnings.ts',
  'payments.summed_hours': 'which hours have the sums of the two below: payments/audit',
  'payments.captured_by_hour': 'they are sums of transactions: payments/audit',
  'payments.results_by_hour': 'they are counts of payments: payments/audit',
  'reconciliation.awaited': 'each is a batch, of the moment when it was closed: reconciliation/audit',
  'reconciliation.awaited_reversals': 'each is a payment that is cancelled and settled: reconciliation/audit',
  'reconciliation.wholes': 'that an import went to the end; its rows are sealed',
  'reconciliation.connectors': 'since when each has sent reports, which are sealed: reconciliation/audit',
  'fee_invoices.series': 'the last number is that of the last invoice: fee-invoices/audit',
}

/** What connectors keep of processors, which have it as well. */
const unsealedOfConnectors: Readonly<Record<string, string>> = {
  'reconciliation.places':
    'how far a list was read; what was read twice is recorded once, and what is missing is a break',
  'stripe.requests': 'what was asked of Stripe, which has it too; what came of it is in the payments, which are sealed',
  'stripe.dispute_events': 'Stripe lists them again; what came of them is in the events of disputes, which are sealed',
  'stripe.places': 'how far a list of Stripe was read; what is read twice is recorded once',
  'stripe.stored_cards': 'names of cards at Stripe, which charges none for another customer than its own',
}

/** Of staging alone, what systems outside would hold; and messages to merchants. */
export const unsealedElsewhere: Readonly<Record<string, string>> = {
  'processors.messages':
    'they only say how far what processors have sent is; what follows of it is in payments, refunds, payouts and disputes',
  'processors.polls': 'how far the list of a processor was read',
  'florin.work_leases': 'who does what waits for a subject, for seconds; what is done has seals of its own',
  ...unsealedOfConnectors,
  'adyen.reports': 'how far each is read; its lines are sealed, and what is booked of them is in reconciliation',
  'adyen.requests':
    'how far each is; what Adyen has said of it is in its notices, and its result in the payment, which are sealed',
  'velocity.attempts': 'they only limit how often cards are tried, and fade within hours',
  'velocity.blocks':
    'who blocked what kind and why is in the audit; what is blocked is personal, and is deleted a year after its end',
  'velocity.counts': 'they only limit how often cards are tried, and fade within hours',
  'velocity.refusals': 'they only show to people what was refused, and are deleted after a week',
  'isohost.messages':
    'what was sent to hosts outside, which tell in their reports what they had: reconciliation; the books have the payments',
  'isohost.refused_captures':
    'who decided what is in the audit, and what came of it in the payment and its capture failure, which are sealed',
  'isohost.requests':
    'what was requested of hosts outside; results are in payments, refunds and payouts, which are sealed',
  'isohost.business_days': 'which day of a host is counted next; what was counted is compared with the host',
  'isohost.totals': 'what was counted of a day, and compared with the host outside; who closed what is in the audit',
  'request_log.requests': 'they only show to developers what was sent, and are deleted after a month',
  'sandbox_bank.transfers': 'staging only: what a bank outside would hold',
  'sandbox_chain.blocks': 'staging only: what a chain outside would hold',
  'sandbox_chain.transfers': 'staging only: what a chain outside would hold',
  'vault.acquired_cards': 'a changed one opens nothing, and none is booked: they only save a host from asking again',
  'sandbox_mailbox.emails': 'staging only: what a mailbox outside would hold',
}

const version = { because: 'it only counts changes, so that two at once are noticed' }
const leased_until = { because: 'a worker has it for seconds' }

/** Of connections to processors. */
const unsealedOfConnections: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  'processors.connections': {
    version,
    account: { because: 'what the processor has said at the last check' },
    checked_at: { because: 'when it was tried last' },
    check_problem: { because: 'what it met when it was tried last' },
  },
  'processors.credentials': {
    sealed: { because: 'how a secret is wrapped changes with the master keys, and a changed one does not open' },
  },
}

/** Of money to merchants, and from acquirers. */
export const unsealedOfMerchantPayouts: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  ...unsealedOfConnections,
  'merchant_payouts.terms': {
    version,
    leased_until,
    due_at: { because: 'it follows from the schedule, and is there when that has days' },
    schedule_failures: { because: 'which payouts have failed; they are tried again' },
  },
  'merchant_payouts.bank_accounts': { version },
  'fee_invoices.billing_details': { version },
  'merchant_payouts.reserves': {
    leased_until,
    released_at: { because: 'its entry in the ledger says so: merchant-payouts/audit', checked: true },
    due_at: { because: 'it is the time of the release until then: merchant-payouts/audit', checked: true },
  },
  'merchant_payouts.payouts': {
    version,
    leased_until,
    bank_reference: { because: 'what the bank calls it may come before and after its status' },
    due_at: { because: 'when the bank is asked again' },
    due_tries: { because: 'how often the bank was asked' },
  },
  'reconciliation.breaks': {
    version,
    leased_until,
    due_at: { because: 'when it is compared again' },
  },
}

/** Of invoices that sites make. */
export const unsealedOfInvoices: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  'invoices.requests': {
    leased_until,
    due_at: { because: 'it is there until its document is: invoices/audit', checked: true },
  },
}
