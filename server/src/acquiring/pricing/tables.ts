import type { Generated } from 'kysely'
import type { MerchantId, SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { Region } from './region.ts'
import type { PriceRuleId } from './rule.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'pricing.rules': {
      id: Generated<PriceRuleId>
      merchant_id: MerchantId | null
      site_id: SiteId | null
      brand: string | null
      region: Region | null
      card_type: string | null
      currency: Currency | null
      volume_from_minor: bigint | null
      basis_points: number
      fixed_minor: bigint
      minimum_minor: bigint
      valid_from: Instant
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'pricing.removals': {
      rule_id: PriceRuleId
      removed_from: Instant
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
  }
}
