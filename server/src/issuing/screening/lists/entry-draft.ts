import type { EntryType, Found, ListEntry } from '../list-entry.ts'
import { nameCharactersMax } from '../matching/name-tokens.ts'

/** What was read of one entry, not yet checked. */
export type EntryDraft = Omit<ListEntry, 'type'> & { type: EntryType | undefined; typeText: string }

/** An entry, or what is wrong with it: an entry without a name or a number protects against nothing. */
export function foundOf({ typeText, type, ...draft }: EntryDraft, line: number): Found {
  const named = (problem: string): Found => ({
    problem: `entry ${draft.reference || 'without a number'} ${problem}`,
    line,
  })
  if (draft.reference === '' || draft.reference.length > referenceMax) return named('has no number that can be used')
  if (type === undefined) return named(`is of the unknown type ${JSON.stringify(typeText.slice(0, 40))}`)
  const names = unique(
    draft.names.filter(({ name }) => name !== ''),
    ({ name }) => name,
  )
  if (names.length === 0) return named('has no name')
  if (names.length > namesMax) return named(`has more than ${namesMax} names`)
  const long = names.find(({ name }) => name.length > nameCharactersMax)
  if (long) return named(`has a name of more than ${nameCharactersMax} characters`)
  const entry: ListEntry = {
    reference: draft.reference,
    type,
    names,
    births: unique(draft.births, ({ text }) => text),
    countries: unique(
      draft.countries.filter((country) => country !== ''),
      String,
    ),
    programmes: unique(
      draft.programmes.filter((programme) => programme !== ''),
      String,
    ),
    wallets: unique(draft.wallets, ({ currency, address }) => `${currency} ${address}`),
    ...(draft.remarks && { remarks: draft.remarks.slice(0, remarksMax) }),
  }
  return { entry, line }
}
const referenceMax = 100
const namesMax = 1_000
const remarksMax = 4_000

function unique<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const key = keyOf(one)
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
