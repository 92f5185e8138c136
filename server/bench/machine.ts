import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import type { BenchContext } from './context.ts'

/** What the figures depend on, one fact a line. */
export async function describeMachine({ query }: BenchContext): Promise<string[]> {
  const [cpu] = cpus()
  const [version] = await query('show server_version')
  const settings = ['fsync', 'synchronous_commit', 'shared_buffers', 'wal_compression', 'commit_delay']
  const set = await query(
    `select string_agg(name || ' ' || setting || coalesce(unit, ''), ', ' order by name) as text
     from pg_settings where name in (${settings.map((name) => `'${name}'`).join(', ')})`,
  )
  return [
    `${cpu?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
    `Node ${process.version.slice(1)}, PostgreSQL ${version!.server_version} (${set[0]!.text})`,
    `Commit ${commit()}`,
  ]
}

function commit(): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '..', '../../package-lock.json') !== ''
    return `${git('log', '-1', '--format=%h of %cs')}${changed ? ', with changes that are not committed' : ''}`
  } catch {
    return 'unknown'
  }
}
