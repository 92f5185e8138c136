import type { EntryType, Found, ListedBirth } from '../list-entry.ts'
import { birthOf } from './births.ts'
import { countryCode } from './countries.ts'
import { foundOf } from './entry-draft.ts'
import { readXml, textIn, type XmlElement } from './read-xml.ts'

/** The consolidated list of the European Union, XML version 1.1. */
export async function* readEuXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  for await (const { element, line } of readXml(chunks, { record: 'sanctionEntity', others: [] })) {
    if (element.name === 'export') {
      const generated = element.attributes.generationDate?.slice(0, 10)
      if (generated && isDate(generated)) yield { publishedOn: generated }
    } else if (element.name === 'sanctionEntity') yield entryOf(element, line)
  }
}

export const isDate = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text)

export const euTypes: Readonly<Record<string, EntryType>> = {
  person: 'person',
  p: 'person',
  enterprise: 'organisation',
  e: 'organisation',
}

function entryOf(element: XmlElement, line: number): Found {
  const all = (name: string) =>
    element.children.filter((child) => child.name === name).map(({ attributes }) => attributes)
  const typeText = all('subjectType')[0]?.code ?? ''
  const births = all('birthdate').map((birth) =>
    euBirth({
      date: birth.birthdate,
      year: birth.year,
      from: birth.yearRangeFrom,
      to: birth.yearRangeTo,
      isCirca: birth.circa === 'true',
    }),
  )
  const countries = [...all('citizenship'), ...all('birthdate'), ...all('address')]
  return foundOf(
    {
      reference: element.attributes.euReferenceNumber || element.attributes.logicalId || '',
      typeText,
      type: euTypes[typeText.toLowerCase()],
      names: all('nameAlias').map((alias) => ({
        name: euName({
          whole: alias.wholeName,
          first: alias.firstName,
          middle: alias.middleName,
          last: alias.lastName,
        }),
        ...(alias.strong === 'false' && { isWeak: true as const }),
      })),
      births: births.filter((birth): birth is ListedBirth => birth !== undefined),
      countries: countries.map(({ countryIso2Code }) => euCountry(countryIso2Code)),
      programmes: all('regulation').map(({ programme }) => programme ?? ''),
      wallets: [],
      remarks: textIn(element, 'remark') || undefined,
    },
    line,
  )
}

type NameParts = Record<'whole' | 'first' | 'middle' | 'last', string | undefined>
export const euName = ({ whole, first, middle, last }: NameParts): string =>
  whole?.trim() ||
  [first, middle, last]
    .filter((part) => part?.trim())
    .join(' ')
    .trim()

/** 00 is an unknown country. */
export const euCountry = (code: string | undefined): string => (code === '00' ? '' : countryCode(code ?? ''))

type BirthParts = Record<'date' | 'year' | 'from' | 'to', string | undefined> & { isCirca: boolean }
export function euBirth({ date, year, from, to, isCirca }: BirthParts): ListedBirth | undefined {
  const written = date || year || [from, to].filter(Boolean).join(' to ')
  return birthOf(isCirca && written ? `circa ${written}` : written)
}
