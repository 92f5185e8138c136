import type { Brand } from '#kernel/base/brand.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Owner } from '#kernel/base/owner.ts'
import type { Write } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import type { RowLocks } from '#kernel/db/locked.ts'
import type { Duty, PersonalData } from '#kernel/db/personal-data.ts'
import type { FoundIds } from './personal-rows.ts'

/** Whom something is known of: a customer of a store, or a customer of a partner. */
export type SubjectKind = 'shopper' | 'holder'
export type Subject = { kind: SubjectKind; id: string }

/**
 * `erasing`: what may go at once is going. `kept`: it has gone, and a duty keeps the rest until its term is over.
 * `erased`: nothing personal is left.
 */
export const erasureStatuses = ['erasing', 'kept', 'erased'] as const
export type ErasureStatus = (typeof erasureStatuses)[number]
export type ErasureId = Brand<bigint, 'ErasureId'>
/** Until when what a duty keeps stays: moments as text. */
export type KeptUntil = Readonly<Partial<Record<Duty, string>>>

export type Erasure = {
  id: ErasureId
  subject: Subject
  status: ErasureStatus
  owner: Owner
  requestedAt: Instant
  erasedAt: Instant | undefined
  kept: KeptUntil
  version: number
}

/**
 * How long duties keep what is personal, after their last fact. Undefined: as long as the record that it belongs to, or
 * until a task of its own deletes it.
 */
export type Terms = Readonly<Record<Duty, Temporal.Duration | undefined>>

/** One kind of person, put together from the modules that know something of them. */
export type PersonKind = {
  kind: SubjectKind
  /** In the order in which they are read: what one finds, the next ones use. */
  data: readonly PersonalData[]
  /** The row that is locked, so that nothing begins for the person meanwhile. */
  lock(id: string): RowLocks
  find(db: Db, id: string): Promise<Person | undefined>
  /** Ends what the person can do here, under the lock. */
  close(tx: Db, id: string, now: Instant, ids: FoundIds): Promise<Write[]>
  /** In the commit that says that the person is erased: the seals read their rows again. */
  conclude(id: string, ids: FoundIds): Write[]
  /** What tasks of modules do when the term of a duty is over. */
  whenOver?(tx: Db, id: string, duty: Duty): Promise<Write[]>
  /** What is outside of the main database and is to be destroyed. */
  destroy?(id: string): Promise<void>
}

export type Person = {
  /** The site or the partner whose customer it is. */
  owner: Owner
  isErased: boolean
}
