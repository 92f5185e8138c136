import { execFile } from 'node:child_process'
import { chmod, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { SiteId } from '#core/directory'
import { type Helper, startHelper } from '../bench/processes.ts'
import type { environment, Simulation } from './simulation.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')

type Environment = ReturnType<typeof environment>

/** The program as it was at a commit, in a folder of its own, with the libraries of this one. */
export type OldVersion = {
  commit: string
  /** Its newest migration. */
  newestMigration: string
  migrate(url: string): Promise<void>
  openSite(env: Environment, notificationUrl: string): Promise<Simulation['site']>
  start(env: Environment): Promise<Helper>
}

/**
 * The version before: the one that was asked for, else the newest tag, else the commit before the one that brought the
 * newest migration.
 */
export async function versionBefore(asked: string | undefined): Promise<string> {
  if (asked) return git(['rev-parse', '--short', `${asked}^{commit}`])
  const tag = (await git(['tag', '--merged', 'HEAD', '--sort=-creatordate'])).split('\n')[0]
  if (tag) return tag
  const newest = (await git(['ls-files', 'server/migrations/0*.sql'])).split('\n').at(-1)!
  const added = await git(['log', '-1', '--first-parent', '--format=%h', '--diff-filter=A', '--', newest])
  return git(['rev-parse', '--short', `${added}^`])
}

export async function openOldVersion(folder: string, commit: string): Promise<OldVersion> {
  const place = join(folder, 'old')
  const archive = join(folder, 'old.tar')
  await mkdir(place)
  await run('git', ['archive', '--output', archive, commit, 'server', 'client', 'package.json'], { cwd: root })
  await run('tar', ['--extract', '--file', archive, '--directory', place])
  await symlink(join(root, 'node_modules'), join(place, 'node_modules'))
  await chmod(place, 0o755)
  const addressOf = (path: string) => pathToFileURL(join(place, path)).href
  const { migrate } = (await import(
    addressOf('server/src/database/migrate.ts')
  )) as typeof import('#database/migrate.ts')
  const florin = async (env: Environment, ...args: string[]): Promise<Readonly<Record<string, unknown>>> => {
    const program = join(place, 'server/src/cli/florin.ts')
    const { stdout } = await run(process.execPath, [program, ...args, '--json'], { env: { ...process.env, ...env } })
    return JSON.parse(stdout)
  }
  const files = (await git(['ls-tree', '--name-only', commit, 'server/migrations/'])).split('\n')
  return {
    commit,
    newestMigration: files
      .filter((file) => file.endsWith('.sql'))
      .at(-1)!
      .replace('server/migrations/', ''),
    migrate: async (url) => void (await migrate(url, { log: () => undefined })),
    openSite: async (env, notificationUrl) => {
      const merchant = await florin(env, 'merchant', 'add', 'Leaf Tea')
      const options = ['--currencies', 'EUR', '--notification-url', notificationUrl]
      const site = await florin(env, 'site', 'add', String(merchant.id), 'Web shop', ...options)
      return { id: Number(site.id) as SiteId, privateKey: String(site.privateKey) }
    },
    start: (env) => startHelper(addressOf('server/drills/florin-process.ts'), { env }),
  }
}

const git = async (args: readonly string[]): Promise<string> => (await run('git', args, { cwd: root })).stdout.trim()
