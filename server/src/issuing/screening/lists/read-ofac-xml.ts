import type { EntryType, Found, ListedBirth } from '../list-entry.ts'
import { birthOf } from './births.ts'
import { countryCode } from './countries.ts'
import { foundOf } from './entry-draft.ts'
import { listIn, readXml, textIn, type XmlElement } from './read-xml.ts'

/** OFAC's SDN.XML. `publshInformation` is spelled so. */
export async function* readOfacXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Found> {
  for await (const { element, line } of readXml(chunks, { record: 'sdnEntry', others: ['publshInformation'] })) {
    if (element.name === 'publshInformation') yield* informationOf(element)
    else if (element.name === 'sdnEntry') yield entryOf(element, line)
  }
}

function* informationOf(element: XmlElement): Generator<Found> {
  const count = Number(textIn(element, 'Record_Count'))
  if (Number.isInteger(count) && count > 0) yield { entries: count }
  const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(textIn(element, 'Publish_Date')) ?? []
  if (year) yield { publishedOn: `${year}-${month}-${day}` }
}

export const ofacTypes: Readonly<Record<string, EntryType>> = {
  individual: 'person',
  entity: 'organisation',
  vessel: 'vessel',
  aircraft: 'aircraft',
}
export const walletPrefix = 'Digital Currency Address - '

function entryOf(element: XmlElement, line: number): Found {
  const typeText = textIn(element, 'sdnType')
  const births = listIn(element, 'dateOfBirthList').map((item) => birthOf(textIn(item, 'dateOfBirth')))
  const countries = ['nationalityList', 'citizenshipList', 'addressList'].flatMap((list) =>
    listIn(element, list).map((item) => countryCode(textIn(item, 'country'))),
  )
  const ids = listIn(element, 'idList').map((id) => ({ type: textIn(id, 'idType'), address: textIn(id, 'idNumber') }))
  return foundOf(
    {
      reference: textIn(element, 'uid'),
      typeText,
      type: ofacTypes[typeText.toLowerCase()],
      names: [
        { name: nameOf(element) },
        ...listIn(element, 'akaList').map((aka) => ({
          name: nameOf(aka),
          ...(textIn(aka, 'category') === 'weak' && { isWeak: true as const }),
        })),
      ],
      births: births.filter((birth): birth is ListedBirth => birth !== undefined),
      countries,
      programmes: listIn(element, 'programList').map(({ text }) => text.trim()),
      wallets: ids
        .filter(({ type }) => type.startsWith(walletPrefix))
        .map(({ type, address }) => ({ currency: type.slice(walletPrefix.length), address })),
      remarks: textIn(element, 'remarks') || undefined,
    },
    line,
  )
}

const nameOf = (element: XmlElement): string => `${textIn(element, 'firstName')} ${textIn(element, 'lastName')}`.trim()
