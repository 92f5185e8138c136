import { derivedOfBanks, unsealedElsewhere, unsealedOfInvoices, unsealedOfMerchantPayouts } from './unsealed-banks.ts'
import { unsealedOfDisputes, unsealedOfSandboxes } from './unsealed-disputes.ts'
import { unsealedOfEarnings } from './unsealed-earnings.ts'
import { unsealedOfKernel } from './unsealed-kernel.ts'
import { derivedOfLedger } from './unsealed-ledger.ts'
import { unsealedOfSeals } from './unsealed-seals.ts'
import { unsealedOfFactors, unsealedOfPersons, unsealedOfStaff } from './unsealed-staff.ts'

/** Tables whose rows `verify` computes again from others, and which check does. */
export const derived: Readonly<Record<string, string>> = {
  ...derivedOfLedger,
  'vault.cards': 'each is opened, and its fingerprint compared with the stored card’s, which is sealed: check-vault.ts',
  'issuervault.cards':
    'each is opened, and compared with the card that is issued, which is sealed: check-issued-numbers.ts',
  'issuervault.product_keys': 'each is opened, and compared with products and the audit: check-product-keys.ts',
  'documents.chunks':
    'each is opened, and the digest of all compared with the document’s, which is sealed: check-documents.ts',
  'disputes.document_pieces':
    'each is opened, and the digest of all compared with the file’s, which is sealed: disputes/audit',
  'spending.account_totals': 'they are sums of holds: spending/audit',
  'spending.card_totals': 'they are sums of transactions: spending/audit',
  ...derivedOfBanks,
  'settlement.cut_offs': 'a site with money to settle has a next cut-off: check-due.ts',
  'disputes.cursors': 'each connector’s disputes are read again soon: check-due.ts',
  'screening.people':
    'their facts are opened, and the lists that they were compared with are the current ones: screening/audit',
  'merchants.closures': 'a merchant that closes is looked at each day: merchants/audit',
  'deposits.cursors': 'each chain is read again soon, by the hashes of its blocks: check-due.ts',
  'florin.scheduled_tasks': 'each task is due again soon: check-due.ts',
}

/** Tables that need no seal, and why. */
export const unsealed: Readonly<Record<string, string>> = {
  'bins.loads': 'a table of others that an operator loads again; a payment keeps what its price took from it',
  'bins.ranges': 'a table of others that an operator loads again; a payment keeps what its price took from it',
  ...unsealedOfStaff,
  'cards.page_tokens': 'each shows a card once, and they are deleted after a day',
  'directory.key_proofs': 'the program itself proves its keys by them at every start',
  'exports.exports': 'they live for days, and each has a code; who asked for one and who fetched it is in the audit',
  'exports.pieces': 'each opens with its number alone, and copies what is in a list for days',
  'holders.emails': 'they live for a month; that a code was sent is in the events',
  'holders.password_resets': 'they live for minutes, and what becomes of them is an event and an entry of the audit',
  'holders.pending_logins': 'they live for minutes, and what becomes of them is a session',
  'holders.refresh_tokens': 'they only let a session go on, and are deleted when it has ended',
  'holders.registrations': 'they live for minutes, and what becomes of them is a holder',
  'holders.wallet_challenges': 'they live for minutes, and what becomes of them is a session or a registration',
  'issuervault.ranges': 'it only counts numbers that were taken; that no two cards share one is a unique key',
  'onus.card_updates':
    'how far they are; what they did is in the renewals of stored cards, which are sealed: check-on-us.ts',
  'spending.late_declines': 'compared with the messages of their keys, which are sealed: spending/audit',
  'spending.wrong_tries': 'they only keep typed cards from being tried for some minutes',
  'spending.question_pauses': 'they only spare partners whose servers do not answer, for a minute',
  ...unsealedElsewhere,
  'payments.owed_returns': 'how far each is; that what is owed back is returned, or due to be: check-owed-returns.ts',
  'persons.erasures': 'how far each is; who asked for it, and until when what is kept, is in the audit',
  'screening.runs': 'how far everybody is compared again; that all are: screening/audit',
  ...unsealedOfSeals,
  ...unsealedOfKernel,
  'shoppers.seal_salts':
    'every digest of a shopper depends on theirs; an empty one is allowed only after erasure: check-events.ts',
  'subscriptions.links_sent': 'it only limits how often a link is sent',
  'threeds.results': 'how far their sending is; what is sent is in the challenge, and that there is one: threeds/audit',
  'wallets.used_tokens': 'they only keep a token from paying twice, and are forgotten after a month',
  'views.saved': 'how people look at lists; who saved, changed and removed one is in the audit',
}

