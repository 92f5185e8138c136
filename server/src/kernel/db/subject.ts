import { Ref } from '#kernel/db/commit/writes.ts'

/**
 * What an event, an audit entry or an idempotency key is about: a number, a UUID or a prefixed id, or the row that the
 * same commit inserts. It is stored as text, because these tables are shared by things with different ids.
 */
export type SubjectId = bigint | string | Ref

/** The subject as a text column stores it. The database writes the generated number of a `Ref` as text, too. */
export const subjectText = (id: SubjectId): string | Ref => (id instanceof Ref ? id : String(id))
