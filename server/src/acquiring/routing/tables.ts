import type { Generated } from 'kysely'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { RuleId } from './route.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'routing.rules': {
      id: Generated<RuleId>
      priority: number
      connector: ConnectorId
      site_id: SiteId | null
      currency: Currency | null
      brand: string | null
      bin: string | null
      created_at: Instant
      removed_at: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
    'routing.pauses': {
      connector: ConnectorId
      version: Generated<number>
      paused_at: Instant
      paused_by: string
      reason: string
      ended_at: Generated<Instant | null>
      mac: Generated<Uint8Array | null>
    }
  }
}
