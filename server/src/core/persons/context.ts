import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { PersonKind, Subject, SubjectKind, Terms } from './erasure.ts'

export type PersonsContext = Writer & {
  clock: Clock
  persons: {
    kinds: Readonly<Record<SubjectKind, PersonKind>>
    terms: Terms
    /** Keeps outside of the database who is erased, by id, for a restore of an older one. */
    remember(subject: Subject, at: Instant): Promise<void>
  }
}
