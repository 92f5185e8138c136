import type { Found, ListName } from '../list-entry.ts'
import { refuse } from '../refusals.ts'
import { readEuCsv } from './read-eu-csv.ts'
import { readEuXml } from './read-eu-xml.ts'
import { readOfacCsv } from './read-ofac-csv.ts'
import { readOfacXml } from './read-ofac-xml.ts'

/** A file that can be read from its beginning, as often as is needed. */
export type ListFile = { open(): AsyncIterable<Uint8Array> }

/** The files of one publication. OFAC's CSV comes as three: the entries, their aliases, their addresses. */
export type ListFiles = { main: ListFile; aliases?: ListFile | undefined; addresses?: ListFile | undefined }

export const filesOf = ({ main, aliases, addresses }: ListFiles): ListFile[] =>
  [main, aliases, addresses].filter((file): file is ListFile => file !== undefined)

/** Reads a list in the format that its file has: XML begins with a `<`, and anything else is CSV. */
export async function* readList(list: ListName, files: ListFiles): AsyncGenerator<Found> {
  const isXml = await beginsAsXml(files.main)
  const isWhole = files.aliases !== undefined && files.addresses !== undefined
  if (list === 'ofac' && !isXml && !isWhole)
    throw refuse('list_file_format', { field: 'file', list, why: 'a CSV needs ALT.CSV and ADD.CSV beside it' })
  if ((list === 'eu' || isXml) && filesOf(files).length > 1)
    throw refuse('list_file_format', { field: 'file', list, why: 'only the CSV of OFAC has several files' })
  const chunks = files.main.open()
  if (list === 'eu') return yield* isXml ? readEuXml(chunks) : readEuCsv(chunks)
  if (isXml) return yield* readOfacXml(chunks)
  yield* readOfacCsv({ sdn: chunks, alt: files.aliases?.open(), add: files.addresses?.open() })
}

async function beginsAsXml({ open }: ListFile): Promise<boolean> {
  for await (const chunk of open()) {
    const text = new TextDecoder()
      .decode(chunk.subarray(0, 100))
      .replace(/^\uFEFF/, '')
      .trimStart()
    if (text !== '') return text.startsWith('<')
  }
  return false
}
