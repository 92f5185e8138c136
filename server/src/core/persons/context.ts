import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { PersonKind, SubjectKind, Terms } from './erasure.ts'

export type PersonsContext = Writer & {
  clock: Clock
  persons: {
    kinds: Readonly<Record<SubjectKind, PersonKind>>
    terms: Terms
  }
}
