import type { ColumnType, Generated } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { HolderId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { HitStatus } from './hit-states.ts'
import type { EntryId, HitId, RunId, VersionId } from './ids.ts'
import type { ListEntry, ListName } from './list-entry.ts'
import type { Agreement } from './matching/match-person.ts'

/** The driver reads an array of bigints as texts. */
type BigintTexts = readonly string[]

/** A row of a file that was left out. */
export type BadRow = { line: number; problem: string }

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'screening.entries': {
      id: Generated<EntryId>
      list: ListName
      reference: string
      digest: Uint8Array
      content: ColumnType<Omit<ListEntry, 'reference'>, JsonText, JsonText>
      created_at: Instant
    }
    'screening.versions': {
      id: Generated<VersionId>
      list: ListName
      file_digest: Uint8Array
      published_on: Temporal.PlainDate | null
      entries: ColumnType<BigintTexts, readonly EntryId[], never>
      names: number
      added: number
      removed: number
      bad_rows: ColumnType<readonly BadRow[], JsonText, JsonText>
      loaded_at: Instant
    }
    'screening.lists': {
      name: ListName
      version: Generated<number>
      version_id: VersionId | null
    }
    'screening.people': {
      holder_id: HolderId
      version: Generated<number>
      partner_id: PartnerId
      facts_number: number
      sealed_facts: Uint8Array
      screened_at: Instant
      screened_with: ColumnType<BigintTexts, readonly VersionId[], readonly VersionId[]>
    }
    'screening.hits': {
      id: Generated<HitId>
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      facts_number: number
      entry_id: EntryId
      list: ListName
      reference: string
      version_id: VersionId
      name: string
      score_thousandths: number
      birth: Agreement
      country: Agreement
      strong: boolean
      status: HitStatus
      created_at: Instant
      decided_at: Instant | null
    }
    'screening.hit_transitions': {
      id: Generated<bigint>
      hit_id: HitId
      from_status: HitStatus | null
      to_status: HitStatus
      action: string
      actor: string
      from_where: string
      reason: string | null
      occurred_at: Instant
    }
    'screening.runs': {
      id: Generated<RunId>
      cause: 'list' | 'asked'
      after_holder: Generated<string>
      screened: Generated<number>
      hits: Generated<number>
      failed: ColumnType<readonly HolderId[], readonly HolderId[] | undefined, readonly HolderId[]>
      unreadable: Generated<number>
      begun_at: Instant
      ended_at: Instant | null
      superseded: Generated<boolean>
      due_at: Instant | null
      leased_until: Instant | null
    }
  }
}
