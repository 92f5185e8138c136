import type pg from 'pg'

/**
 * Runs `work` in a transaction of its own on the caller's connection. An error rolls back, and so does a COMMIT that the
 * database answers with ROLLBACK, since a statement has failed that `work` did not mind.
 */
export async function oneTransaction<T>(
  client: pg.ClientBase,
  work: () => Promise<T>,
  { begin = 'begin' }: { begin?: string } = {},
): Promise<T> {
  await client.query(begin)
  try {
    const result = await work()
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('a statement of the transaction has failed, and nothing was written')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
