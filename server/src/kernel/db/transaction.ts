import type pg from 'pg'
import { type Deadline, LockTimeout } from '#kernel/db/deadline.ts'
import { isLostConnection, type Lease, NoConnection } from '#kernel/db/lease.ts'

/**
 * What the work of a transaction sends its statements with. It ends with the transaction: from the COMMIT, an error or the
 * deadline on, a statement throws in the caller, before anything of it is sent.
 */
export type Transaction = {
  query(text: string, values?: readonly unknown[]): Answer
  /** The last statement, with the COMMIT right behind it: both are sent at once, or neither. */
  queryLast(text: string, values: readonly unknown[]): Answer
}

type Answer = Promise<pg.QueryResult<Record<string, unknown>>>

/** The connection was outside a transaction where the work believed it inside: somebody else ended it. */
class TransactionLost extends Error {
  override readonly name = 'TransactionLost'
}

/**
 * Runs `work`, which begins the transaction with its first statement, and commits. An error rolls back: that is sent behind
 * whatever is under way, and the connection is released when all of it is answered.
 */
export async function transact<T>(lease: Lease, deadline: Deadline, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let hasBegun = false
  let last: Promise<unknown> | undefined
  let [isLost, isCommitSent] = [false, false]
  const sendLast = () => {
    const sent = sendCommit(lease)
    isCommitSent = true
    return sent
  }
  const check = () => {
    deadline.check()
    // While a statement is under way the state is unknown, and the answer to COMMIT tells.
    isLost ||= lease.isConfused() || (hasBegun && lease.state() === 'idle')
    if (isLost) throw new TransactionLost('the transaction was ended by somebody else')
    hasBegun = true
  }
  const tx: Transaction = {
    query: (text, values) => {
      check()
      return lease.query(text, values)
    },
    queryLast: (text, values) => {
      check()
      // From here on the limits of the database hold: what is being committed is not given up.
      deadline.end()
      const both = firstError([lease.query(text, values), sendLast()])
      last = both
      return both.then(([result]) => result)
    },
  }
  try {
    const result = await work(tx)
    if (!last) {
      check()
      deadline.end()
    }
    await (last ?? sendLast())
    return result
  } catch (error) {
    deadline.end()
    const isRolledBack = !isCommitSent && lease.isLost() && isLostConnection(error)
    // One that fails leaves a connection that is not idle, and that is closed.
    if (lease.state() !== 'idle') await lease.query('rollback').catch(() => undefined)
    if (lease.wasSilent()) throw new LockTimeout('the transaction was silent for too long', { cause: error })
    if (isRolledBack) throw new NoConnection('the connection was lost before the commit', { cause: error })
    throw error
  } finally {
    lease.release(isLost)
  }
}

/**
 * After a statement that has failed the database answers ROLLBACK; outside a transaction it answers COMMIT, with a warning.
 */
async function sendCommit(lease: Lease): Promise<void> {
  const { command } = await lease.query('commit')
  if (command !== 'COMMIT') throw new Error('a statement of the transaction has failed, and nothing was written')
  if (lease.isConfused()) throw new TransactionLost('there was no transaction to commit: somebody else had ended it')
}

/** Waits for all of them. When several fail, which one has failed first says why the others have. */
export async function firstError<const All extends readonly unknown[]>(all: All) {
  const ended = await Promise.allSettled(all)
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return Promise.all(all)
}
