import type { Alert } from './alert.ts'
import { alertsOfMoney } from './alerts-of-money.ts'
import { alertsOfOperation } from './alerts-of-operation.ts'

export const alertGroups: Readonly<Record<string, readonly Alert[]>> = {
  money: alertsOfMoney,
  operation: alertsOfOperation,
}

/** The rules as Prometheus reads them. */
export function alertsFile(): string {
  const groups = Object.entries(alertGroups).map(
    ([name, alerts]) => `  - name: florin-${name}\n    rules:\n${alerts.map(ruleOf).join('')}`,
  )
  return `# Made from the code by \`npm run docs\`. What to do about each alert: docs/operating/metrics.md.
# They expect the job to be called florin in the configuration of Prometheus.
groups:
${groups.join('')}`
}

const ruleOf = (alert: Alert): string => `      - alert: ${alert.name}
        expr: |-
${indented(alert.expr, 10)}
        for: ${alert.for}
        labels:
          severity: ${alert.severity}
        annotations:
          summary: ${JSON.stringify(alert.summary)}
          runbook_url: docs/operating/metrics.md#${alert.name.toLowerCase()}
`

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => ' '.repeat(by) + line)
    .join('\n')
