import sax from 'sax'

export class UnreadableBankFile extends Error {
  override readonly name = 'UnreadableBankFile'
}

/** An element of a file of ISO 20022, by its local name. */
export type Element = { name: string; attributes: Readonly<Record<string, string>>; text: string; children: Element[] }

/** As the bank wrote it. */
export type ReportedAmount = { text: string; currency: string }

export const child = (element: Element, name: string): Element | undefined =>
  element.children.find((one) => one.name === name)

const elementAt = (element: Element, path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => at && child(at, name), element)

export function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const text = elementAt(element, path)?.text.trim()
  return text === '' ? undefined : text
}

export function amountAt(element: Element, ...path: readonly string[]): ReportedAmount | undefined {
  const found = elementAt(element, path)
  const currency = found?.attributes.Ccy
  return found && currency !== undefined ? { text: found.text.trim(), currency } : undefined
}

/** All elements of a name inside another, however deep. */
export const all = (element: Element, name: string): Element[] =>
  element.children.flatMap((one) => (one.name === name ? [one] : all(one, name)))

/** The bank's code and words of a reason. */
export function reasonText(reason: Element | undefined): string {
  if (!reason) return ''
  const code = textAt(reason, 'Rsn', 'Cd') ?? textAt(reason, 'Rsn', 'Prtry')
  return [code, textAt(reason, 'AddtlInf')].filter((part) => part !== undefined).join(': ')
}

/** Parses a file; throws `UnreadableBankFile`. A document type is refused: what it declares could grow without bounds. */
export function readTree(xml: string): Element {
  const top: Element = { name: '', attributes: {}, text: '', children: [] }
  const path = [top]
  const parser = sax.parser(true, { trim: true })
  parser.ondoctype = () => fail('it has a document type')
  parser.onerror = (error) => fail(`it is no XML: ${error.message.split('\n')[0]}`)
  parser.onopentag = ({ name, attributes }) => {
    if (path.length > depthMax) fail('it is nested too deeply')
    const local = name.slice(name.indexOf(':') + 1)
    const opened: Element = { name: local, attributes: attributes as Record<string, string>, text: '', children: [] }
    path.at(-1)!.children.push(opened)
    path.push(opened)
  }
  parser.ontext = (text) => {
    path.at(-1)!.text += text
  }
  parser.oncdata = parser.ontext
  parser.onclosetag = () => void path.pop()
  parser.write(xml).close()
  const [root] = top.children
  return root ?? fail('it is empty')
}
const depthMax = 50

function fail(why: string): never {
  throw new UnreadableBankFile(why)
}
