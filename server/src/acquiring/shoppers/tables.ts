import type { Generated } from 'kysely'
import type { ShopperId, StoredCardId } from '#acquiring/ids'
import type { WalletType } from '#connectors/acquirer/port.ts'
import type { SiteId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import type { Instant } from '#kernel/base/clock.ts'
import type { Json } from '#kernel/db/schema.ts'
import type { CardFacts } from './shopper.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'shoppers.shoppers': {
      id: Generated<ShopperId>
      site_id: SiteId
      identifier: string
      email: string | null
      first_name: string | null
      last_name: string | null
      country: string | null
      state: string | null
      city: string | null
      address: string | null
      zip_code: string | null
      phone: string | null
      tags: readonly string[]
      whitelisted: Generated<boolean>
      whitelisted_until: Generated<Instant | null>
      removed_at: Generated<Instant | null>
      /** Since when nothing of them is kept but what a duty keeps. */
      erased_at: Generated<Instant | null>
      version: Generated<number>
      created_at: Instant
    }
    'shoppers.cards': {
      id: Generated<StoredCardId>
      site_id: SiteId
      shopper_id: ShopperId
      vault_token: VaultToken
      brand: string
      first6: string
      last4: string
      expiry_month: number
      expiry_year: number
      holder_name: string | null
      holder_facts: Json<CardFacts> | null
      wallet: Generated<WalletType | null>
      fingerprint: Uint8Array
      status: 'active' | 'deleted'
      network_transaction_id: string | null
      network_transaction_at: Instant | null
      created_at: Instant
    }
    'shoppers.card_imports': {
      id: Generated<bigint>
      site_id: SiteId
      reference: string
      card_id: StoredCardId
      imported_at: Instant
      mac: Generated<Uint8Array | null>
    }
    /** What a card was before it was renewed. */
    'shoppers.card_renewals': {
      id: Generated<bigint>
      card_id: StoredCardId
      update_id: string
      was_vault_token: VaultToken
      was_brand: string
      was_first6: string
      was_last4: string
      was_expiry_month: number
      was_expiry_year: number
      was_fingerprint: Uint8Array
      renewed_at: Instant
    }
    /** The salt of the digests of each shopper's data; null when they were erased. */
    'shoppers.seal_salts': { shopper_id: ShopperId; salt: Uint8Array | null }
  }
}
