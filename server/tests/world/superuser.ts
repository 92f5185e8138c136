import pg from 'pg'
import { onTestFinished } from 'vitest'

/** A superuser's connection, for planting rows that must not exist. It closes when the test is finished. */
export async function connectAsSuperuser(url: string, { unruled = false } = {}): Promise<pg.Client> {
  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  // No trigger fires and no foreign key is checked in this role.
  if (unruled) await client.query('set session_replication_role = replica')
  return client
}
