import type { Hit } from './hit.ts'
import type { EntryId } from './ids.ts'
import type { PersonMatch } from './matching/match-person.ts'

type Known = Pick<Hit, 'id' | 'entryId' | 'list' | 'reference' | 'status' | 'factsNumber'>

/**
 * Which matches become hits, and which open hits they take the place of. What was decided about a person and an entry
 * stays decided, whatever number of versions of the list have the entry unchanged. An entry that has changed, or a person
 * whose facts have, is decided anew; a true match is one until a person says otherwise.
 */
export function planHits<H extends Known>(
  matches: readonly PersonMatch<EntryId>[],
  known: readonly H[],
  factsNumber: number,
): { opened: PersonMatch<EntryId>[]; superseded: H[] } {
  const opened = matches.filter(({ of }) => {
    const last = known.findLast(({ entryId }) => entryId === of.id)
    return !last || (last.status === 'false_positive' && last.factsNumber !== factsNumber)
  })
  const superseded = known.filter(
    ({ status, list, reference, entryId }) =>
      status === 'open' &&
      opened.some(({ of }) => of.list === list && of.entry.reference === reference && of.id !== entryId),
  )
  return { opened, superseded }
}
