/** An alert of Prometheus, and what an operator does about it. */
export type Alert = {
  /** Florin, and what is wrong. */
  name: `Florin${string}`
  expr: string
  /** How long it has to be so. */
  for: string
  /** `page`: somebody gets up at night. `ticket`: on the next working day. */
  severity: 'page' | 'ticket'
  /** One line, with the labels of the alert. */
  summary: string
  /** What is wrong, and what to do: Markdown for the page of metrics, where links are relative to docs/operating. */
  runbook: string
}
