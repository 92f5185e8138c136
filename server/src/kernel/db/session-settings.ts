import type pg from 'pg'

/** Settings that a connection keeps for as long as it lives: among them the role that it takes on. */
export type SessionSettings = Readonly<Record<string, string | number>>

const tenMinutesMs = 600_000

/**
 * What every session has, whatever its server or its database says. The server ends a transaction that waits for its program,
 * which hangs or was stopped, and with it the locks. So it does with a connection whose other end has vanished: by default it
 * would notice after two hours. Locks need an isolation in which a statement sees what was there when they were had.
 */
const everySession: SessionSettings = {
  timezone: 'UTC',
  jit: 'off',
  // A COMMIT without a transaction is answered with a warning alone.
  client_min_messages: 'warning',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: 10_000,
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 30_000,
}

/** How long a decision under a lock may wait for the lock, and for each statement, unless it has a deadline of its own. */
export const lockedMs = 5_000
/** How long a batch, or a commit that others of its shape wait for, may wait for a lock of another transaction. */
export const lockWaitMs = 50

/**
 * The settings of each kind of connection.
 *
 * Batches find every row by its key. They are planned once, whatever their size and however small the tables were then: so a
 * plan that would read a whole table is never the one, nor one that reads a small one whole (`cpu_tuple_cost`). Decisions under
 * a lock find their rows by keys too, and their plans are kept while the tables grow. Snapshots (exports, verification) compute
 * or write between their statements, and so do those who change the schema.
 */
export const sessions = {
  statements: everySession,
  batches: {
    ...everySession,
    lock_timeout: lockWaitMs,
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    enable_hashjoin: 'off',
    enable_mergejoin: 'off',
    cpu_tuple_cost: 1,
  },
  locks: {
    ...everySession,
    lock_timeout: lockedMs,
    statement_timeout: lockedMs,
    plan_cache_mode: 'force_generic_plan',
    enable_seqscan: 'off',
    cpu_tuple_cost: 1,
  },
  snapshots: { ...everySession, idle_in_transaction_session_timeout: tenMinutesMs },
  schema: { ...everySession, idle_in_transaction_session_timeout: tenMinutesMs, statement_timeout: 0 },
} as const satisfies Record<string, SessionSettings>

/**
 * Makes them hold, as the first statement of a connection. They are no start-up options (`-c role=…`): poolers
 * refuse those or drop them, and a connection without its role may touch every schema.
 */
export async function applySettings(
  client: pg.Client,
  settings: SessionSettings,
  { withinMs = settingsMs }: { withinMs?: number } = {},
): Promise<void> {
  const silence = new Error(`the database has not answered for ${withinMs} ms`)
  const overdue = setTimeout(() => client.connection.stream.destroy(silence), withinMs)
  try {
    await client.query(settingsText(settings))
  } finally {
    clearTimeout(overdue)
  }
}
/** A server that falls silent in the first moment of a connection would hold its place in the pool for ever. */
const settingsMs = 10_000

/** One `set` for each, which are sent together. */
export const settingsText = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join('; ')
