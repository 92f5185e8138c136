import { createHash } from 'node:crypto'
/** JSON with a line for each value; every token keeps its own characters, so 9.90 stays 9.90. */
export function prettyJson(text: string): string {
  let depth = 0
  const line = () => `\n${'  '.repeat(depth)}`
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g) ?? []
  return tokens
    .map((token, index) => {
      const isEmpty = '}]'.includes(token) && '{['.includes(tokens[index - 1]!)
      if ('}]'.includes(token)) {
        depth--
        return isEmpty ? token : line() + token
      }
      if ('{['.includes(token)) {
        depth++
        return '}]'.includes(tokens[index + 1] ?? ' ') ? token : token + line()
      }
      return token === ',' ? token + line() : token === ':' ? ': ' : token
    })
    .join('')
}

/**
 * A page with a line for each element. A line that we have broken begins with a dot, so it is not one of the page's.
 */
export const prettyHtml = (text: string): string =>
  text.replaceAll(/>(?=<(?!\/|(?:span|a|code|bdi|b|time)\b))/g, '>\n· ').replaceAll(/[ \t]+$/gm, '<space>')

/** Parts that many pages share, such as the style sheet: a page names them, and they are written once at the end. */
export type Shared = {
  name(text: string): string
  /** Every part with its name. */
  all(): (readonly [name: string, text: string])[]
}

/** Emails are sent in any order, so the looks of their parts are named by what they are and not by when they came. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)
const compareNames = new Intl.Collator('en', { numeric: true }).compare

export function sharedParts(): Shared {
  const parts = new Map<string, string>()
  const countOf = (kind: string) => [...parts.values()].filter((one) => one.startsWith(kind)).length
  const keep = (kind: string, text: string): string => {
    if (!parts.has(text)) parts.set(text, `${kind} ${kind === 'look' ? digest(text) : countOf(kind) + 1}`)
    return `<${parts.get(text)}>`
  }
  return {
    name: (text) =>
      text
        .replaceAll(/(?<=<style>)[^<]{200,}(?=<\/style>)/g, (style) => keep('style', style))
        .replaceAll(/(?<=<script>)[\s\S]{200,}?(?=<\/script>)/g, (script) => keep('script', script))
        .replaceAll(/(?<= data-[a-z]+=")[^"]{200,}(?=")/g, (words) => keep('attribute', words))
        .replaceAll(/(?<= style=")[^"]{40,}(?=")/g, (style) => keep('look', style))
        .replaceAll(/data:image\/svg\+xml[^"]{200,}/g, (picture) => keep('picture', picture)),
    all: () =>
      [...parts]
        .toSorted(([, one], [, other]) => compareNames(one, other))
        .map(([text, name]) => [name, text.replaceAll(/(?<=[{};])(?=\S)/g, '\n')]),
  }
}
