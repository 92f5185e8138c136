import type { ColumnType, Generated } from 'kysely'
import type { ProcessorMode } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'processors.connections': {
      name: ConnectorId
      version: Generated<number>
      kind: string
      mode: ProcessorMode
      account: Generated<string | null>
      default_at: Generated<Instant | null>
      created_at: Instant
      changed_at: Instant
      disabled_at: Generated<Instant | null>
      checked_at: Generated<Instant | null>
      check_problem: Generated<string | null>
    }
    'processors.credentials': {
      id: Generated<bigint>
      connection: ConnectorId
      fields: ColumnType<Readonly<Record<string, string>>, JsonText, JsonText>
      sealed: Uint8Array
      created_at: Instant
      expires_at: Instant | null
    }
  }
}
