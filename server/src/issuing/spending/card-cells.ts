import type { Purpose } from '#connectors/network/message.ts'
import type { Card } from '#issuing/cards'

/**
 * When a card of a status takes a request. `returned`: money comes back that a payment has taken, and is no new money;
 * `recurring`: a merchant charges again and again, and the card takes the place of one that was reissued.
 */
type When = 'always' | 'returned' | 'recurring' | 'returnedOrRecurring' | 'never'
type Row = Readonly<Record<Purpose, When>>

const row = (payment: When, inquiry: When, refund: When): Row => ({
  purchase: payment,
  cash: payment,
  quasiCash: payment,
  verification: inquiry,
  balance: inquiry,
  refund,
})

/**
 * An account is open as long as one of its cards is (`keepOpen`), so its status is that of its cards here. Messages that
 * follow a request are carried out whatever the status is.
 */
export const cardCells: Readonly<Record<Card['status'], Row>> = {
  active: row('always', 'always', 'always'),
  // Money may come back to a card that its holder has stopped; money that never left does not.
  frozen: row('never', 'never', 'returned'),
  suspended: row('never', 'never', 'returned'),
  // What a merchant charges again and again goes on while the next card is on its way to the holder.
  pending: row('recurring', 'recurring', 'returnedOrRecurring'),
  readyToBeActivated: row('recurring', 'recurring', 'returnedOrRecurring'),
  closed: row('never', 'never', 'never'),
}

type Asked = { purpose: Purpose; recurring: boolean; originalCredit: boolean; card: Pick<Card, 'status' | 'replaces'> }

export function cardTakes({ purpose, recurring, originalCredit, card: { status, replaces } }: Asked): boolean {
  const isReturned = !originalCredit
  const isRecurring = recurring && replaces !== undefined
  switch (cardCells[status][purpose]) {
    case 'always':
      return true
    case 'returned':
      return isReturned
    case 'recurring':
      return isRecurring
    case 'returnedOrRecurring':
      return isReturned || isRecurring
    case 'never':
      return false
  }
}
