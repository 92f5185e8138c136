import { loadList } from '#issuing/screening'
import type { World } from './world.ts'

/** Invented persons in the formats of the true lists. Nobody of this name is meant. */
export type ListedPerson = {
  id: number
  first: string
  last: string
  /** `1962`, `07 Oct 1962`, `circa 1962`. */
  born?: string
  country?: string
  aliases?: readonly (readonly [first: string, last: string])[]
  wallet?: string
}

export const tavio: ListedPerson = { id: 9001, first: 'Tavio', last: 'BRENHOLM', born: '07 Oct 1962', country: 'Iran' }
export const lenka: ListedPerson = {
  id: 9002,
  first: 'Lenka',
  last: 'VOSSTRUP',
  born: '1971',
  aliases: [['Ленка', 'Восструп']],
}
/** Others on the list, whom no customer is like. */
export const others: readonly ListedPerson[] = Array.from({ length: 10 }, (_, nth) => ({
  id: 9100 + nth,
  first: `Quorzel${'abcdefghij'[nth]}`,
  last: 'ZWUNTHAK',
}))

const element = (name: string, text: string | undefined): string =>
  text === undefined ? '' : `<${name}>${text}</${name}>`

/** SDN.XML as OFAC publishes it; `count` is what the file says that it has. */
export const ofacXml = (
  people: readonly ListedPerson[],
  { published = '05/02/2026', count = people.length }: { published?: string; count?: number } = {},
): string => `<?xml version="1.0" standalone="yes"?>
<sdnList xmlns="https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/XML">
<publshInformation><Publish_Date>${published}</Publish_Date><Record_Count>${count}</Record_Count></publshInformation>
${people.map(ofacEntry).join('\n')}
</sdnList>`

const ofacEntry = ({ id, first, last, born, country, wallet, aliases = [] }: ListedPerson): string =>
  [
    `<sdnEntry><uid>${id}</uid>${element('firstName', first)}${element('lastName', last)}<sdnType>Individual</sdnType>`,
    '<programList><program>INVENTED</program></programList>',
    `<akaList>${aliases.map(([f, l]) => `<aka><category>strong</category>${element('lastName', l)}${element('firstName', f)}</aka>`).join('')}</akaList>`,
    country && `<nationalityList><nationality>${element('country', country)}</nationality></nationalityList>`,
    wallet && `<idList><id><idType>Digital Currency Address - ETH</idType><idNumber>${wallet}</idNumber></id></idList>`,
    born && `<dateOfBirthList><dateOfBirthItem>${element('dateOfBirth', born)}</dateOfBirthItem></dateOfBirthList>`,
    '</sdnEntry>',
  ]
    .filter((part) => part)
    .join('')

/** The consolidated list of the European Union, as XML. */
export const euXml = (people: readonly ListedPerson[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-05-02T17:00:34.049+02:00">
${people
  .map(
    ({ id, first, last, born }) =>
      `<sanctionEntity euReferenceNumber="EU.${id}.1" logicalId="${id}"><subjectType code="person" classificationCode="P"/>` +
      `<nameAlias firstName="${first}" lastName="${last}" wholeName="${first} ${last}" strong="true"/>` +
      `${born ? `<birthdate year="${born.slice(-4)}"/>` : ''}</sanctionEntity>`,
  )
  .join('\n')}
</export>`

export const fileOf = (text: string) => ({
  open: async function* () {
    yield new TextEncoder().encode(text)
  },
})

export const compliance = { actor: 'staff 7', fromWhere: 'test', reason: 'the new publication' }

type Options = Partial<Pick<Parameters<typeof loadList>[1], 'force' | 'skipBadRows'>>

export const loads = (world: World, list: 'ofac' | 'eu', text: string, options: Options = {}) =>
  loadList(world.app, { by: compliance, list, files: { main: fileOf(text) }, ...options })
