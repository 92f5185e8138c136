import type { HolderId } from '#issuing/ids'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { countryCode } from './lists/countries.ts'
import type { PersonFacts } from './matching/match-person.ts'
import { refuse } from './refusals.ts'

/** What is compared of a person, in one order and form, so that the same facts are the same text. */
export function checkFacts({ names, birthDate, countries }: PersonFacts): PersonFacts {
  const distinct = [...new Set(names.map((name) => name.trim().slice(0, nameMax)).filter((name) => name !== ''))]
  if (distinct.length === 0 || distinct.length > namesMax) throw refuse('invalid_person', { field: 'names', namesMax })
  return { names: distinct.toSorted(), birthDate, countries: [...new Set(countries.map(countryCode))].toSorted() }
}
const namesMax = 20
const nameMax = 300

type Sealed = { keys: KeyRing; holderId: HolderId; factsNumber: number }

export const sealFacts = ({ keys, ...of }: Sealed, facts: PersonFacts): Uint8Array =>
  keys.seal('documents', textOfFacts(facts), contextOf(of))

/** Throws when they are another person's, or of another time. */
export function openFacts({ keys, ...of }: Sealed, sealed: Uint8Array): PersonFacts {
  const text = keys.open('documents', sealed, contextOf(of)).toString('utf8')
  const { birthDate, ...facts } = JSON.parse(text) as Omit<PersonFacts, 'birthDate'> & { birthDate?: string }
  return { ...facts, birthDate: birthDate === undefined ? undefined : Temporal.PlainDate.from(birthDate) }
}

export const textOfFacts = ({ names, birthDate, countries }: PersonFacts): string =>
  JSON.stringify({ names, birthDate: birthDate?.toString(), countries })

const contextOf = ({ holderId, factsNumber }: Omit<Sealed, 'keys'>): string => `screening ${holderId} ${factsNumber}`
