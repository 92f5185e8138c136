import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import type { JsonText } from '#kernel/db/db.ts'
import type { ErasureId, ErasureStatus, KeptUntil, SubjectKind } from './erasure.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'persons.erasures': {
      id: Generated<ErasureId>
      version: Generated<number>
      kind: SubjectKind
      subject_id: string
      owner_kind: OwnerKind
      owner_id: string
      status: ErasureStatus
      requested_at: Instant
      erased_at: Generated<Instant | null>
      /** Moments as text, by their duties. */
      kept: ColumnType<KeptUntil, JsonText | undefined, JsonText>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
  }
}
