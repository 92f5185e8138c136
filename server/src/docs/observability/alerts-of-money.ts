import type { Alert } from './alert.ts'

const rateOf = (offset: string) =>
  `(sum by (acquirer) (increase(florin_payments_total{outcome="approved"}[1h]${offset}))
  / sum by (acquirer) (increase(florin_payments_total{outcome=~"approved|declined"}[1h]${offset})))`

/** What is wrong with money, or soon will be. */
export const alertsOfMoney: readonly Alert[] = [
  {
    name: 'FlorinAskUnresolved',
    expr: 'max by (acquirer) (florin_oldest_unresolved_ask_seconds) > 900',
    for: '1m',
    severity: 'page',
    summary: 'The result of a request to {{ $labels.acquirer }} is not known for {{ $value | humanizeDuration }}',
    runbook:
      'It is not known whether money has moved. Nothing is guessed: the worker asks again, and what the acquirer does not know is reversed after almost five hours. See whether the acquirer is in trouble (`florin_acquirer_no_answer_total`), and pause it if so: [a payment is uncertain](when-things-go-wrong.md#a-payment-is-uncertain), [a connector is in trouble](when-things-go-wrong.md#a-connector-is-in-trouble). `npm run florin -- payment unresolved` lists them.',
  },
  {
    name: 'FlorinResultUnknownForADay',
    expr: 'max by (acquirer, kind) (florin_oldest_unresolved_ask_seconds) > 86400',
    for: '1m',
    severity: 'page',
    summary:
      'The result of a {{ $labels.kind }} at {{ $labels.acquirer }} is not known for {{ $value | humanizeDuration }}',
    runbook:
      'No inquiry has found it, and time does not end it: its money is held back until the acquirer answers, its report has it, or you say what it was. Ask the acquirer with the key (`npm run florin -- payment unresolved`, or *Uncertain* in the dashboard, which say by when a report should have it), and record its answer: [a payment is uncertain](when-things-go-wrong.md#a-payment-is-uncertain).',
  },
  {
    name: 'FlorinLedgerImbalance',
    expr: 'max by (currency) (abs(florin_ledger_imbalance_minor)) > 0',
    for: '0m',
    severity: 'page',
    summary: 'Entries of the books in {{ $labels.currency }} do not sum to zero',
    runbook:
      'This cannot happen by use: the database refuses an entry that does not balance. Somebody or something has changed the database by hand. Change nothing, make a [backup](backup.md), run `npm run florin -- verify`, and see [`verify` says that something differs](when-things-go-wrong.md#verify-says-that-something-differs).',
  },
  {
    name: 'FlorinApprovalRateFell',
    expr: `${rateOf('')}
  < 0.67 * ${rateOf(' offset 1w')}
and sum by (acquirer) (increase(florin_payments_total{outcome=~"approved|declined"}[1h])) > 50`,
    for: '10m',
    severity: 'page',
    summary: 'Of the payments at {{ $labels.acquirer }} a third fewer are approved than in this hour a week ago',
    runbook:
      'See by which reason they are declined (`florin_payment_declines_total`). `provider_error`: the acquirer is in trouble, so pause it. `declined_by_bank` of one brand: a network or an issuer. Many reasons of many cards: card testing ([card testing](card-testing.md), `florin_abuse_refusals_total`).',
  },
  {
    name: 'FlorinNoApprovals',
    expr: `sum by (acquirer) (increase(florin_payments_total{outcome=~"declined|uncertain"}[15m])) > 10
unless sum by (acquirer) (increase(florin_payments_total{outcome="approved"}[15m])) > 0`,
    for: '5m',
    severity: 'page',
    summary: '{{ $labels.acquirer }} has approved nothing in a quarter of an hour',
    runbook:
      'The acquirer declines or does not respond to everything. Pause it, so that payments go on at the next connector, and call it: [a connector is in trouble](when-things-go-wrong.md#a-connector-is-in-trouble).',
  },
  {
    name: 'FlorinAcquirerNoAnswer',
    expr: `sum by (acquirer) (rate(florin_acquirer_no_answer_total[5m]))
  / sum by (acquirer) (rate(florin_acquirer_request_duration_seconds_count[5m])) > 0.02`,
    for: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of the requests to {{ $labels.acquirer }} have no answer',
    runbook:
      'By `cause`: `timeout` and `failed` are the network or the acquirer, `unreadable` is a response that does not fit the port, `not_sent` a connection that could not be made. Each makes an uncertain payment, except `not_sent`. Pause the connector while it lasts: [a connector is in trouble](when-things-go-wrong.md#a-connector-is-in-trouble).',
  },
  {
    name: 'FlorinAcquirerSlow',
    expr: `histogram_quantile(0.95, sum by (acquirer, le) (rate(florin_acquirer_request_duration_seconds_bucket{operation="authorize"}[10m]))) > 10`,
    for: '10m',
    severity: 'ticket',
    summary: 'One in twenty authorizations at {{ $labels.acquirer }} takes more than ten seconds',
    runbook:
      'Shoppers leave. Ask the acquirer; if other connectors are well, let payments try them first ([acquirers](running.md#acquirers)).',
  },
  {
    name: 'FlorinConnectorPaused',
    expr: 'max by (acquirer) (florin_acquirer_paused) > 0',
    for: '2h',
    severity: 'ticket',
    summary: '{{ $labels.acquirer }} is paused for more than two hours',
    runbook:
      'Somebody has paused it, with a reason: `npm run florin -- routing list`. Subscriptions wait meanwhile. Resume it when it responds again.',
  },
  {
    name: 'FlorinDisputeDeadline',
    expr: 'min(florin_dispute_deadline_seconds) < 259200',
    for: '10m',
    severity: 'ticket',
    summary: 'A dispute has to be answered within {{ $value | humanizeDuration }}',
    runbook:
      'Without a response it is lost. The merchant was reminded by email; call them, or answer it for them: [disputes](../merchant-guide/disputes.md).',
  },
  {
    name: 'FlorinDisputeEventsToReview',
    expr: 'max(florin_dispute_events_to_review) > 0',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} events of disputes could not be applied',
    runbook:
      'See [a dispute event needs review](when-things-go-wrong.md#a-dispute-event-needs-review): `npm run florin -- dispute events`.',
  },
  {
    name: 'FlorinReconciliationBreaks',
    expr: 'max(florin_reconciliation_oldest_break_seconds) > 86400',
    for: '15m',
    severity: 'ticket',
    summary: 'A difference between a report of an acquirer and the books is open for {{ $value | humanizeDuration }}',
    runbook: 'Somebody has to decide what it is: [reports of acquirers](reconciliation.md).',
  },
  {
    name: 'FlorinReportMissing',
    expr: 'max(florin_reconciliation_batches_unreported) > 0',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} batches are in no report of their acquirer',
    runbook: 'The report was not imported, or the acquirer has not paid: [reports of acquirers](reconciliation.md).',
  },
  {
    name: 'FlorinMoneyOnClosedAccount',
    expr: 'sum(increase(florin_bookings_on_closed_accounts_total[1d])) > 0',
    for: '1m',
    severity: 'ticket',
    summary: 'Money was booked on an account of a customer that is closed',
    runbook:
      'It is the customer’s and they cannot reach it, or they owe it: [money on a closed account](when-things-go-wrong.md#money-comes-back-to-a-closed-account).',
  },
  {
    name: 'FlorinDepositsWait',
    expr: 'max by (status, reason) (florin_deposits_waiting_oldest_seconds) > 14400',
    for: '10m',
    severity: 'ticket',
    summary: 'A deposit is {{ $labels.status }} ({{ $labels.reason }}) since {{ $value | humanizeDuration }}',
    runbook:
      'The customer has paid, and the money is not on the account until somebody decides: `npm run florin -- topups parked` lists such deposits with their reasons, *Deposits* in the dashboard too: [what waits for a person](chains.md#what-waits-for-a-person).',
  },
  {
    name: 'FlorinLateDeclinesWait',
    expr: 'max(florin_due_oldest_seconds{work="reverse what was declined late"}) > 300',
    for: '2m',
    severity: 'page',
    summary: 'A payment with an issued card was declined late, and it is not known whether it was approved',
    runbook:
      'The network was answered 91 or 96 and does not reverse, so money of a customer may be held or booked for a payment that was not made. A worker reverses it, and tries again each minute: does one run, and why does it fail (`due work failed`, work `reverse what was declined late`)? [Too late](network.md#too-late).',
  },
  {
    name: 'FlorinPaymentReturnsDeclined',
    expr: 'max(florin_payment_returns_declined) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} payments of deleted customers are not returned',
    runbook:
      'Their customers were deleted before they were approved, and the acquirer declines to give the money back. The log of the worker names each (`the payment of a deleted customer is not returned`); it is tried again every day. Ask the acquirer, and refund it by hand as it says.',
  },
  {
    name: 'FlorinCardDecisionsSlow',
    expr: 'histogram_quantile(0.99, sum by (le) (rate(florin_card_response_duration_seconds_bucket{kind="authorization"}[5m]))) > 2',
    for: '5m',
    severity: 'page',
    summary: 'One in a hundred authorizations of issued cards takes {{ $value | humanizeDuration }}',
    runbook:
      'Networks wait a few seconds and then decide by themselves. See whether the database is slow (`florin_db_connection_waiters`, `florin_db_slow_statements_total`) or a partner that is asked (`florin_partner_decisions_total`): [spending](spending.md).',
  },
  {
    name: 'FlorinMerchantPayoutsFailing',
    expr: 'max(florin_merchant_payouts_failing) > 0',
    for: '5m',
    severity: 'ticket',
    summary: 'The last payout by schedule of {{ $value }} merchants has failed in a currency',
    runbook:
      'Other currencies and merchants are paid. The balance of the merchant says which currency and day, and the log of the worker why (`due work failed`, work `pay merchants`); the payout is tried again each hour of its day, and on the next day of the schedule: [merchant payouts](merchant-payouts.md).',
  },
  {
    name: 'FlorinCardDeclinesRose',
    expr: `sum(rate(florin_card_decisions_total{outcome="declined"}[30m])) / sum(rate(florin_card_decisions_total{outcome=~"approved|partial|declined"}[30m])) > 0.5
and sum(increase(florin_card_decisions_total{outcome=~"approved|partial|declined"}[30m])) > 50`,
    for: '10m',
    severity: 'ticket',
    summary: '{{ $value | humanizePercentage }} of the authorizations of issued cards are declined',
    runbook:
      'By which rule, `florin_card_declines_total` says: `unknown_card` is somebody who guesses numbers, `cvv2` and `expiry` too, `partner` a partner that declines, `balance` what it says.',
  },
  {
    name: 'FlorinKycQueue',
    expr: 'max(florin_kyc_queue_oldest_seconds) > 86400',
    for: '30m',
    severity: 'ticket',
    summary: 'A customer waits for a KYC decision for {{ $value | humanizeDuration }}',
    runbook: 'Somebody has to decide: [KYC](kyc.md), or *Reviews* in the dashboard.',
  },
  {
    name: 'FlorinScreeningNotCompared',
    expr: 'max(florin_screening_not_compared) > 0',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} customers could not be compared with the sanctions lists',
    runbook:
      'A failed comparison is made again every five minutes, and the log of the worker says why it fails. Facts that do not open were altered or need a master key that the key file does not have: `florin verify` names the customers. Add the key, then `florin screening rescreen`: [screening](screening.md#thresholds).',
  },
  {
    name: 'FlorinCardTesting',
    expr: 'sum by (limit) (increase(florin_abuse_refusals_total[10m])) > 100',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} attempts were refused by {{ $labels.limit }} in ten minutes',
    runbook:
      'Somebody tries cards or guesses keys, and is held back. *Abuse* in the dashboard says who and where, and blocks: [card testing](card-testing.md).',
  },
]
