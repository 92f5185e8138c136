import { type ActionOf, type StatusOf, stateMachine } from '#kernel/base/state-machine.ts'

/**
 * The life of a card transaction, as the messages of the network make it. What was reversed or has expired may be cleared
 * all the same: networks post first. A declined one never is; a clearing that names it makes a transaction of its own.
 * `asking` is one that the rules have approved and a partner is asked about. A verification and a balance inquiry are
 * `completed` by their approval, for no money follows.
 */
export const transactionStates = stateMachine('challenged', {
  challenged: {
    approve: 'pending',
    ask: 'asking',
    complete: 'completed',
    decline: 'declined',
    post: 'settled',
    expire: 'expired',
  },
  asking: {
    approve: 'pending',
    post: 'settled',
    decline: 'declined',
    reduce: 'asking',
    replace: 'pending',
    reverse: 'reversed',
    expire: 'expired',
    clear: 'settled',
  },
  pending: {
    increase: 'pending',
    reduce: 'pending',
    replace: 'pending',
    reverse: 'reversed',
    expire: 'expired',
    clear: 'settled',
    refund: 'settled',
  },
  completed: {},
  declined: {},
  reversed: { clear: 'settled', refund: 'settled' },
  expired: { clear: 'settled', refund: 'settled' },
  settled: {
    increase: 'settled',
    replace: 'settled',
    post: 'settled',
    clear: 'settled',
    refund: 'settled',
    reduce: 'settled',
    expire: 'settled',
    reverse: 'reversed',
  },
})
export type TransactionStatus = StatusOf<typeof transactionStates>

/**
 * How a transaction begins: `force` is a clearing and `credit` a refund that no authorization of ours precedes, `post` a
 * single message.
 */
const firstStatus = {
  challenge: 'challenged',
  ask: 'asking',
  complete: 'completed',
  approve: 'pending',
  decline: 'declined',
  post: 'settled',
  force: 'settled',
  credit: 'settled',
} as const satisfies Record<string, TransactionStatus>
export type FirstAction = keyof typeof firstStatus

export type TransactionAction = ActionOf<typeof transactionStates> | FirstAction

/** Undefined: it cannot happen. */
export function statusAfter(from: TransactionStatus | null, action: TransactionAction): TransactionStatus | undefined {
  if (from === null) return Object.hasOwn(firstStatus, action) ? firstStatus[action as FirstAction] : undefined
  return transactionStates.next(from, action as ActionOf<typeof transactionStates>)
}
