import type { PartnerId } from '#core/partners'
import type { CardId, HolderId, TransactionId } from '#issuing/ids'
import type { TransactionStatus } from './transaction-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    /** A record is there: of an approval, a decline, a challenge, or of money that moved without any of them. */
    transactionCreated: { body: { status: TransactionStatus }; subject: Notified }
    /** So many wrong security codes or expiry dates of a card were tried that neither is compared for some minutes. Once a day. */
    cardTestingSuspected: {
      body: { cardId: CardId }
      subject: { cardId: CardId; holderId: HolderId; partnerId: PartnerId }
    }
    /** Money of it was booked. */
    transactionSettled: { body: { status: TransactionStatus }; subject: Notified }
  }
}

type Notified = { transactionId: TransactionId; holderId: HolderId; partnerId: PartnerId }
