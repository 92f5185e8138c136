import type { EntryType, Found, ListedBirth, ListedName, ListedWallet } from '../list-entry.ts'
import { birthOf } from './births.ts'
import { countryCode } from './countries.ts'
import { foundOf } from './entry-draft.ts'
import { readCsv } from './read-csv.ts'
import { ofacTypes, walletPrefix } from './read-ofac-xml.ts'

type Chunks = AsyncIterable<Uint8Array>
/** The files that belong together; the second and third have more of the entries of the first. */
export type OfacCsv = { sdn: Chunks; alt?: Chunks | undefined; add?: Chunks | undefined }

const columns = { sdn: 12, alt: 5, add: 6 } as const

/** OFAC's SDN.CSV, with ALT.CSV and ADD.CSV. `-0-` is an empty cell, and 0x1A ends a file. */
export async function* readOfacCsv({ sdn, alt, add }: OfacCsv): AsyncGenerator<Found> {
  const names = new Map<string, ListedName[]>()
  const countries = new Map<string, string[]>()
  for await (const { cells, line } of rowsOf(alt, columns.alt)) {
    if (!cells) yield { line, problem: `of the aliases has not the ${columns.alt} columns of ALT.CSV` }
    else push(names, cells[0]!, { name: spoken(cells[3]!, 'person'), ...(/weak/i.test(cells[4]!) && { isWeak: true }) })
  }
  for await (const { cells, line } of rowsOf(add, columns.add)) {
    if (!cells) yield { line, problem: `of the addresses has not the ${columns.add} columns of ADD.CSV` }
    else push(countries, cells[0]!, countryCode(cells[4]!))
  }
  for await (const { cells, line } of rowsOf(sdn, columns.sdn)) {
    if (!cells) yield { line, problem: `has not the ${columns.sdn} columns of SDN.CSV` }
    else yield entryOf(cells, line, { names, countries })
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const all = map.get(key)
  if (all) all.push(value)
  else map.set(key, [value])
}

/** Cells are undefined where a row has another number of them. */
async function* rowsOf(
  chunks: Chunks | undefined,
  count: number,
): AsyncGenerator<{ cells: readonly string[] | undefined; line: number }> {
  if (!chunks) return
  for await (const { cells, line } of readCsv(chunks, { delimiter: ',' })) {
    if (cells.length === 1 && cells[0]!.replaceAll('\u001a', '') === '') continue
    yield { cells: cells.length === count ? cells.map((cell) => (cell === '-0-' ? '' : cell)) : undefined, line }
  }
}

type Others = { names: ReadonlyMap<string, ListedName[]>; countries: ReadonlyMap<string, string[]> }

function entryOf(cells: readonly string[], line: number, { names, countries }: Others): Found {
  const [reference = '', name = '', typeText = '', programmes = ''] = cells
  const type = typeText === '' ? 'organisation' : ofacTypes[typeText.toLowerCase()]
  const remarks = cells[11]!
  const facts = factsIn(remarks)
  return foundOf(
    {
      reference,
      typeText,
      type,
      names: [{ name: spoken(name, type) }, ...(names.get(reference) ?? [])],
      births: facts.births,
      countries: [...facts.countries, ...(countries.get(reference) ?? [])],
      programmes: programmes.split(/\]\s*\[/).map((programme) => programme.replaceAll(/[[\]]/g, '').trim()),
      wallets: facts.wallets,
      remarks: remarks || undefined,
    },
    line,
  )
}

/** "SURNAME, Given" as the XML has it: "Given SURNAME". */
function spoken(name: string, type: EntryType | undefined): string {
  const comma = name.indexOf(',')
  return comma < 0 || type !== 'person' ? name : `${name.slice(comma + 1).trim()} ${name.slice(0, comma).trim()}`
}

/** Dates of birth, countries and wallets are inside the remarks: "DOB 1962; alt. DOB circa 1963; nationality Iran; …" */
function factsIn(remarks: string): { births: ListedBirth[]; countries: string[]; wallets: ListedWallet[] } {
  const parts = remarks.split(';').map((part) =>
    part
      .trim()
      .replace(/^alt\. /, '')
      .replace(/\.$/, ''),
  )
  const after = (prefix: string) =>
    parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length).trim())
  const births = after('DOB ').map(birthOf)
  const wallets = after(walletPrefix).map((text) => {
    const [currency = '', address = ''] = text.split(/\s+/)
    return { currency, address }
  })
  return {
    births: births.filter((birth): birth is ListedBirth => birth !== undefined),
    countries: [...after('nationality '), ...after('citizen ')].map(countryCode),
    wallets: wallets.filter(({ address }) => address !== ''),
  }
}