/** A column that no seal covers. */
export type UnsealedColumn = {
  because: string
  /** A check finds what is done to it. */
  checked?: true
  /** SQL over the row `r`: only rows of which this is true are not covered. */
  only?: string
}

const version = { because: 'it only counts changes, so that two at once are noticed' }
const leased_until = { because: 'a worker has it for seconds' }
const due_at = {
  because: 'it changes as work is done; that it is soon, and there at all: check-due.ts, check-schedules.ts',
}

/** Of these the checks compute the result; what stays uncovered is when it is tried again, and what was replied last. */
const howFar = { because: 'how far its sending is' }
const sending = {
  status: howFar,
  tries_left: howFar,
  due_at,
  leased_until,
  version,
}

const sendingEmail = { ...sending, attempts: howFar, last_response: howFar, sent_at: howFar }

const isRemoved = (shopper: string): string =>
  `exists (select from shoppers.shoppers h where h.id = ${shopper} and h.removed_at is not null)`
const ofRemoved = (shopper: string, because = '', only = 'false'): UnsealedColumn => ({
  because: `${because}the salt of a deleted customer is gone`,
  only: `${only} or ${isRemoved(shopper)}`,
})
const ofNewForm = ofRemoved(
  'r.shopper_id',
  'until it is paid for, the newest form of an order decides; ',
  `r.status = 'start'`,
)
const ofOrder = '(select o.shopper_id from orders.orders o where o.id = r.order_id)'
const ofOldEmail = ofRemoved(ofOrder, 'it is deleted after FLORIN_EMAILS_KEPT; ', 'r.address is null')

/** Rows of a journal that changed too recently to be sealed. */
const beyond = (column: string, journal: string): string =>
  `${column} > (select coalesce((s.positions ->> '${journal}')::bigint, 0) from seals.seals s order by s.id desc limit 1)`
const ofRecentAttempt: UnsealedColumn = {
  because: 'attempts are sealed when no notification of their day is waiting any more',
  only: beyond('r.notification_id', 'notifications.notifications at rest'),
}

