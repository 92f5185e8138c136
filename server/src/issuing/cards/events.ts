import type { PartnerId } from '#core/partners'
import type { CardId, HolderId } from '#issuing/ids'
import type { CardAction, CardStatus } from './card-states.ts'

declare module '#kernel/db/events.ts' {
  interface Events {
    cardStatusChanged: {
      body: { cardId: CardId; action: CardAction | 'create'; from: CardStatus | null; status: CardStatus }
      subject: { holderId: HolderId; partnerId: PartnerId; cardId: CardId; status: CardStatus }
    }
    /** Its label, its controls, its count of wrong PINs, or a reason of its suspension beside others. */
    cardChanged: {
      body: { cardId: CardId; what: 'label' | 'controls' | 'pin' | 'pinTries' | 'suspensions' }
      subject: undefined
    }
  }
}
