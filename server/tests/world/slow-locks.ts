import type { Kysely } from 'kysely'
import { StaleWrite } from '#kernel/db/commit/commit.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { kyselyOn } from '#kernel/db/kysely-on.ts'
import type { Schema } from '#kernel/db/schema.ts'

/** Where a decision under a lock stops: before this statement of this transaction of its name, both counted from 0. */
export type Place = { name: string; transaction: number; statement: number }

/** One transaction that is stopped at its place. */
export type Stopped = {
  /** It has come to its place. */
  reached: Promise<void>
  /** Lets its deadline pass, and resolves when the transaction has ended and its connection is released. */
  passDeadline(): Promise<void>
  /** Releases its statement, and resolves when that is answered or refused. */
  goOn(): Promise<void>
  /** It has sent something behind its deadline: the outcome of the statement it was stopped at. */
  readonly late: 'answered' | 'refused' | undefined
}

/**
 * A machine on which any time may pass between two statements of a decision under a lock: transactions are stopped where
 * a test wants it, and their deadlines pass by hand. Nothing sleeps.
 */
export type SlowLocks = {
  /** The next transaction of this name stops at its place. */
  stopAt(place: Place): Stopped
  /** How many statements each transaction of a name has sent while `work` ran, in their order. */
  count(name: string, work: () => Promise<unknown>): Promise<number[]>
  /** Commits of this use case without a lock find that others were quicker, until `work` has ended. */
  contended<T>(useCase: string | undefined, work: () => Promise<T>): Promise<T>
}

type Plan = Place & { seen: number; stopped: ReturnType<typeof openStop> }

/** From now on the transactions with locks of this database can be stopped. */
export function slowLocks(db: Db): SlowLocks {
  const { locked } = db
  const plans: Plan[] = []
  const counted = new Map<string, number[]>()
  const contendedUseCases = new Set<string>()
  const planFor = (name: string): Plan | undefined => {
    const plan = plans.find((one) => one.name === name && one.seen++ === one.transaction)
    if (plan) plans.splice(plans.indexOf(plan), 1)
    return plan
  }
  db.locked = (rows, options, work) => {
    const stopped = planFor(options.name)?.stopped
    const counts = counted.get(options.name)
    const nth = counts ? counts.push(0) - 1 : 0
    const before = async (sent: () => Promise<Rows>) => {
      if (counts) counts[nth]!++
      return stopped ? stopped.before(sent) : sent()
    }
    // The same object for the locks and behind them, for some loaders belong to one.
    let slow: Db | undefined
    const slowed = (tx: Reader) => (slow ??= stretched(tx as Db, before))
    const { read } = options
    const transaction = locked(
      rows,
      { ...options, ...(read && { read: (tx: Reader) => read(slowed(tx)) }), ...(stopped && { timer: stopped.timer }) },
      (tx, found, held) => work(slowed(tx), found, held),
    )
    stopped?.follow(transaction)
    return transaction
  }
  const { batches } = db
  Object.defineProperty(db, 'batches', {
    value: batches && {
      carryOut: (...[commit, as]: Parameters<typeof batches.carryOut>) =>
        contendedUseCases.has(commit.useCase ?? '')
          ? Promise.reject(new StaleWrite('others were there before'))
          : batches.carryOut(commit, as),
    },
  })
  return {
    stopAt: (place) => {
      const stopped = openStop(place.statement)
      plans.push({ ...place, seen: 0, stopped })
      return stopped
    },
    count: async (name, work) => {
      counted.set(name, [])
      await work()
      const counts = counted.get(name)!
      counted.delete(name)
      return counts
    },
    contended: async (useCase, work) => {
      if (useCase !== undefined) contendedUseCases.add(useCase)
      return work().finally(() => contendedUseCases.clear())
    },
  }
}

type Rows = Record<string, unknown>[]
type Before = (sent: () => Promise<Rows>) => Promise<Rows>

function stretched(tx: Db, before: Before): Db {
  const run: Db['run'] = (text, values) => before(() => tx.run(text, values))
  let read: Kysely<Schema> | undefined
  return {
    ...tx,
    get read() {
      const query = async (text: string, values: readonly unknown[]) => ({ rows: await run(text, values) })
      read ??= kyselyOn({ connect: async () => ({ query, release: () => undefined }), end: async () => undefined })
      return read
    },
    run,
    runLast: (text, values) => before(() => tx.runLast!(text, values)),
  }
}

function openStop(statement: number) {
  const [reached, leave, tried, ended] = Array.from({ length: 4 }, () => Promise.withResolvers<void>())
  let [sent, isOver] = [0, false]
  let late: Stopped['late']
  let pass = () => {}
  const stopped: Stopped = {
    reached: reached!.promise,
    passDeadline: () => {
      isOver = true
      pass()
      return ended!.promise
    },
    goOn: () => {
      leave!.resolve()
      return tried!.promise
    },
    get late() {
      return late
    },
  }
  return Object.assign(stopped, {
    timer: (over: () => void) => {
      pass = over
      return () => undefined
    },
    follow: (transaction: Promise<unknown>) => void transaction.catch(() => undefined).then(() => ended!.resolve()),
    before: async (send: () => Promise<Rows>): Promise<Rows> => {
      if (sent++ !== statement) return send()
      reached!.resolve()
      await leave!.promise
      try {
        const rows = await send()
        if (isOver) late = 'answered'
        return rows
      } catch (error) {
        if (isOver) late = 'refused'
        throw error
      } finally {
        tried!.resolve()
      }
    },
  })
}
