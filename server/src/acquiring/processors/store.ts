import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { RecordedConnection, RecordedCredentials } from './connection.ts'

/** All of them, in the order in which they were added. There are few. */
export async function listConnections(db: Reader): Promise<RecordedConnection[]> {
  const rows = await connections(db).orderBy('created_at').orderBy('name').limit(connectionsMax).execute()
  return rows.map(connectionOf)
}
const connectionsMax = 1_000

export async function findConnection(db: Reader, name: string): Promise<RecordedConnection | undefined> {
  const row = await connections(db)
    .where('name', '=', name as ConnectorId)
    .executeTakeFirst()
  return row && connectionOf(row)
}

const connections = (db: Reader) =>
  db.read
    .selectFrom('processors.connections')
    .select([
      'name',
      'version',
      'kind',
      'mode',
      'account',
      'default_at as defaultAt',
      'created_at as createdAt',
      'changed_at as changedAt',
      'disabled_at as disabledAt',
      'checked_at as checkedAt',
      'check_problem as checkProblem',
    ])

type ConnectionRow = Awaited<ReturnType<ReturnType<typeof connections>['executeTakeFirstOrThrow']>>

const connectionOf = (row: ConnectionRow): RecordedConnection => ({
  ...row,
  account: row.account ?? undefined,
  defaultAt: row.defaultAt ?? undefined,
  disabledAt: row.disabledAt ?? undefined,
  checkedAt: row.checkedAt ?? undefined,
  checkProblem: row.checkProblem ?? undefined,
})

/** Newest first, with those that have expired. */
export async function credentialsOf(db: Reader, connection: ConnectorId): Promise<RecordedCredentials[]> {
  const rows = await db.read
    .selectFrom('processors.credentials')
    .select(['id', 'fields', 'sealed', 'created_at as createdAt', 'expires_at as expiresAt'])
    .where('connection', '=', connection)
    .orderBy('id', 'desc')
    .limit(credentialsMax)
    .execute()
  return rows.map((row) => ({ ...row, expiresAt: row.expiresAt ?? undefined }))
}
const credentialsMax = 1_000
