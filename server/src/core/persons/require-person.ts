import type { PersonsContext } from './context.ts'
import type { Person, PersonKind, Subject } from './erasure.ts'
import { refuse } from './refusals.ts'

/** The person, erased or not, with what the modules know of such persons. Refuses with `data_subject_not_found`. */
export async function requirePerson(
  { db, persons }: Pick<PersonsContext, 'db' | 'persons'>,
  { kind: name, id }: Subject,
): Promise<{ kind: PersonKind; person: Person }> {
  const kind = persons.kinds[name]
  const person = await kind.find(db, id)
  if (!person) throw refuse('data_subject_not_found', { id })
  return { kind, person }
}
