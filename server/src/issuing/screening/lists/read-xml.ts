import sax, { type QualifiedTag, type Tag } from 'sax'
import { refuse } from '../refusals.ts'

/** An element of a record, with what is inside it. */
export type XmlElement = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: readonly XmlElement[]
}
type Open = { name: string; attributes: Record<string, string>; text: string; children: XmlElement[]; line: number }

export type XmlRecord = { element: XmlElement; line: number }

/**
 * Reads the records of an XML file one after another, and keeps one of them at a time. Elements outside of any record
 * come as records of their own when `others` names them; the attributes of the root come as a record without children.
 * A document type is refused: what it declares could grow without bounds.
 */
export async function* readXml(
  chunks: AsyncIterable<Uint8Array>,
  { record, others }: { record: string; others: readonly string[] },
): AsyncGenerator<XmlRecord> {
  const wanted = new Set([record, ...others])
  let ready: XmlRecord[] = []
  let depth = 0
  let size = 0
  const path: Open[] = []
  const grow = (characters: number) => {
    size += characters
    if (size > recordCharactersMax) fail(parser.line, `has an entry of more than ${recordCharactersMax} characters`)
  }
  const parser = sax.parser(true, { trim: true, xmlns: false, position: true })
  parser.ondoctype = () => fail(parser.line, 'has a document type, which a list has not')
  parser.onerror = (error) => fail(parser.line, `is no XML: ${error.message.split('\n')[0]}`)
  parser.onopentag = ({ name, attributes }: Tag | QualifiedTag) => {
    const open = { name: localName(name), attributes: attributes as Record<string, string>, text: '', children: [] }
    if (depth++ === 0) ready.push({ element: open, line: parser.line + 1 })
    if (path.length === 0 && !wanted.has(open.name)) return
    if (path.length === 0) size = 0
    path.push({ ...open, line: parser.line + 1 })
    grow(name.length + Object.values(open.attributes).reduce((sum, value) => sum + value.length, 0))
  }
  const read = (text: string) => {
    grow(text.length)
    const last = path.at(-1)
    if (last) last.text += text
  }
  parser.ontext = read
  parser.oncdata = read
  parser.onclosetag = () => {
    depth--
    const closed = path.pop()
    if (!closed) return
    const { line, ...element } = closed
    const parent = path.at(-1)
    if (parent) parent.children.push(element)
    else ready.push({ element, line })
  }
  for await (const text of textOf(chunks)) {
    parser.write(text)
    yield* ready
    ready = []
  }
  parser.close()
  yield* ready
}
const recordCharactersMax = 2_000_000

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

const fail = (line: number, why: string): never => {
  throw refuse('invalid_list_file', { field: 'file', line: String(line + 1), why })
}

/** The text of the bytes; refuses what is not UTF-8. */
async function* textOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw refuse('invalid_list_file', {
      field: 'file',
      line: '1',
      why: 'is in another encoding than UTF-8, or after it',
    })
  }
}

/** The text of the first child of this name. */
export const textIn = ({ children }: XmlElement, name: string): string =>
  children.find((child) => child.name === name)?.text.trim() ?? ''

/** The grandchildren: `akaList` holds `aka`. */
export const listIn = ({ children }: XmlElement, list: string): readonly XmlElement[] =>
  children.filter(({ name }) => name === list).flatMap((child) => child.children)
