import type { ColumnType, Generated } from 'kysely'
import type { PartnerId } from '#core/partners'
import type { AccountId, CardId, HolderId, ProductId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { RunId } from './bureau/run-store.ts'
import type { ReissueReason } from './card.ts'
import type { CardStatus } from './card-states.ts'
import type { Controls } from './controls.ts'
import type { Suspension } from './suspension.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'cards.cards': {
      id: CardId
      version: Generated<number>
      holder_id: HolderId
      partner_id: PartnerId
      account_id: AccountId
      product_id: ProductId
      virtual: boolean
      currency: Currency
      label: string | null
      status: CardStatus
      last_four: string
      expiry: string
      replaces: CardId | null
      reissue_reason: ReissueReason | null
      controls: ColumnType<Controls, JsonText, JsonText>
      pin_tries: Generated<number>
      suspensions: ColumnType<readonly Suspension[], readonly Suspension[] | undefined, readonly Suspension[]>
      sealed_delivery: Uint8Array | null
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'cards.card_transitions': {
      id: Generated<bigint>
      card_id: CardId
      from_status: CardStatus | null
      to_status: CardStatus
      action: string
      actor: string
      from_where: string
      reason: string | null
      suspension: Suspension | null
      occurred_at: Instant
    }
    'cards.bureau_runs': {
      id: RunId
      version: Generated<number>
      product_id: ProductId
      status: 'begun' | 'done' | 'givenUp'
      begun_by: string
      begun_at: Instant
      ended_at: Instant | null
    }
    'cards.bureau_claims': { run_id: RunId; card_id: CardId; released: Generated<boolean> }
    'cards.page_tokens': {
      hash: Uint8Array
      card_id: CardId
      language: string | null
      created_at: Instant
      expires_at: Instant
      used_at: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'cards.provisionings': {
      id: Generated<bigint>
      card_id: CardId
      wallet: 'apple' | 'google'
      nonce: string
      created_at: Instant
    }
  }
}
