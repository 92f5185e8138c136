import type { PartnerId } from '#core/partners'
import type { HolderId, TopupId } from '#issuing/ids'
import type { Money } from '#kernel/base/money.ts'
import type { ReversalKind } from './topup.ts'
import type { TopupAction, TopupState } from './topup-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    topupCreated: { body: { topupId: TopupId }; subject: TopupSubject }
    topupStatusChanged: {
      body: { topupId: TopupId; action: TopupAction; from: TopupState; status: TopupState }
      subject: TopupSubject
    }
    /** A deposit of a topup in coins has one more confirmation, was decided, or is not in the chain any more. */
    topupDepositChanged: {
      body: { topupId: TopupId; depositId: string; status: string; confirmations?: number }
      subject: TopupSubject
    }
    /** The payment of a completed topup was reversed, or the money came back. */
    topupReversed: {
      body: {
        topupId: TopupId
        kind: ReversalKind
        transactionId: string
        /** Money has come back to an account that is closed: an operator returns it to the customer. */
        toClosedAccount?: true
      }
      subject: TopupSubject
    }
  }
}

/** Whose topup it is. */
export type TopupSubject = {
  holderId: HolderId
  partnerId: PartnerId
  topupId: TopupId
  /** The transaction at the merchant of the programme whose money becomes the holder's by it. */
  takes?: { transactionId: bigint; amount: Money } | undefined
}
