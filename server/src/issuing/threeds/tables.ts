import type { ColumnType, Generated } from 'kysely'
import type { MessageVersion, TransStatus } from '#connectors/threeds/messages.ts'
import type { PartnerId } from '#core/partners'
import type { CardId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Currency } from '#kernel/base/money.ts'
import type { JsonText } from '#kernel/db/jsonb.ts'
import type { Exemption, RiskVerdict } from './assess-risk.ts'
import type { AuthenticationType, ChallengeCancel, ChallengeId } from './challenge.ts'
import type { ChallengeAction, ChallengeStatus } from './challenge-states.ts'

declare module '#kernel/db/schema.ts' {
  interface Schema {
    'threeds.authentications': {
      id: Generated<bigint>
      acs_trans_id: ChallengeId
      server_trans_id: string
      ds_trans_id: string
      message_version: MessageVersion
      digest: Uint8Array
      card_id: CardId
      holder_id: HolderId
      partner_id: PartnerId
      category: 'payment' | 'other'
      minor: bigint
      currency: Currency
      acquirer_id: string
      merchant_id: string
      merchant_name: string
      merchant_country: string | null
      merchant_category: string
      notification_url: string
      results_url: string
      trans_status: Exclude<TransStatus, 'A'>
      trans_status_reason: string | null
      eci: string
      exemption: Exemption | null
      verdicts: ColumnType<readonly RiskVerdict[], JsonText, JsonText>
      created_at: Instant
      mac: Generated<Uint8Array | null>
    }
    'threeds.challenges': {
      id: ChallengeId
      version: Generated<number>
      status: ChallengeStatus
      transaction_id: TransactionId
      holder_id: HolderId
      cancel: ChallengeCancel | null
      session_data: string | null
      created_at: Instant
      expires_at: Instant
      due_at: Instant | null
      leased_until: Instant | null
      mac: Generated<Uint8Array | null>
    }
    'threeds.challenge_transitions': {
      id: Generated<bigint>
      challenge_id: ChallengeId
      from_status: ChallengeStatus | null
      to_status: ChallengeStatus
      action: ChallengeAction | 'create'
      auth_type: AuthenticationType | null
      actor: string
      from_where: string
      occurred_at: Instant
    }
    'threeds.results': {
      id: ChallengeId
      status: 'waiting' | 'delivered' | 'undeliverable'
      attempts: Generated<number>
      due_at: Instant | null
      leased_until: Instant | null
    }
  }
}
