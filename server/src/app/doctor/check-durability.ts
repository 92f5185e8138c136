import type pg from 'pg'
import { type Finding, ok, unknown, warning, wrong } from './finding.ts'

type Settings = {
  fsync: string
  fullPageWrites: string
  synchronousCommit: string
  checksums: string
  archiveMode: string
  standbys: string
}

/** What of the database survives what: a crash, the loss of the machine, a mistake. */
export async function checkDurability(
  client: pg.Client,
  { serversNamed }: { serversNamed: number },
): Promise<Finding[]> {
  const { rows } = await client.query<Settings>(`select current_setting('fsync') as fsync,
    current_setting('full_page_writes') as "fullPageWrites",
    current_setting('synchronous_commit') as "synchronousCommit",
    current_setting('data_checksums') as checksums,
    current_setting('archive_mode') as "archiveMode",
    current_setting('synchronous_standby_names') as standbys`)
  const settings = rows[0]!
  return [
    onDisk(settings),
    settings.checksums === 'on'
      ? ok('Checksums', 'of data pages are on')
      : warning(
          'Checksums',
          'of data pages are off: a disk that returns wrong bytes is not noticed',
          'pg_checksums --enable, while the server is stopped.',
        ),
    await replication(client, settings, serversNamed),
    await archive(client, settings),
  ]
}

function onDisk({ fsync, fullPageWrites, synchronousCommit }: Settings): Finding {
  const off = [
    ...(fsync === 'off' ? ['fsync = off'] : []),
    ...(fullPageWrites === 'off' ? ['full_page_writes = off'] : []),
    ...(['off', 'local'].includes(synchronousCommit) ? [`synchronous_commit = ${synchronousCommit}`] : []),
  ]
  return off.length === 0
    ? ok('Disk of the database', 'is waited for before anything is acknowledged')
    : wrong(
        'Disk of the database',
        `${off.join(', ')}: a payment that was acknowledged can be lost`,
        'Remove these settings.',
      )
}

async function replication(client: pg.Client, { standbys }: Settings, serversNamed: number): Promise<Finding> {
  const { rows } = await client.query<{ streaming: number; waitedFor: number }>(
    `select count(*)::int as streaming,
            (count(*) filter (where sync_state in ('sync', 'quorum')))::int as "waitedFor"
       from pg_stat_replication`,
  )
  const { streaming, waitedFor } = rows[0]!
  const page = 'docs/operating/replication.md'
  if (streaming === 0)
    return warning(
      'Replication',
      'has no replica: the loss of one disk loses payments',
      `Two servers, better three: ${page}`,
    )
  if (standbys === '')
    return warning(
      'Replication',
      `has ${streaming} replicas, and none is waited for`,
      `Set synchronous_standby_names: ${page}`,
    )
  if (waitedFor === 0 && (await seesStates(client)))
    return wrong(
      'Replication',
      `waits for ${standbys}, and no such replica is connected`,
      `Nothing is acknowledged meanwhile: ${page}`,
    )
  return serversNamed > 1
    ? ok(
        'Replication',
        `has ${streaming} replicas, waits for ${standbys}, and DATABASE_URL names ${serversNamed} servers`,
      )
    : warning(
        'Replication',
        `waits for ${standbys}, but DATABASE_URL names one server`,
        `Name all of them, or the address that moves with the primary: ${page}`,
      )
}

/** PostgreSQL hides the states of replicas from users who may not read statistics. */
async function seesStates(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ sees: boolean }>(
    "select pg_has_role(current_user, 'pg_read_all_stats', 'member') as sees",
  )
  return rows[0]?.sees ?? false
}

/** A replica repeats every mistake; only an archive or a dump goes back behind it. */
async function archive(client: pg.Client, { archiveMode }: Settings): Promise<Finding> {
  const page = 'docs/operating/backup.md'
  if (archiveMode === 'off')
    return warning(
      'Backup',
      'the write-ahead log is not archived, so you cannot go back to a moment',
      `Archive it: ${page}`,
    )
  const { rows } = await client.query<{ isFailing: boolean; last: Date | null; name: string | null }>(
    `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing",
            last_archived_time::text as last, last_failed_wal as name from pg_stat_archiver`,
  )
  const { isFailing, last, name } = rows[0]!
  if (isFailing) return wrong('Backup', `archiving fails since ${name}`, `The log of the database says why: ${page}`)
  return last === null
    ? unknown('Backup', 'nothing was archived yet', `Try a restore before you need one: ${page}`)
    : ok('Backup', `the write-ahead log was archived last at ${last}`)
}