/** The columns of sealed tables that are not among their facts, or not of all rows, and why. */
export const unsealedColumns: Readonly<Record<string, Readonly<Record<string, UnsealedColumn>>>> = {
  'access.approvals': { version },
  'access.staff': { version, ...unsealedOfPersons },
  'access.staff_factors': unsealedOfFactors,
  'accounts.accounts': { version },
  'chargebacks.disputes': { version },
  'checkout.sessions': { version, due_at, leased_until },
  'deposits.assets': { version },
  'deposits.chains': { version },
  'deposits.deposits': {
    version,
    confirmations: { because: 'they follow from the blocks that were read: deposits/audit' },
  },
  'deposits.keys': {
    version,
    next_index: { because: 'it is above all that are used: deposits/audit' },
  },
  'directory.site_keys': {
    sealed: {
      because: 'how a key is wrapped changes with the master keys; each is opened: check-keys.ts',
      checked: true,
    },
    used_at: {
      because: 'it is known when the store first uses the key, and decides only which of two valid keys is used',
    },
  },
  'directory.merchant_details': { version },
  'directory.sites': { version },
  ...unsealedOfDisputes,
  'documents.documents': {
    data_key: {
      because: 'how a key is wrapped changes with the master keys; each is opened: check-documents.ts',
      checked: true,
    },
  },
  'documents.verifications': {
    version,
    leased_until,
    answers: {
      because: 'how they are sealed changes with the master keys; each is opened, and compared with its digest',
      only: `r.status = 'open'`,
    },
    due_at: { because: 'when it has to be follows from its status and the KYC case: documents/audit' },
  },
  'emails.emails': { ...sendingEmail, address: ofOldEmail, content: ofOldEmail },
  'florin.idempotency_keys': {
    fingerprint: { because: 'it decides only whether a request is answered as the first was, or refused' },
    answer: {
      because: 'a request whose process died is answered when it is repeated',
      only: `r.answer is null or ${beyond('r.id', 'florin.idempotency_keys answered')}`,
    },
    result_id: { because: 'it only says which payment a reply that was lost is about, and the reply is sealed' },
  },
  'holders.holders': { version },
  'holders.sessions': {
    version,
    expires_at: { because: 'each refresh moves it, and each is checked against a token of its own' },
  },
  'kyc.cases': {
    version,
    leased_until,
    due_at: { because: 'it follows from the documents and a setting; that there is one: kyc/audit' },
  },
  'kyc.identity_checks': {
    version,
    due_at,
    leased_until,
    attempts: { because: 'how often the provider was asked' },
    last_response: { because: 'how often the provider was asked' },
  },
  'kyc.submissions': {
    sealed: {
      because: 'how it is sealed changes with the master keys; each is opened: check-submissions.ts',
      checked: true,
    },
  },
  'links.links': {
    reserved: { because: 'the uses are counted: links/audit', checked: true },
    paid: { because: 'the uses are counted: links/audit', checked: true },
    free: { because: 'PostgreSQL computes it' },
    seal_salt: {
      because: 'without an address there is nothing that it could make unreadable',
      only: 'r.customer_email is null',
    },
  },
  'links.uses': { place: { because: 'it follows from the payments of its order: links/audit', checked: true } },
  ...unsealedOfMerchantPayouts,
  ...unsealedOfInvoices,
  'notifications.attempts': {
    http_status: ofRecentAttempt,
    reply: ofRecentAttempt,
    took_ms: ofRecentAttempt,
    outcome: ofRecentAttempt,
    attempted_at: ofRecentAttempt,
  },
  'notifications.notifications': {
    ...sending,
    body: ofRemoved('(select p.shopper_id from payments.payments p where p.id = r.payment_id)'),
    url: { because: 'it was an address of its site: check-bodies.ts', checked: true },
    attempts: { because: 'they are counted: notifications/audit', checked: true },
    delivered_at: { because: 'it is the time of the last attempt: notifications/audit', checked: true },
  },
  'onus.messages': {
    status: { because: 'how far its sending is; what was said is what the issuer has booked: check-on-us.ts' },
    due_at: { because: 'that it is there while it waits: check-on-us.ts' },
    leased_until,
  },
  'onus.requests': { version },
  'orders.orders': {
    version,
    due_at,
    leased_until,
    back_url: ofNewForm,
    custom_data: ofNewForm,
    invoice_email: ofNewForm,
    language: ofNewForm,
    cancel_message: ofRemoved('r.shopper_id'),
  },
  'wallets.accounts': { version },
  'wallets.keys': {
    sealed: { because: 'how a key is wrapped changes with the master keys' },
  },
  'partners.partners': { version },
  'partners.signing_keys': {
    sealed: { because: 'how a key is wrapped changes with the master keys' },
  },
  'payments.payments': {
    version,
    ...unsealedOfEarnings,
    request_key: { because: 'a payment has an open request when its status says so: payment-record.ts' },
    request_kind: { because: 'it is what the status says, while a request is under way' },
    request_minor: { because: 'it is in the transition that began the request, which is sealed' },
    due_at,
    card_holder_name: ofRemoved('r.shopper_id'),
    card_facts: ofRemoved('r.shopper_id'),
    ip: ofRemoved('r.shopper_id'),
    reversal_message: ofRemoved('r.shopper_id'),
    reference: { because: 'that of a pending request may come before its result', only: 'r.request_key is not null' },
    due_tries: { because: 'how often a lost response was inquired about' },
    leased_until,
  },
  ...unsealedOfSandboxes,
  'screening.hits': { version },
  'screening.lists': { version },
  'shoppers.cards': {
    site_id: { because: 'it is that of its customer, which is sealed: check-sites.ts', checked: true },
    holder_name: ofRemoved('r.shopper_id'),
    holder_facts: ofRemoved('r.shopper_id'),
  },
  'shoppers.shoppers': {
    version,
    ...Object.fromEntries(
      'identifier email first_name last_name phone country state city address zip_code tags'
        .split(' ')
        .map((column) => [column, ofRemoved('r.id')]),
    ),
  },
  'spending.files': {
    version,
    done: { because: 'how far it is; that a finished one is done: spending/audit', checked: true },
  },
  'spending.questions': {
    due_at: { because: 'that it is due until it is answered, and soon: spending/audit', checked: true },
    leased_until,
  },
  'spending.states': {
    version,
    leased_until,
    due_at: { because: 'that what waits is due, and within 30 days: spending/audit', checked: true },
  },
  'staff_emails.emails': sendingEmail,
  'threeds.challenges': {
    version,
    leased_until,
    due_at: { because: 'that it is due until it is over: threeds/audit', checked: true },
  },
  'webhooks.events': {
    ...sending,
    attempts: howFar,
    retries: howFar,
    delivered_at: { because: 'its last attempt has the same moment: webhooks/audit', checked: true },
  },
}
