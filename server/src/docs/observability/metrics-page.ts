import type { Metric } from '#kernel/telemetry/metric.ts'
import { catalogue } from '../../app/metrics/catalogue.ts'
import type { Alert } from './alert.ts'
import { alertGroups } from './alerts-file.ts'

/** The page about metrics: every metric from the catalogue, and what to do about every alert. */
export const metricsPage = (): string => `# Metrics and alerts

Made from the code by \`npm run docs\`. Why it is so: [decision 130](../decisions/0130-metrics-are-counted-from-what-was-committed.md).

## Reading them

\`\`\`sh
FLORIN_METRICS_PORT=9464 npm start
curl http://127.0.0.1:9464/metrics
\`\`\`

Each process (\`api\`, \`pages\`, \`worker\`) serves its own figures in the text format of Prometheus, at \`/metrics\` on a port of its own, at \`FLORIN_METRICS_HOST\` (127.0.0.1 unless set). Two processes on one machine need two ports. Nothing is served or counted without the port, and never at
the public address. The port asks for no login: let only Prometheus reach it. Amounts and connectors are in it; cards, orders, stores, customers and addresses are not.

\`\`\`yaml
# prometheus.yml
scrape_configs:
  - job_name: florin
    scrape_interval: 15s
    static_configs:
      - targets: ['10.0.0.11:9464', '10.0.0.12:9464']
rule_files:
  - /etc/prometheus/florin/alerts.yaml
\`\`\`

The alert rules are in [deploy/prometheus/alerts.yaml](../../deploy/prometheus/alerts.yaml) and expect the job to be called \`florin\`. A Grafana dashboard is in [deploy/grafana/florin.json](../../deploy/grafana/florin.json): *Dashboards → Import*, and choose your Prometheus. The rules and their tests are checked with the tool of Prometheus (Debian: \`apt-get install prometheus\`):

\`\`\`text
promtool check rules deploy/prometheus/alerts.yaml
promtool test rules deploy/prometheus/alerts.test.yaml
curl -s http://127.0.0.1:9464/metrics | promtool check metrics
\`\`\`

**Of the process** are counters and times: they begin at zero when the process starts, and are summed over all processes. **Of the installation** is what the database says: any process says the same, so take \`max\` of it. It is read when somebody scrapes, at most every five seconds, by queries that
cost the same however much there is; what cannot be read keeps its last value, and \`florin_metrics_failures_total\` counts it. Payments and what follows are counted when the commit that makes them true has succeeded, whatever requested it. Ages are by the clock of the installation, which can be moved in staging.

Beside them are the figures of Node and of the process (\`nodejs_…\`, \`process_…\`): event loop lag, garbage collection, memory, file descriptors.

## What it costs

To count costs a payment about 9 microseconds of the processor, less than a hundredth of what it takes: eight figures of 0.9 microseconds each, and two additions for each statement. Without \`FLORIN_METRICS_PORT\` it costs nothing. A scrape asks the database a dozen short questions.

## The log

Standard error has one JSON line per event, or one short line per event when it is a terminal (\`FLORIN_LOG_FORMAT\`). A statement of the database that takes longer than \`FLORIN_SLOW_STATEMENT_MS\` is in it as \`slow statement\`, with its use case, its text and how long it took, and without values.

## Metrics

${Object.entries(catalogue)
  .map(([part, metrics]) => `### ${part}\n\n${tableOf(metrics)}`)
  .join('\n')}
## Alerts

\`page\` is for the operator on duty, at once; \`ticket\` for the next working day.

${Object.values(alertGroups).flat().map(sectionOf).join('\n')}`

const tableOf = (metrics: readonly Metric[]): string => `| Metric | Type | Unit | Labels | What it says | Of |
| --- | --- | --- | --- | --- | --- |
${metrics.map(rowOf).join('')}`

const rowOf = ({ name, type, unit, labels, help, of }: Metric): string =>
  `| \`${name}\` | ${type} | ${unit} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} | ${of} |\n`

const sectionOf = ({ name, expr, severity, runbook, ...alert }: Alert): string => `### ${name}

\`${severity}\`, after ${alert.for === '0m' ? 'the first time' : alert.for}. ${runbook}

\`\`\`text
${expr}
\`\`\`
`
