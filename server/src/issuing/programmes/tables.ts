import type { ColumnType, Generated } from 'kysely'
import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { ProductId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { ExpiryOrder, ProductFee, ProductLimit } from './product.ts'
import type { TopupFee, TopupLimit } from './topup-terms.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'programmes.settings': {
      partner_id: PartnerId
      version: Generated<number>
      frame_ancestors: readonly string[]
      apple_root: string | null
      google_key: string | null
      return_url: string | null
      kyc_valid: string | null
      topup_site: SiteId | null
      topup_redirects: Generated<boolean>
      topup_limits: ColumnType<readonly TopupLimit[], JsonText, JsonText>
      topup_fees: ColumnType<readonly TopupFee[], JsonText, JsonText>
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'programmes.products': {
      id: ProductId
      version: Generated<number>
      partner_id: PartnerId
      name: string
      active: Generated<boolean>
      prefix: string
      numbers: string
      virtual: boolean
      physical: boolean
      currencies: readonly Currency[]
      months: number
      expiry_order: ExpiryOrder
      service_code: string
      limits: ColumnType<readonly ProductLimit[], JsonText, JsonText>
      fees: ColumnType<readonly ProductFee[], JsonText, JsonText>
      markup_percent: string
      design: string | null
      bureau_key: string | null
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
  }
}
