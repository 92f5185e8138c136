import { type Html, type HtmlPart, html } from '#kernel/http/html.ts'

/**
 * A sentence with its gaps filled, as HTML. Money, dates and names are isolated, so that a Latin name does not turn the
 * order of a Hebrew sentence.
 */
export function formatMessage(sentence: string, values: Readonly<Record<string, HtmlPart>>): Html {
  const parts = partsOf(sentence, values)
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<bdi>${values[part]}</bdi>`))}`
}

/** The same as plain text, for titles, attributes and emails. */
export function formatText(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return partsOf(sentence, values)
    .map((part, index) => (index % 2 === 0 ? part : String(values[part] ?? '')))
    .join('')
}

/** Text and names of gaps in turn. A name that ends with a full stop, as "Crumb & Co.", ends its sentence as well. */
function partsOf(sentence: string, values: Readonly<Record<string, unknown>>): string[] {
  const parts = sentence.split(/\{(\w+)\}/)
  return parts.map((part, index) => {
    const before = index % 2 === 0 && index > 0 ? values[parts[index - 1]!] : undefined
    return typeof before === 'string' && before.endsWith('.') ? part.replace(/^\.(?!\.)/, '') : part
  })
}
