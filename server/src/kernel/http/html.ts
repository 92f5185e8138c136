/**
 * Text that is markup already. Only `html` and `raw` make it, and a plain string is never accepted as
 * it, so untrusted text cannot become markup by mistake.
 */
export class Html {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString(): string {
    return this.#text
  }
}

/** What may stand in a template. Nothing is written for null, undefined and false. */
export type HtmlPart = Html | string | number | bigint | null | undefined | false | readonly HtmlPart[]

/**
 * Markup with every interpolation escaped, safe both as text and inside a quoted attribute:
 * html`<a title="${title}">${name}</a>`. Attributes must be quoted, and an address needs a check of its own, since
 * escaping does not make `javascript:` harmless.
 */
export function html(strings: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  let text = strings[0]!
  for (let index = 0; index < parts.length; index++) text += written(parts[index]) + strings[index + 1]!
  return new Html(text)
}

/** Trusted text, used as it is: our own styles and scripts, never anything that came over the wire. */
export function raw(text: string): Html {
  return new Html(text)
}

/**
 * Attributes with their leading spaces: `true` writes the bare name, and false, null and undefined write nothing.
 * The names are ours; the values are escaped.
 */
export function attributes(values: Readonly<Record<string, AttributeValue>>): Html {
  let text = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === true) text += ` ${name}`
    else if (value !== false && value !== null && value !== undefined) text += ` ${name}="${escaped(String(value))}"`
  }
  return new Html(text)
}
export type AttributeValue = string | number | bigint | boolean | null | undefined

function written(part: HtmlPart): string {
  if (typeof part === 'string') return escaped(part)
  if (part instanceof Html) return part.toString()
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'number' || typeof part === 'bigint') return String(part)
  if (isList(part)) {
    let text = ''
    for (const each of part) text += written(each)
    return text
  }
  throw new TypeError(`A page cannot hold a value of type ${typeof part}`)
}

const isList = (part: unknown): part is readonly HtmlPart[] => Array.isArray(part)

const marks = /[&<>"']/
const everyMark = /[&<>"']/g
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Most text has nothing to escape; looking first is several times faster than replacing at once. */
function escaped(text: string): string {
  return marks.test(text) ? text.replace(everyMark, (mark) => entities[mark]!) : text
}
