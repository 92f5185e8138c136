import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'

/**
 * A sentence with its gaps filled, as HTML. Money, dates and names are isolated, so that a Latin name does not turn the
 * order of a Hebrew sentence.
 */
export function formatMessage(sentence: string, values: Readonly<Record<string, HtmlPart>>): Html {
  const parts = sentence.split(/\{(\w+)\}/)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<bdi>${values[part]}</bdi>`))}`
}

/** The same as plain text, for titles, attributes and emails. */
export function formatText(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
}
