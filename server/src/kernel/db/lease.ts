import type pg from 'pg'

/**
 * A connection of a pool, lent to one holder until it is released. Afterwards somebody else may hold the connection, so a
 * late statement throws `LeaseEnded` at once, and nothing of it reaches the database.
 *
 * The driver's own connections stay in `pool.ts` and here: a caller that kept one could commit or roll back the transaction
 * of a stranger.
 */
export type Lease = {
  /**
   * Sends one statement. Throws before anything is sent, and not in the promise, when the lease has ended. Rejects with
   * `NoConnection` when the connection had died before anything was sent.
   */
  query(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Record<string, unknown>>>
  /** The state of its transaction, as the database said last; unknown while a statement is under way. */
  state(): LeaseState
  /** The database has warned that a transaction began or ended which was none: holder and connection disagree. */
  isConfused(): boolean
  /** The database has ended the connection since its transaction was silent for too long: it was rolled back. */
  wasSilent(): boolean
  /** The connection is no more: a transaction whose COMMIT was not sent is rolled back. */
  isLost(): boolean
  /**
   * Ends the lease. The connection serves the next holder once everything is answered and it is known to be idle, outside
   * a transaction. Any other is closed, and so is one that is broken.
   */
  release(isBroken?: boolean): void
}

export type LeaseState = 'idle' | 'inTransaction' | 'failed' | 'unknown'

/** Nothing was written: no connection was free in time or could be made, or the one that was had died before the COMMIT. */
export class NoConnection extends Error {
  override readonly name = 'NoConnection'
}

/**
 * Whether a statement failed because its connection ended under it. These are the driver's words, those of `pool.ts`, and the
 * last ones of a server that shuts down or ends the session.
 */
export function isLostConnection(error: unknown): boolean {
  const { severity, syscall, code = '', message = '' } = error as Partial<Record<string, string>>
  if (severity !== undefined) return code.startsWith('57P') || code.startsWith('08')
  return syscall !== undefined || lostConnection.test(message)
}
const lostConnection =
  /^(?:Connection terminated|Client (?:has encountered a connection error|was closed)|Query read timeout|the database (?:has not answered|was closed))/

/** A statement, or a second release, came after the holder had released the connection. Nothing was sent. */
export class LeaseEnded extends Error {
  override readonly name = 'LeaseEnded'
}

export function leaseOf(client: pg.PoolClient): Lease {
  const watched = watchedConnections.get(client)!
  // The pool gives the connection another one for each holder.
  const giveBack = client.release
  let hasEnded = false
  const expectHeld = () => {
    if (hasEnded) throw new LeaseEnded('its connection was released, and others use it')
  }
  const state = (): LeaseState => (watched.owed > 0 ? 'unknown' : stateOf(client))
  return {
    query: (text, values) => {
      expectHeld()
      return client.query<Record<string, unknown>>(text, values as unknown[]).catch((error: Error) => {
        if (!wasNotSent(error)) throw error
        // It is owed no answer.
        watched.isClosed = true
        watched.settled()
        throw new NoConnection(error.message, { cause: error })
      })
    },
    state,
    isConfused: () => watched.isConfused,
    wasSilent: () => watched.wasSilent,
    isLost: () => watched.isClosed || isDead(client),
    release: (isBroken = false) => {
      expectHeld()
      hasEnded = true
      if (isBroken) giveBack(true)
      else whenAnswered(watched, () => giveBack(watched.isConfused || state() !== 'idle'))
    },
  }
}

/** The driver's words for a statement that it has not begun to send. */
const wasNotSent = ({ message }: Error): boolean =>
  message.startsWith('Client ') && message.endsWith(' and is not queryable')

/** Whether a connection has ended, or the other side has ended it, also when that has not been noticed yet. */
export function isDead(client: pg.PoolClient): boolean {
  const { _queryable: isQueryable, connection } = client as unknown as pg.Client & { _queryable: boolean }
  const { stream } = connection
  return !isQueryable || stream.destroyed || stream.readableEnded || stream.writableEnded
}

type Watched = {
  /** How many statements the database has not answered to their end: an error comes before the end of its statement. */
  owed: number
  isConfused: boolean
  wasSilent: boolean
  isClosed: boolean
  /** Called when nothing is owed any more, or the connection is closed. */
  settled: () => void
}

const watchedConnections = new WeakMap<pg.PoolClient, Watched>()

/** For a new connection, before anything else wraps it: counts what was sent and what is answered. */
export function watchConnection(client: pg.PoolClient): void {
  const watched: Watched = { owed: 0, isConfused: false, wasSilent: false, isClosed: false, settled: () => undefined }
  watchedConnections.set(client, watched)
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const counted = (...given: unknown[]) => {
    watched.owed++
    return query(...given)
  }
  client.query = counted as typeof client.query
  // ReadyForQuery ends each statement, whether it succeeded or not, and has the state (PostgreSQL manual, 54.2 and 54.7).
  ;(client as unknown as pg.Client).connection.on('readyForQuery', () => {
    watched.owed--
    if (watched.owed === 0) watched.settled()
  })
  client.once('end', () => {
    watched.isClosed = true
    watched.settled()
  })
  // Before a statement that has arrived meanwhile is read: none that the holder has sent since is carried out.
  ;(client as unknown as pg.Client).connection.on('errorMessage', ({ code }: pg.DatabaseError) => {
    if (code === idleInTransaction) watched.wasSilent = true
  })
  client.on('notice', ({ code }) => {
    if (code === transactionUnderWay || code === noTransaction) watched.isConfused = true
  })
}
/** PostgreSQL answers a second BEGIN and a COMMIT without BEGIN with success and a warning (manual, appendix A). */
const transactionUnderWay = '25001'
const noTransaction = '25P01'
/** What a server says last to a transaction that waited for its program (`idle_in_transaction_session_timeout`). */
const idleInTransaction = '25P03'

/** A connection that never answers is released as well, in an unknown state. */
function whenAnswered(watched: Watched, goOn: () => void): void {
  if (watched.owed === 0 || watched.isClosed) {
    goOn()
    return
  }
  const settle = () => {
    clearTimeout(overdue)
    watched.settled = () => undefined
    goOn()
  }
  const overdue = setTimeout(settle, answeredWithinMs)
  watched.settled = settle
}
/** The end of a statement follows its error at once; the work of a transaction waits for its statements by itself. */
const answeredWithinMs = 3_000

const stateOf = (client: pg.PoolClient): LeaseState => states[client.getTransactionStatus() ?? ''] ?? 'unknown'
const states: Readonly<Record<string, LeaseState>> = { I: 'idle', T: 'inTransaction', E: 'failed' }
