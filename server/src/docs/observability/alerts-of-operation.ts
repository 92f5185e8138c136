import type { Alert } from './alert.ts'

/** What is wrong with the program and what it stands on. */
export const alertsOfOperation: readonly Alert[] = [
  {
    name: 'FlorinDown',
    expr: 'up{job="florin"} == 0 or absent(up{job="florin"})',
    for: '2m',
    severity: 'page',
    summary: 'No figures come from {{ $labels.instance }}',
    runbook:
      'The process is gone, hangs, or cannot be reached. Killing it loses nothing: start it again, and read the end of its log. If all are gone, the alerts about money cannot fire either.',
  },
  {
    name: 'FlorinRestarts',
    expr: 'changes(process_start_time_seconds{job="florin"}[30m]) > 3',
    for: '0m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} was started {{ $value }} times in half an hour',
    runbook: 'Its log says why it ended; out of memory is in the log of the system.',
  },
  {
    name: 'FlorinDueWorkLate',
    expr: 'max by (work) (florin_due_oldest_seconds{work!~"deliver .*|send emails.*"}) > 1800',
    for: '10m',
    severity: 'page',
    summary: '{{ $labels.work }} is {{ $value | humanizeDuration }} behind',
    runbook:
      'Does a worker run (`FLORIN_ROLES`)? Does the work fail (`florin_work_items_total{outcome="failed"}`; the log has `due work failed` with the reason)? Is there too much of it (`florin_due_items`)? Then start more workers: [several processes](several-processes.md).',
  },
  {
    name: 'FlorinDashboardFaults',
    expr: 'sum by (area) (increase(florin_dashboard_faults_total[1h])) > 0',
    for: '0m',
    severity: 'ticket',
    summary: 'Pages of the dashboard ({{ $labels.area }}) met {{ $value }} faults in an hour',
    runbook:
      'The log has `a page of the dashboard met a fault of the program` with the page, the kind of the error and its places in the scripts; report these. Nothing of what the page showed is in it. Who saw it still has the rest of the page.',
  },
  {
    name: 'FlorinSealsLate',
    expr: 'max(florin_seals_behind_seconds) > 900',
    for: '10m',
    severity: 'ticket',
    summary: 'Nothing was sealed for {{ $value | humanizeDuration }}',
    runbook:
      'What is not sealed can be altered by hand without `florin verify` noticing. Does a worker run (`FLORIN_ROLES`)? Its log has `sealing failed` with the reason. [Seals are late](when-things-go-wrong.md#seals-are-late).',
  },
  {
    name: 'FlorinRowsNotSealed',
    expr: 'max(florin_rows_not_sealed) > 0',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} rows could not be sealed',
    runbook:
      'The database refuses their facts, and everything else is sealed. `florin verify` names each row with the reason: [seals are late](when-things-go-wrong.md#seals-are-late).',
  },
  {
    name: 'FlorinWorkFails',
    expr: 'sum by (work) (increase(florin_work_items_total{outcome="failed"}[15m])) > 5',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.work }} fails: {{ $value }} items in a quarter of an hour',
    runbook:
      'The log has `due work failed` with the reason. Each item is tried again when its lease ends, so nothing is lost; what fails each time needs a correction of ours.',
  },
  {
    name: 'FlorinHeld',
    expr: 'max(florin_installation_held) > 0',
    for: '0m',
    severity: 'page',
    summary: 'Renewals, payouts and retries are held: the database was restored',
    runbook:
      'Shoppers pay and cards are decided meanwhile. Compare the time that is lost with the records of acquirers and of the bank, then: [florin resume](backup.md#after-a-restore).',
  },
  {
    name: 'FlorinDeliveriesLate',
    expr: 'max by (work) (florin_due_oldest_seconds{work=~"deliver .*|send emails.*"}) > 900',
    for: '10m',
    severity: 'page',
    summary: '{{ $labels.work }} is {{ $value | humanizeDuration }} behind',
    runbook:
      'Messages to stores, partners or shoppers are not sent in time. Does a worker run? Is the mail server there? A store that hangs delays its own messages only.',
  },
  {
    name: 'FlorinParked',
    expr: 'max by (kind) (florin_parked) > 0',
    for: '1h',
    severity: 'ticket',
    summary: '{{ $value }} {{ $labels.kind }} were given up',
    runbook:
      'Their receivers did not take them in a day. See why and send them again: [notifications are parked](when-things-go-wrong.md#notifications-are-parked), for emails *Platform → Parked e-mails* in the dashboard.',
  },
  {
    name: 'FlorinWebhookSignatures',
    expr: 'sum by (connector) (increase(florin_inbound_webhooks_total{result="bad_signature"}[10m])) > 0',
    for: '10m',
    severity: 'ticket',
    summary: 'Webhooks for {{ $labels.connector }} come with signatures that are not valid',
    runbook:
      'Either the secret at the processor is not the one of the connection, and nothing that it says arrives, or somebody guesses: [what to do](connectors.md#signatures-that-are-not-valid).',
  },
  {
    name: 'FlorinInboundWebhooksLate',
    expr: 'max by (connector) (florin_inbound_webhooks_oldest_seconds) > 900',
    for: '10m',
    severity: 'ticket',
    summary: 'A webhook of {{ $labels.connector }} has waited for {{ $value | humanizeDuration }}',
    runbook:
      'Does a worker run? Does it fail (`florin connector webhooks list --status waiting` has the reason)? Is the connection disabled? [What to do](connectors.md#webhooks-that-are-parked).',
  },
  {
    name: 'FlorinInboundWebhooksParked',
    expr: 'max by (connector) (florin_inbound_webhooks_parked) > 0',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $value }} webhooks of {{ $labels.connector }} could not be applied',
    runbook:
      'Every try has failed. See why, correct it, and replay them: [webhooks that are parked](connectors.md#webhooks-that-are-parked).',
  },
  {
    name: 'FlorinHostRefusesCaptures',
    expr: 'max by (acquirer) (florin_iso8583_host_refused_captures) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.acquirer }} refuses {{ $value }} captures of payments that it has approved',
    runbook:
      'The merchants are owed this money by your books, and the acquirer does not pay it. Speak to the acquirer, then try each again or give it up: [captures that are refused](iso8583-acquirer.md#captures-that-are-refused).',
  },
  {
    name: 'FlorinHostRefusesReversals',
    expr: 'max by (acquirer) (florin_iso8583_host_refused_reversals) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.acquirer }} refuses to reverse {{ $value }} payments that it has not answered',
    runbook:
      'It is not known whether the shopper is charged, and the payment waits. Ask the acquirer, then try each again or give it up: [reversals that are refused](iso8583-acquirer.md#reversals-that-are-refused).',
  },
  {
    name: 'FlorinHostOutOfBalance',
    expr: 'max by (acquirer) (florin_iso8583_host_totals{status="outOfBalance"}) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.acquirer }} has counted {{ $value }} days otherwise than Florin',
    runbook:
      'It may not pay what it has not counted. See which lines differ (`florin connector totals`), ask the acquirer, then close the day with what it was: [totals of a day](iso8583-acquirer.md#totals-of-a-day).',
  },
  {
    name: 'FlorinHostTotalsUnanswered',
    expr: 'max by (acquirer) (florin_iso8583_host_totals{status="open"}) > 0',
    for: '6h',
    severity: 'ticket',
    summary: '{{ $labels.acquirer }} has not answered the totals of {{ $value }} days',
    runbook:
      'The log has what it answers, and `florin connector check` whether it answers at all: [totals of a day](iso8583-acquirer.md#totals-of-a-day).',
  },
  {
    name: 'FlorinHttpErrors',
    expr: `sum by (surface) (rate(florin_http_requests_total{status=~"5.."}[5m]))
  / sum by (surface) (rate(florin_http_requests_total[5m])) > 0.01`,
    for: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of the requests to {{ $labels.surface }} fail',
    runbook:
      '503 is a database that cannot be reached or is too busy, or a paused connector; 500 a fault of ours: the log has it by `requestId`, with its reason.',
  },
  {
    name: 'FlorinHttpSlow',
    expr: 'histogram_quantile(0.95, sum by (surface, le) (rate(florin_http_request_duration_seconds_bucket{surface=~"checkout|api|network"}[10m]))) > 5',
    for: '10m',
    severity: 'ticket',
    summary: 'One in twenty requests to {{ $labels.surface }} takes more than five seconds',
    runbook:
      'By route, the dashboard *Florin* says which. A payment waits for its acquirer; everything else is the database or a busy process (`nodejs_eventloop_lag_p99_seconds`).',
  },
  {
    name: 'FlorinDatabaseBusy',
    expr: 'max by (instance, pool) (florin_db_connection_waiters) > 5',
    for: '5m',
    severity: 'page',
    summary: '{{ $value }} requests of {{ $labels.instance }} wait for a connection of {{ $labels.pool }}',
    runbook:
      'The database is slow (`florin_db_slow_statements_total`, and `slow statement` in the log), or there are too few connections for what is going on: `FLORIN_DATABASE_CONNECTIONS`, whose sum must stay below `max_connections`. Requests that wait for too long are refused with `too_busy`, and nothing of them is done.',
  },
  {
    name: 'FlorinSlowStatements',
    expr: 'sum by (statement) (increase(florin_db_slow_statements_total[15m])) > 20',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.statement }} is slow: {{ $value }} times in a quarter of an hour',
    runbook:
      'The log has each as `slow statement`, with its text and without values. A backup, a vacuum, a lock or a plan: `pg_stat_activity` and `explain` on a copy say which.',
  },
  {
    name: 'FlorinReplicationLag',
    expr: 'max by (replica) (florin_replication_lag_seconds) > 30',
    for: '5m',
    severity: 'page',
    summary: 'The replica {{ $labels.replica }} is {{ $value | humanizeDuration }} behind',
    runbook:
      'Until it catches up, a failure of the primary may lose what was acknowledged, unless PostgreSQL waits for the replica, and then payments wait: [replication](replication.md).',
  },
  {
    name: 'FlorinReadReplicaBehind',
    expr: 'florin_read_replica_lag_seconds > 60',
    for: '15m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} sees the replica that lists are read from {{ $value | humanizeDuration }} behind',
    runbook:
      'Nothing is wrong for people: lists are read from the primary meanwhile, which has that much more to do. A long query on the replica, its disk, or a primary that it no longer follows: [reads from a replica](scaling.md#reads-from-a-replica).',
  },
  {
    name: 'FlorinEventLoopLag',
    expr: 'nodejs_eventloop_lag_p99_seconds{job="florin"} > 0.5',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $labels.instance }} is too busy: its event loop is {{ $value | humanizeDuration }} late',
    runbook: 'Start another process of its role: [several processes](several-processes.md).',
  },
  {
    name: 'FlorinOldKeysInUse',
    expr: 'sum(max by (vault) (florin_master_keys_awaiting_rewrap)) > 0',
    for: '24h',
    severity: 'ticket',
    summary: 'An older master key still seals card numbers a day after the rotation',
    runbook: 'Run `npm run florin -- keys rewrap`: [keys](keys.md).',
  },
  {
    name: 'FlorinWalletExpires',
    expr: `min by (wallet, part) (florin_wallet_valid_seconds) < ${30 * 86_400}`,
    for: '1h',
    severity: 'ticket',
    summary: 'The {{ $labels.part }} of {{ $labels.wallet }} expires in {{ $value | humanizeDuration }}',
    runbook:
      'After that its payments are refused, or its button does not open. Get the next one from Apple or Google and add it with `florin wallet apple` or `florin wallet google`; both work side by side: [keys change without a payment lost](wallets.md#keys-change-without-a-payment-lost).',
  },
  {
    name: 'FlorinWalletExpired',
    expr: `min by (wallet, part) (florin_wallet_valid_seconds) < ${86_400}`,
    for: '5m',
    severity: 'page',
    summary: 'The {{ $labels.part }} of {{ $labels.wallet }} has expired or does within a day',
    runbook:
      'Payments by this wallet fail from then on; those by card do not. `florin wallet show` says which; add the next one: [wallets](wallets.md).',
  },
  {
    name: 'FlorinFiguresFail',
    expr: 'increase(florin_metrics_failures_total[15m]) > 0',
    for: '15m',
    severity: 'ticket',
    summary: 'Figures of {{ $labels.instance }} cannot be made',
    runbook:
      'Some of the alerts on this page may be blind. The log has `a figure for metrics could not be read` with the reason.',
  },
]
