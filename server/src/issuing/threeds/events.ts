import type { PartnerId } from '#core/partners'
import type { CardId, HolderId, TransactionId } from '#issuing/ids'
import type { Instant } from '#kernel/base/clock.ts'
import type { Money } from '#kernel/base/money.ts'
import type { ChallengeId } from './challenge.ts'
import type { ChallengeStatus } from './challenge-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** A holder is asked to confirm a payment. */
    challengeRequested: {
      body: { challengeId: ChallengeId }
      subject: Notified & {
        cardId: CardId
        amount: Money
        merchantName: string
        requestedAt: Instant
        expiresAt: Instant
      }
    }
    /** Answered, timed out, or broken off. */
    challengeCompleted: {
      body: { challengeId: ChallengeId; status: ChallengeStatus }
      subject: Notified & { status: ChallengeStatus }
    }
  }
}

type Notified = { transactionId: TransactionId; holderId: HolderId; partnerId: PartnerId }
