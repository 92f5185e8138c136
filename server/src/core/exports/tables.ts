import type { Generated } from 'kysely'
import type { StaffId } from '#core/access'
import type { Instant } from '#kernel/base/clock.ts'
import type { ExportId, ExportStatus } from './export-task.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'exports.exports': {
      id: ExportId
      staff_id: StaffId
      list: string
      query: Uint8Array
      status: ExportStatus
      file_name: string
      estimate: bigint | null
      rows: Generated<bigint>
      bytes: Generated<bigint>
      chunks: Generated<number>
      place: Generated<string | null>
      data_key: Uint8Array | null
      failure: Generated<string | null>
      tries: Generated<number>
      requested_at: Instant
      ended_at: Generated<Instant | null>
      expires_at: Generated<Instant | null>
      email_key: string
      emailed_at: Generated<Instant | null>
      email_tries: Generated<number>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
    'exports.pieces': { document_id: ExportId; number: number; sealed: Uint8Array }
  }
}
