import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, lchown, mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { runAs, type ServerAccount, serverAccount } from './server-account.ts'
import { findPrograms, type ServerPrograms } from './server-programs.ts'

/** The name of the superuser and of the database. */
export const owner = 'florin'

/** The files of one embedded database, all in the folder it was given, and the user they are run by. */
export type Cluster = {
  /** PostgreSQL's own data directory. */
  folder: string
  /** How `folder` is named to PostgreSQL's programs, which are started in it. */
  argument: string
  passwordFile: string
  logFile: string
  /** Held exclusively by a program while it starts or stops the server. */
  turnLock: string
  /** Held, together, by everybody who uses the server. */
  usersLock: string
  account: ServerAccount | undefined
}

/** Creates `dataDir` if it is missing and returns the paths inside. Refuses data that belongs to another user. */
export async function openCluster(dataDir: string): Promise<Cluster> {
  const folder = join(dataDir, 'postgresql')
  const account = await serverAccount(dataDir, folder)
  const made = await mkdir(dataDir, { recursive: true, mode: 0o700 })
  for (let path = dataDir; made && path.length >= made.length; path = dirname(path))
    await transferOwnership(account, path)
  const data = await stat(folder).catch(() => undefined)
  if (data && !account && data.uid !== process.getuid?.()) {
    throw new Error(`${folder} belongs to user ${data.uid}. Start Florin as that user or as root, or chown the folder.`)
  }
  if (data && account && data.uid !== account.uid >>> 0) await chownTree(folder, account)
  const at = (suffix: string) => `${folder}.${suffix}`
  return {
    folder,
    argument: account && process.platform === 'linux' ? wherever : folder,
    passwordFile: at('password'),
    logFile: at('log'),
    turnLock: at('turn'),
    usersLock: at('users'),
    account,
  }
}

/**
 * A name for the folder a program was started in that works even when no path to it is open to the program's user:
 * we enter the folder as root, and become the other user in it.
 */
const wherever = '/proc/self/cwd'

/** Changes the owner of a file that root created to the owner of the folder; `nobody` receives only what it needs. */
export async function transferOwnership(account: ServerAccount | undefined, path: string): Promise<void> {
  if (account?.ownsFolder) await chown(path, account.uid, account.gid)
}

/** Whether the cluster has been made. */
export const hasData = async ({ folder }: Cluster): Promise<boolean> =>
  (await stat(join(folder, 'PG_VERSION')).catch(() => undefined)) !== undefined

/** The programs to run a cluster with. Makes the cluster if there is none; refuses one of another major version. */
export async function prepareCluster(
  cluster: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<ServerPrograms & { password: string }> {
  const programs = await findPrograms(cluster.account, dirname(cluster.folder))
  const version = await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8').catch(() => undefined)
  const password = await readPassword(cluster)
  if (version === undefined) {
    const flags = settings.fsync === 'off' ? [...initdbFlags, '--no-sync'] : initdbFlags
    return { ...programs, password: await makeCluster(cluster, { program: programs.initdb, flags }, password) }
  }
  if (Number.parseInt(version, 10) !== Number.parseInt(programs.version, 10)) {
    throw new Error(
      `${cluster.folder} was written by PostgreSQL ${version.trim()}, and this program brings ${programs.version}. ` +
        'Start the release of Florin that wrote it and transfer the data (see the guide to upgrading).',
    )
  }
  return { ...programs, password: password ?? (await renewPassword(cluster, programs)) }
}

export async function readPassword({ passwordFile }: Cluster): Promise<string | undefined> {
  const text = await readFile(passwordFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}

/**
 * The cluster is made under another name and appears under its own when it is complete. Whenever we are interrupted,
 * the next start finds either none or a whole one, and the password was on disk before it.
 */
async function makeCluster(
  cluster: Cluster,
  { program, flags }: { program: string; flags: string[] },
  known: string | undefined,
): Promise<string> {
  await sweepDrafts(cluster)
  const password = known ?? (await writePassword(cluster))
  const draft = await mkdtemp(`${cluster.folder}.draft-`)
  await chownTree(draft, cluster.account)
  const passwordFile = await open(cluster.passwordFile, 'r')
  try {
    const args = [...flags, `--pgdata=${cluster.argument === cluster.folder ? draft : cluster.argument}`]
    const { code, output } = await run(program, args, { ...cluster, folder: draft, stdin: passwordFile.fd })
    if (code !== 0) throw new Error(`${cluster.folder} could not be made.${adviceFor(output)}\n${output.trim()}`)
    await rename(draft, cluster.folder)
  } finally {
    await passwordFile.close()
    await rm(draft, { recursive: true, force: true })
  }
  await syncFolder(dirname(cluster.folder))
  return password
}

function adviceFor(output: string): string {
  if (/user does not exist/.test(output)) {
    return ' PostgreSQL wants its user to have a name: add a line to /etc/passwd, or run as another user.'
  }
  return /No space left/.test(output) ? ' The disk is full.' : ''
}

/** The same text order and encoding on every machine, whatever its locale; checksums on every page. */
const initdbFlags = [
  `--username=${owner}`,
  '--pwfile=/dev/fd/0',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--data-checksums',
]

/** What an interrupted start left behind. Its initdb may still be running: what it writes meanwhile goes next time. */
async function sweepDrafts({ folder }: Cluster): Promise<void> {
  const parent = dirname(folder)
  for (const name of await readdir(parent)) {
    const path = join(parent, name)
    if (path.startsWith(`${folder}.draft-`)) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

async function writePassword(cluster: Cluster): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const file = await open(cluster.passwordFile, 'w', 0o600)
  try {
    await file.writeFile(`${password}\n`)
    // initdb reads it, so it belongs to the server's user, who can read everything it protects anyway.
    if (cluster.account) await file.chown(cluster.account.uid, cluster.account.gid)
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolder(dirname(cluster.passwordFile))
  return password
}

/** For data restored from a copy without its password: PostgreSQL lets the owner of the files set a new one. */
async function renewPassword(cluster: Cluster, programs: ServerPrograms): Promise<string> {
  const password = await writePassword(cluster)
  const statement = `alter role ${owner} password '${password}'\n`
  const { code, output } = await run(programs.postgres, ['--single', '-D', cluster.argument, 'postgres'], {
    ...cluster,
    stdin: statement,
  })
  if (code === 0 && !output.includes('ERROR')) return password
  await rm(cluster.passwordFile)
  throw new Error(`${cluster.passwordFile} is missing, and a new password could not be set.\n${output.trim()}`)
}

type Surroundings = { folder: string; account: ServerAccount | undefined; stdin: number | string }

async function run(program: string, args: string[], { folder, account, stdin }: Surroundings) {
  const child = spawn(program, args, {
    ...runAs(account),
    cwd: folder,
    env: serverEnvironment,
    stdio: [typeof stdin === 'number' ? stdin : 'pipe', 'pipe', 'pipe'],
  })
  if (typeof stdin === 'string') child.stdin?.end(stdin)
  let output = ''
  child.stdout?.on('data', () => {})
  child.stderr?.on('data', (chunk) => {
    output += chunk
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { code, output }
}

/** Nothing of our own environment: PGPORT, PGDATA, LANG and others would change how PostgreSQL runs. */
export const serverEnvironment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** PostgreSQL must own its folder, and no other user may read it. */
async function chownTree(folder: string, account: ServerAccount | undefined): Promise<void> {
  await chmod(folder, 0o700)
  if (!account) return
  await chown(folder, account.uid, account.gid)
  for (const entry of await readdir(folder, { recursive: true })) {
    await lchown(join(folder, entry), account.uid, account.gid)
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
