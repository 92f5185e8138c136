import pg from 'pg'
import { writerAmong } from '#kernel/db/servers.ts'
import type { Config } from '../config.ts'
import { type Finding, ok, textOf, warning } from './finding.ts'

const timeoutMs = 10_000
const page = 'docs/operating/scaling.md'

/** The replica that lists are read from, where one is configured: whether it is one, of this database, and follows. */
export async function checkReadReplica(databaseUrl: string, { readDatabase }: Config): Promise<Finding[]> {
  if (readDatabase.url === undefined) return []
  const { lagMs } = readDatabase
  try {
    const written = await ask(await writerAmong(databaseUrl), 'pg_current_wal_lsn()')
    const replayed = await ask(
      readDatabase.url.reveal(),
      'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end',
    )
    return [findingOf(written, replayed, lagMs)]
  } catch (error) {
    return [warning('Read replica', textOf(error), `Lists are read from the primary meanwhile: ${page}`)]
  }
}

type Asked = { system: string; position: bigint | undefined }

function findingOf(written: Asked, replayed: Asked, lagMs: number): Finding {
  if (replayed.system !== written.system)
    return warning(
      'Read replica',
      'is of another database',
      'FLORIN_READ_DATABASE_URL names a replica of DATABASE_URL.',
    )
  if (replayed.position === undefined || written.position === undefined)
    return warning('Read replica', 'takes writes itself, so it is none', `It is not used: ${page}`)
  const behind = written.position - replayed.position
  return behind <= behindMax
    ? ok('Read replica', `follows; lists are read from it while it is at most ${lagMs} ms behind`)
    : warning('Read replica', `is ${behind / 1_048_576n} MB of the log behind`, `Does it follow? ${page}`)
}
/** What a busy primary writes in a second. */
const behindMax = 16n * 1_048_576n

async function ask(url: string, position: string): Promise<Asked> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'florin doctor',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ system: string; position: string | null }>(
      `select (select system_identifier::text from pg_control_system()) as system, ((${position}) - '0/0'::pg_lsn)::text as position`,
    )
    const { system, position: bytes } = rows[0]!
    return { system, position: bytes === null ? undefined : BigInt(bytes) }
  } finally {
    await client.end().catch(() => undefined)
  }
}
