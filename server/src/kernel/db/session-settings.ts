import type pg from 'pg'

/** Settings that a connection keeps for as long as it lives: among them the role that it takes on. */
export type SessionSettings = Readonly<Record<string, string | number>>

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
