import type { ColumnType, Generated } from 'kysely'
import type { Channel, KeyClass, Purpose } from '#connectors/network/message.ts'
import type { PartnerId } from '#core/partners'
import type { AccountId, CardId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { QuestionId } from './asking/question.ts'
import type { MessageClass } from './message-key.ts'
import type { StoredResponse } from './stored-response.ts'
import type { MessageKind } from './transaction.ts'
import type { TransactionAction, TransactionStatus } from './transaction-states.ts'
import type { StoredVerdicts } from './verdict.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'spending.transactions': {
      id: TransactionId
      partner_id: PartnerId
      holder_id: HolderId
      account_id: AccountId
      card_id: CardId
      type: Purpose
      channel: Channel | null
      entry: string | null
      currency: Currency
      minor: bigint | null
      /** The driver reads `numeric` as text. */
      rate: string | null
      rate_as_of: Instant | null
      markup_minor: bigint | null
      merchant_minor: bigint
      merchant_currency: Currency
      merchant_id: string
      terminal_id: string | null
      merchant_name: string
      merchant_city: string | null
      merchant_country: string | null
      merchant_category: string
      acquirer_id: string
      rrn: string | null
      network_transaction_id: string | null
      authorization_code: string | null
      authentication_id: string | null
      recurring: boolean
      preauthorization: boolean
      posts: boolean
      forced: boolean
      created_at: Instant
    }
    'spending.states': {
      id: TransactionId
      version: Generated<number>
      status: TransactionStatus
      authorized_minor: bigint
      held_minor: bigint
      holds: number
      cleared_minor: bigint
      refunded_minor: bigint
      due_at: Instant | null
      leased_until: Generated<Instant | null>
    }
    'spending.messages': {
      id: Generated<bigint>
      transaction_id: TransactionId | null
      card_id: CardId | null
      kind: MessageKind
      class: MessageClass
      sender: string
      stan: string
      sent_at: Instant
      digest: Uint8Array
      action: TransactionAction | null
      from_status: TransactionStatus | null
      to_status: TransactionStatus | null
      minor: bigint
      currency: Currency
      billed_minor: bigint | null
      authorized_minor: bigint | null
      held_minor: bigint | null
      hold: number | null
      code: string | null
      response: ColumnType<StoredResponse, JsonText, JsonText>
      verdicts: ColumnType<StoredVerdicts | null, JsonText | null, JsonText | null>
      reason: string | null
      original_sender: string | null
      original_stan: string | null
      original_sent_at: Instant | null
      original_rrn: string | null
      original_class: KeyClass | null
      original_network_transaction_id: string | null
      /** Null: not known. */
      before_original: boolean | null
      received_at: Instant
    }
    'spending.questions': {
      id: QuestionId
      partner_id: PartnerId
      transaction_id: TransactionId
      sender: string
      stan: string
      sent_at: Instant
      class: MessageClass
      asked_at: Instant
      due_at: Instant | null
      leased_until: Instant | null
    }
    'spending.late_declines': {
      id: string
      sender: string
      stan: string
      sent_at: Instant
      class: MessageClass
      digest: Uint8Array
      minor: bigint
      currency: Currency
      code: string
      declined_at: Instant
      outcome: 'nothing' | 'declined' | 'reversed' | null
      ended_at: Instant | null
      due_at: Instant | null
      leased_until: Instant | null
    }
    'spending.question_pauses': { partner_id: PartnerId; failures: number; paused_until: Instant | null }
    'spending.presentments': {
      id: string
      transaction_id: TransactionId
      kind: 'clearing' | 'refund' | 'reversal'
      acquirer_id: string
      presentment_id: string
      digest: Uint8Array
      minor: bigint
      owed_minor: bigint
      merchant_minor: bigint
      merchant_currency: Currency
      markup_minor: bigint
      is_converted: boolean
      rate: string | null
      sequence_number: number | null
      sequence_of: number | null
      booked_at: Instant
    }
    'spending.files': {
      id: Generated<bigint>
      version: Generated<number>
      name: string
      digest: Uint8Array
      row_count: number
      done: number
      cleared: number
      forced: number
      refunded: number
      repeated: number
      rejected: number
      started_by: string
      started_at: Instant
      finished_at: Instant | null
    }
    'spending.wrong_tries': {
      subject: string
      version: Generated<number>
      empties_at: Instant
      notified_at: Instant | null
    }
    'spending.account_totals': { account_id: AccountId; held_minor: bigint }
    'spending.card_totals': {
      card_id: CardId
      as_of: Temporal.PlainDate
      day_minor: bigint
      week_minor: bigint
      month_minor: bigint
      year_minor: bigint
      total_minor: bigint
      recent: readonly Instant[]
    }
  }
}
