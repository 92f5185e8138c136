import type { Found } from '../list-entry.ts'
import { refuse } from '../refusals.ts'
import { type EntryDraft, foundOf } from './entry-draft.ts'
import { readCsv } from './read-csv.ts'
import { euBirth, euCountry, euName, euTypes, isDate } from './read-eu-xml.ts'

/**
 * The consolidated list of the European Union, CSV version 1.1: one row for each name, address, birth or citizenship of
 * an entry. The first line names the columns. Rows of one entry are put together wherever they stand, so the entries
 * come when all rows were read.
 */
export async function* readEuCsv(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  const drafts = new Map<string, { draft: EntryDraft; line: number }>()
  let columnOf: ((name: string) => number) | undefined
  let width = 0
  let publishedOn: string | undefined
  for await (const { cells, line } of readCsv(chunks, { delimiter: ';' })) {
    if (!columnOf) {
      columnOf = headerOf(cells, line)
      width = cells.length
      continue
    }
    // A last column that is empty may be left out.
    if (cells.length > width || cells.length < width - 1) {
      yield { line, problem: `has ${cells.length} columns and not ${width}` }
      continue
    }
    const cell = (name: string): string => cells[columnOf!(name)] ?? ''
    publishedOn ??= dateOf(cell('fileGenerationDate'))
    const id = cell('Entity_LogicalId')
    if (id === '') {
      yield { line, problem: 'has no Entity_LogicalId' }
      continue
    }
    const found = drafts.get(id)
    const draft = found?.draft ?? newDraft(cell, id)
    if (!found) drafts.set(id, { draft, line })
    addRow(draft, cell)
  }
  if (publishedOn) yield { publishedOn }
  for (const { draft, line } of drafts.values()) yield foundOf(draft, line)
}

function headerOf(cells: readonly string[], line: number): (name: string) => number {
  const places = new Map(cells.map((name, index) => [name.toLowerCase(), index]))
  const missing = required.filter((name) => !places.has(name.toLowerCase()))
  if (missing.length > 0)
    throw refuse('invalid_list_file', {
      field: 'file',
      line: String(line),
      why: `names the columns, and ${missing.join(', ')} is not among them`,
    })
  return (name) => places.get(name.toLowerCase()) ?? -1
}
const required = ['Entity_LogicalId', 'Entity_SubjectType', 'NameAlias_WholeName', 'BirthDate_Year']

/** `2026-05-03` or `03/05/2026`. */
function dateOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})/.exec(text) ?? []
  const date = year ? `${year}-${month}-${day}` : text.slice(0, 10)
  return isDate(date) ? date : undefined
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer One)[] ? One[] : T[K] }

function newDraft(cell: (name: string) => string, id: string): EntryDraft {
  const typeText = cell('Entity_SubjectType_ClassificationCode') || cell('Entity_SubjectType')
  return {
    reference: cell('Entity_EU_ReferenceNumber') || id,
    typeText,
    type: euTypes[typeText.toLowerCase()],
    names: [],
    births: [],
    countries: [],
    programmes: [],
    wallets: [],
    remarks: cell('Entity_Remark') || undefined,
  }
}

function addRow(draft: EntryDraft, cell: (name: string) => string): void {
  const { names, births, countries, programmes } = draft as Mutable<EntryDraft>
  const name = euName({
    whole: cell('NameAlias_WholeName'),
    first: cell('NameAlias_FirstName'),
    middle: cell('NameAlias_MiddleName'),
    last: cell('NameAlias_LastName'),
  })
  if (name !== '') names.push({ name, ...(cell('NameAlias_Strong') === 'false' && { isWeak: true as const }) })
  const birth = euBirth({
    date: cell('BirthDate_BirthDate'),
    year: cell('BirthDate_Year'),
    from: cell('BirthDate_YearRangeFrom'),
    to: cell('BirthDate_YearRangeTo'),
    isCirca: cell('BirthDate_Circa') === 'true',
  })
  if (birth) births.push(birth)
  for (const column of ['Citizenship', 'BirthDate', 'Address'])
    countries.push(euCountry(cell(`${column}_CountryIso2Code`)))
  programmes.push(cell('Entity_Regulation_Programme'))
}
