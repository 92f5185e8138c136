/** A panel of the Grafana dashboard. `legend` names the labels of its lines. */
export type Panel = {
  title: string
  about?: string
  unit?: 'short' | 's' | 'percentunit' | 'reqps' | 'bytes' | 'ops'
  /** One figure instead of lines over time; above `alarmAt` it is red. */
  stat?: { alarmAt: number }
  lines: readonly (readonly [expr: string, legend: string])[]
}

const over = '$__rate_interval'
const approved = '{outcome="approved"}'
const decided = '{outcome=~"approved|declined"}'

export const rows: Readonly<Record<string, readonly Panel[]>> = {
  'Payments overview': [
    {
      title: 'Unknown results',
      about: 'Requests to acquirers whose result is not known.',
      stat: { alarmAt: 1 },
      lines: [['sum(max by (acquirer, currency) (florin_asks_unresolved)) or vector(0)', 'requests']],
    },
    {
      title: 'Oldest unknown result',
      unit: 's',
      stat: { alarmAt: 900 },
      lines: [['max(florin_oldest_unresolved_ask_seconds) or vector(0)', 'age']],
    },
    {
      title: 'Imbalance of the books',
      about: 'Always 0.',
      stat: { alarmAt: 1 },
      lines: [['max(abs(florin_ledger_imbalance_minor)) or vector(0)', 'minor units']],
    },
    {
      title: 'Approval rate',
      unit: 'percentunit',
      about: 'Of payments that banks have decided.',
      lines: [
        [
          `sum by (acquirer) (rate(florin_payments_total${approved}[${over}])) / sum by (acquirer) (rate(florin_payments_total${decided}[${over}]))`,
          '{{acquirer}}',
        ],
      ],
    },
    {
      title: 'Payments by outcome',
      unit: 'ops',
      lines: [[`sum by (outcome) (rate(florin_payments_total[${over}]))`, '{{outcome}}']],
    },
    {
      title: 'Declines by reason',
      unit: 'ops',
      lines: [[`sum by (reason) (rate(florin_payment_declines_total[${over}]))`, '{{reason}}']],
    },
    {
      title: 'Approved in an hour, by currency',
      about: 'In whole units of a currency with two decimals.',
      lines: [[`sum by (currency) (increase(florin_payment_amount_minor_total${approved}[1h])) / 100`, '{{currency}}']],
    },
    {
      title: 'Captures, voids, refunds and payouts',
      unit: 'ops',
      lines: [[`sum by (kind, outcome) (rate(florin_follow_ups_total[${over}]))`, '{{kind}} {{outcome}}']],
    },
    {
      title: '3-D Secure',
      unit: 'ops',
      lines: [[`sum by (result) (rate(florin_three_d_secure_total[${over}]))`, '{{result}}']],
    },
    {
      title: 'Checkout sessions',
      unit: 'ops',
      lines: [[`sum by (outcome) (rate(florin_checkout_sessions_total[${over}]))`, '{{outcome}}']],
    },
    {
      title: 'Renewals',
      lines: [
        [`sum by (status) (increase(florin_billing_periods_total[1h]))`, '{{status}}'],
        [`sum by (reason) (increase(florin_renewals_failed_total[1h]))`, 'failed: {{reason}}'],
      ],
    },
    {
      title: 'Refused by limits and blocks',
      unit: 'ops',
      lines: [[`sum by (limit) (rate(florin_abuse_refusals_total[${over}]))`, '{{limit}}']],
    },
  ],
  Connectors: [
    {
      title: 'Authorization, 95th percentile',
      unit: 's',
      lines: [
        [
          `histogram_quantile(0.95, sum by (acquirer, le) (rate(florin_acquirer_request_duration_seconds_bucket{operation="authorize"}[${over}])))`,
          '{{acquirer}}',
        ],
      ],
    },
    {
      title: 'Requests by operation and outcome',
      unit: 'ops',
      lines: [
        [
          `sum by (acquirer, operation, outcome) (rate(florin_acquirer_request_duration_seconds_count[${over}]))`,
          '{{acquirer}} {{operation}} {{outcome}}',
        ],
      ],
    },
    {
      title: 'No answer, by cause',
      unit: 'ops',
      lines: [[`sum by (acquirer, cause) (rate(florin_acquirer_no_answer_total[${over}]))`, '{{acquirer}} {{cause}}']],
    },
    {
      title: 'Paused, and fallbacks',
      lines: [
        ['max by (acquirer) (florin_acquirer_paused)', '{{acquirer}} paused'],
        [`sum by (from, to) (increase(florin_payment_fallbacks_total[1h]))`, '{{from}} to {{to}}'],
      ],
    },
  ],
  'Uncertain money, disputes and reports': [
    {
      title: 'Uncertain money',
      about: 'In whole units of a currency with two decimals.',
      lines: [['max by (acquirer, currency) (florin_uncertain_money_minor) / 100', '{{acquirer}} {{currency}}']],
    },
    {
      title: 'Oldest unknown result',
      unit: 's',
      lines: [['max by (acquirer) (florin_oldest_unresolved_ask_seconds)', '{{acquirer}}']],
    },
    {
      title: 'Disputes',
      lines: [
        ['max by (status) (florin_disputes_open)', 'open: {{status}}'],
        ['sum by (outcome) (increase(florin_disputes_total[1d]))', 'in a day: {{outcome}}'],
        ['max(florin_dispute_events_to_review)', 'events to review'],
      ],
    },
    {
      title: 'Nearest deadline of a dispute',
      unit: 's',
      lines: [['min(florin_dispute_deadline_seconds)', 'time left']],
    },
    {
      title: 'Reports of acquirers',
      lines: [
        ['max by (acquirer, kind) (florin_reconciliation_breaks_open)', 'break: {{acquirer}} {{kind}}'],
        ['max(florin_reconciliation_batches_unreported)', 'batches without a report'],
      ],
    },
    {
      title: 'Entries of the books',
      unit: 'ops',
      lines: [[`sum by (recipe) (rate(florin_ledger_entries_total[${over}]))`, '{{recipe}}']],
    },
  ],
  'Issued cards': [
    {
      title: 'Decisions',
      unit: 'ops',
      lines: [[`sum by (outcome) (rate(florin_card_decisions_total[${over}]))`, '{{outcome}}']],
    },
    {
      title: 'Declines by rule',
      unit: 'ops',
      lines: [[`sum by (reason) (rate(florin_card_declines_total[${over}]))`, '{{reason}}']],
    },
    {
      title: 'Response to networks, 99th percentile',
      unit: 's',
      lines: [
        [
          `histogram_quantile(0.99, sum by (kind, le) (rate(florin_card_response_duration_seconds_bucket[${over}])))`,
          '{{kind}}',
        ],
      ],
    },
    {
      title: 'Clearing and refunds',
      unit: 'ops',
      lines: [[`sum by (kind) (rate(florin_card_presentments_total[${over}]))`, '{{kind}}']],
    },
    {
      title: 'Topups, challenges and partners who are asked',
      lines: [
        ['sum by (status) (increase(florin_topups_total[1h]))', 'topup {{status}}'],
        ['sum by (status) (increase(florin_card_challenges_total[1h]))', 'challenge {{status}}'],
        ['sum by (outcome) (increase(florin_partner_decisions_total[1h]))', 'partner {{outcome}}'],
      ],
    },
    {
      title: 'KYC queue',
      lines: [
        ['max(florin_kyc_queue)', 'waiting'],
        ['max(florin_kyc_queue_oldest_seconds) / 3600', 'hours that the oldest waits'],
      ],
    },
    {
      title: 'Deposits that wait for a person',
      lines: [['max by (status, reason) (florin_deposits_waiting)', '{{status}}, {{reason}}']],
    },
  ],
  'Work and deliveries': [
    { title: 'Due items', lines: [['max by (work) (florin_due_items) > 0', '{{work}}']] },
    {
      title: 'Seals behind',
      about: 'What is not sealed can be altered unseen.',
      unit: 's',
      stat: { alarmAt: 900 },
      lines: [['max(florin_seals_behind_seconds) or vector(0)', 'age']],
    },
    { title: 'Oldest due item', unit: 's', lines: [['max by (work) (florin_due_oldest_seconds) > 0', '{{work}}']] },
    {
      title: 'Items done and failed',
      unit: 'ops',
      lines: [[`sum by (work, outcome) (rate(florin_work_items_total[${over}])) > 0`, '{{work}} {{outcome}}']],
    },
    {
      title: 'Deliveries',
      unit: 'ops',
      lines: [[`sum by (queue, outcome) (rate(florin_deliveries_total[${over}]))`, '{{queue}} {{outcome}}']],
    },
    { title: 'Parked', lines: [['max by (kind) (florin_parked)', '{{kind}}']] },
  ],
  'Process and database': [
    {
      title: 'Requests by status',
      unit: 'reqps',
      lines: [[`sum by (surface, status) (rate(florin_http_requests_total[${over}]))`, '{{surface}} {{status}}']],
    },
    {
      title: 'Replies, 95th percentile',
      unit: 's',
      lines: [
        [
          `histogram_quantile(0.95, sum by (surface, le) (rate(florin_http_request_duration_seconds_bucket[${over}])))`,
          '{{surface}}',
        ],
      ],
    },
    {
      title: 'Event loop lag, 99th percentile',
      unit: 's',
      lines: [['nodejs_eventloop_lag_p99_seconds{job="florin"}', '{{instance}}']],
    },
    {
      title: 'Memory',
      unit: 'bytes',
      lines: [
        ['process_resident_memory_bytes{job="florin"}', '{{instance}} resident'],
        ['nodejs_heap_size_used_bytes{job="florin"}', '{{instance}} heap'],
      ],
    },
    {
      title: 'Connections to the database',
      lines: [
        ['sum by (pool, state) (florin_db_connections)', '{{pool}} {{state}}'],
        ['sum by (pool) (florin_db_connection_waiters) > 0', '{{pool}} waited for'],
      ],
    },
    {
      title: 'Statements that take most time',
      unit: 'percentunit',
      about: 'Seconds of statements in a second.',
      lines: [[`topk(10, sum by (statement) (rate(florin_db_statement_seconds_total[${over}])))`, '{{statement}}']],
    },
    {
      title: 'Locked decisions and stale commits',
      unit: 'ops',
      lines: [
        [`sum by (use_case) (rate(florin_db_transactions_total[${over}]))`, '{{use_case}}'],
        [`sum by (use_case) (rate(florin_db_stale_commits_total[${over}])) > 0`, 'stale {{use_case}}'],
      ],
    },
    {
      title: 'Slow statements, and replication',
      lines: [
        ['sum by (statement) (increase(florin_db_slow_statements_total[5m])) > 0', 'slow {{statement}}'],
        ['max by (replica) (florin_replication_lag_seconds)', '{{replica}} behind, in seconds'],
      ],
    },
  ],
}
