import { type Author, auditEntry } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Erasure, PersonKind, Subject } from './erasure.ts'

type Audited = { kind: PersonKind; subject: Subject; person: { owner: Erasure['owner'] }; action: string }

/** Who is erased is named by an id that nothing leads from any more. */
export const auditOf = (now: Instant, by: Author, { kind, subject, person, action }: Audited, after?: unknown): Write =>
  auditEntry(now, by, { action, owner: person.owner, subject: { type: kind.kind, id: subject.id }, after })
