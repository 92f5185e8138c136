import type { ColumnType, Generated } from 'kysely'
import type { ProcessorMode } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { MessageId, MessageStatus } from './message.ts'

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
      mac: Generated<Uint8Array | null>
    }
    'processors.credentials': {
      id: Generated<bigint>
      connection: ConnectorId
      fields: ColumnType<Readonly<Record<string, string>>, JsonText, JsonText>
      sealed: Uint8Array
      created_at: Instant
      expires_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'processors.messages': {
      id: Generated<MessageId>
      connection: ConnectorId
      message_id: string
      type: string
      happened_at: Instant
      received_at: Instant
      body: Uint8Array | null
      status: MessageStatus
      version: Generated<number>
      tries: Generated<number>
      note: Generated<string | null>
      ended_at: Generated<Instant | null>
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'processors.polls': {
      id: Generated<bigint>
      connection: ConnectorId
      place: Generated<string | null>
      due_at: Instant
      leased_until: Generated<Instant | null>
    }
  }
}
