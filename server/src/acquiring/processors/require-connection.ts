import type { Db } from '#kernel/db/db.ts'
import type { RecordedConnection } from './connection.ts'
import { refuse } from './refusals.ts'
import { findConnection } from './store.ts'

export async function requireConnection(
  db: Pick<Db, 'read' | 'run' | 'bound'>,
  name: string,
): Promise<RecordedConnection> {
  const found = await findConnection(db, name)
  if (!found) throw refuse('connection_not_found', { field: 'connection' })
  return found
}
