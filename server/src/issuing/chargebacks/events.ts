import type { PartnerId } from '#core/partners'
import type { DisputeId, HolderId, TransactionId } from '#issuing/ids'
import type { DisputeAction, DisputeStatus } from './dispute-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    cardDisputeSubmitted: { body: { transactionId: TransactionId }; subject: DisputeSubject }
    cardDisputeChanged: {
      body: { action: DisputeAction; from: DisputeStatus; status: DisputeStatus }
      subject: DisputeSubject
    }
  }
}

/** Whose dispute it is, and how it stands after the event. */
export type DisputeSubject = {
  holderId: HolderId
  partnerId: PartnerId
  disputeId: DisputeId
  transactionId: TransactionId
  status: DisputeStatus
}
