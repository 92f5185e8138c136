import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * What becomes of a deposit. It is credited once; what does not fit its order is parked for an operator, and what comes
 * from a sender on a sanctions list is frozen, also when it is parked and a new list names the sender. A reorganisation drops what is not credited yet; what was credited and is
 * not in the chain any more is lost: the operator bears the loss or reclaims the money, until it is found again.
 */
export const receiptStates = stateMachine('seen', {
  seen: { wait: 'waiting', credit: 'credited', park: 'parked', freeze: 'frozen', drop: 'dropped' },
  waiting: { credit: 'credited', park: 'parked', freeze: 'frozen', drop: 'dropped' },
  parked: { credit: 'credited', return: 'returned', freeze: 'frozen', drop: 'dropped' },
  frozen: { release: 'parked', drop: 'dropped' },
  credited: { lose: 'lost' },
  lost: { find: 'credited', writeOff: 'writtenOff', reclaim: 'reclaimed' },
  writtenOff: { find: 'credited' },
  reclaimed: { find: 'credited' },
  dropped: { include: 'seen' },
  returned: {},
})
export type ReceiptStatus = StatusOf<typeof receiptStates>
export type ReceiptAction = ActionOf<typeof receiptStates>
