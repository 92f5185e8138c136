import type { ColumnType, Generated } from 'kysely'
import type { Instant } from '#kernel/base/clock.ts'
import type { OwnerKind } from '#kernel/base/owner.ts'
import type { JsonText } from '#kernel/db/db.ts'

/** A jsonb column: read as a value, written only through `jsonb(value)`, so that nothing is serialised by accident. */
export type Json<T> = ColumnType<T, JsonText, JsonText>

/**
 * Every table. Each module declares its own in its `tables.ts`; the kernel has the outbox, the idempotency keys, the
 * scheduled tasks, the list checkpoints and the clock.
 */
export interface Schema {
  'outbox.events': {
    id: Generated<bigint>
    name: string
    owner_kind: OwnerKind
    owner_id: string
    subject_type: string
    subject_id: string
    body: Json<Record<string, unknown>>
    occurred_at: Instant
  }
  'florin.idempotency_keys': {
    id: Generated<bigint>
    owner_kind: OwnerKind
    owner_id: string
    scope: string
    key: string
    request_hash: Uint8Array
    /** Null: of an older version. */
    fingerprint: Generated<Uint8Array | null>
    subject_id: string
    /** What the commit of the key has begun about the subject, such as a payment of an order. Null in rows of before. */
    result_id: string | null
    answer: Json<unknown> | null
    begun_at: Instant
    /** Of the digests by which the row is sealed; it is deleted with the row, or with its answer when a person is erased. */
    salt: Generated<string | null>
  }
  'florin.scheduled_tasks': {
    id: Generated<bigint>
    name: string
    due_at: Instant | null
    leased_until: Generated<Instant | null>
  }
  'florin.work_leases': {
    work: string
    subject: string
    held_by: string
    leased_until: Instant | null
  }
  'florin.list_checkpoints': {
    list: string
    owner_kind: OwnerKind
    owner_id: string
    nth: bigint
    id: bigint
    /** Between which moments its thousand entries were made. */
    first_at: Instant
    last_at: Instant
    /** How many of them have each value of the columns that are counted, by column and value. */
    counts: Json<Readonly<Record<string, unknown>>>
  }
  'florin.clock': {
    id: boolean
    offset_ms: bigint
    paused_at: Instant | null
    version: Generated<bigint>
    run_by: string | null
    run_until: Instant | null
    /** The furthest it has ever been, since it was first moved. */
    furthest_at: Instant | null
  }
}
