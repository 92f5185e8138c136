import type { Generated } from 'kysely'
import type { MerchantCurrency, OrderId } from '#acquiring/ids'
import type { SiteId } from '#core/directory'
import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { LinkId } from './ids.ts'
import type { LinkTerms, Place } from './link.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'links.links': {
      id: Generated<LinkId>
      hash: string
      site_id: SiteId
      version: Generated<number>
      active: boolean
      currency: MerchantCurrency
      minor: bigint
      customer_email: string | null
      limit_access: number | null
      expire_date: Temporal.PlainDate | null
      reserved: Generated<number>
      paid: Generated<number>
      /** Computed by the database; never written. */
      free: Generated<number>
      created_at: Instant
      updated_at: Instant
      removed_at: Instant | null
      /** Of the digest of `customer_email`; erasing the address empties it. */
      seal_salt: Generated<string | null>
    }
    'links.versions': { link_id: LinkId; version: number; terms: Json<LinkTerms>; made_at: Instant }
    'links.uses': { order_id: OrderId; link_id: LinkId; version: number; place: Place }
  }
}
