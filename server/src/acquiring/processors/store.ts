import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { genuine, genuineRow } from '#kernel/db/bound/genuine.ts'
import type { Db } from '#kernel/db/db.ts'
import type { RowOf } from '#kernel/db/row-of.ts'
import type { RecordedConnection, RecordedCredentials } from './connection.ts'

/** All of them, in the order in which they were added. There are few. */
export async function listConnections(db: Reading): Promise<RecordedConnection[]> {
  const rows = await connections(db).orderBy('created_at').orderBy('name').limit(connectionsMax).execute()
  return (await genuine(db, 'processors.connections', rows)).map(connectionOf)
}
const connectionsMax = 1_000

type Reading = Pick<Db, 'read' | 'run' | 'bound'>

export async function findConnection(db: Reading, name: string): Promise<RecordedConnection | undefined> {
  const found = await connections(db)
    .where('name', '=', name as ConnectorId)
    .executeTakeFirst()
  const row = await genuineRow(db, 'processors.connections', found)
  return row && connectionOf(row)
}

const connections = (db: Reading) => db.read.selectFrom('processors.connections').selectAll()

const connectionOf = (row: RowOf<typeof connections>): RecordedConnection => ({
  name: row.name,
  version: row.version,
  kind: row.kind,
  mode: row.mode,
  account: row.account ?? undefined,
  defaultAt: row.default_at ?? undefined,
  createdAt: row.created_at,
  changedAt: row.changed_at,
  disabledAt: row.disabled_at ?? undefined,
  checkedAt: row.checked_at ?? undefined,
  checkProblem: row.check_problem ?? undefined,
})

/** Newest first, with those that have expired. */
export async function credentialsOf(db: Reading, connection: ConnectorId): Promise<RecordedCredentials[]> {
  const rows = await db.read
    .selectFrom('processors.credentials')
    .selectAll()
    .where('connection', '=', connection)
    .orderBy('id', 'desc')
    .limit(credentialsMax)
    .execute()
  return (await genuine(db, 'processors.credentials', rows)).map((row) => ({
    id: row.id,
    fields: row.fields,
    sealed: row.sealed,
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  }))
}
const credentialsMax = 1_000
