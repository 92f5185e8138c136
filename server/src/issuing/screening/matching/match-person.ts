import type { ListEntry, ListName } from '../list-entry.ts'
import type { IndexedName, NameIndex } from './name-index.ts'
import { type NameToken, tokensOf } from './name-tokens.ts'

/** What is compared of a person. */
export type PersonFacts = {
  /** In any spelling and script: as the person typed it, and as a document has it. */
  names: readonly string[]
  birthDate?: Temporal.PlainDate | undefined
  /** Codes of two capital letters: of nationality, residence, birth. */
  countries: readonly string[]
}

/** An entry of a list, with its number in the database. */
export type NumberedEntry<Id = bigint> = { id: Id; list: ListName; entry: ListEntry }

export const agreements = ['same', 'near', 'different', 'unknown'] as const
/** How the date of birth, or the country, of a person and of an entry agree. */
export type Agreement = (typeof agreements)[number]

export type PersonMatch<Id = bigint> = {
  of: NumberedEntry<Id>
  /** The name of the entry that is most like one of the person's. */
  name: string
  /** Of the names alone, from 0 to 1. */
  score: number
  birth: Agreement
  country: Agreement
  /** Holds the person up at once. */
  isStrong: boolean
  /** The score with what birth and country add or take off: for the order of hits, and nothing else. */
  rank: number
}

/** From which score a person looks at a hit, and from which one it is strong. */
export type Thresholds = { review: number; block: number }

/** The names of an entry, for the index. Organisations and ships have none: persons are screened. */
export const indexedNames = <Id>(of: NumberedEntry<Id>): IndexedName<NumberedEntry<Id>>[] =>
  of.entry.type !== 'person'
    ? []
    : of.entry.names.map(({ name, isWeak = false }) => ({ of, name, isWeak, tokens: tokensOf(name) }))

/**
 * The entries that a person may be, the most likely first, each with its best name. Names alone decide what is found;
 * birth and country rank it and never drop it, because lists are often wrong about both (issuing-standards, matching).
 */
export function matchPerson<Id>(
  index: NameIndex<NumberedEntry<Id>>,
  person: PersonFacts,
  thresholds: Thresholds,
): PersonMatch<Id>[] {
  const best = new Map<NumberedEntry<Id>, PersonMatch<Id>>()
  for (const tokens of distinct(person.names.map(tokensOf)))
    for (const { found, score } of index.search(tokens, thresholds.review)) {
      const match = matchOf(found, { score, person, thresholds })
      const before = best.get(found.of)
      if (!before || match.score > before.score || (match.score === before.score && match.isStrong))
        best.set(found.of, match)
    }
  return [...best.values()].toSorted((one, other) => other.rank - one.rank)
}

const distinct = (names: readonly NameToken[][]): NameToken[][] => [
  ...new Map(names.map((tokens) => [tokens.map(({ text }) => text).join(' '), tokens])).values(),
]

type Compared = { score: number; person: PersonFacts; thresholds: Thresholds }

function matchOf<Id>(
  { of, name, isWeak }: IndexedName<NumberedEntry<Id>>,
  { score, person, thresholds }: Compared,
): PersonMatch<Id> {
  const birth = birthAgreement(person.birthDate, of.entry)
  const country = countryAgreement(person.countries, of.entry)
  const rank = score + birthRank[birth] + countryRank[country] - (isWeak ? weakRank : 0)
  const isStrong = !isWeak && score >= thresholds.block && birth === 'same'
  return { of, name, score, birth, country, isStrong, rank }
}
const birthRank = { same: 0.05, near: 0.02, unknown: 0, different: -0.1 }
const countryRank = { same: 0.02, near: 0, unknown: 0, different: -0.02 }
const weakRank = 0.05

function birthAgreement(birthDate: Temporal.PlainDate | undefined, { births }: ListEntry): Agreement {
  if (!birthDate || births.length === 0) return 'unknown'
  const { year } = birthDate
  const distances = births.map(({ fromYear, toYear }) => Math.max(fromYear - year, year - toYear, 0))
  const nearest = Math.min(...distances)
  if (nearest === 0) return 'same'
  return nearest <= nearYears ? 'near' : 'different'
}
const nearYears = 2

function countryAgreement(countries: readonly string[], entry: ListEntry): Agreement {
  if (countries.length === 0 || entry.countries.length === 0) return 'unknown'
  return entry.countries.some((country) => countries.includes(country)) ? 'same' : 'different'
}
