import { readFileSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The user that PostgreSQL runs as, when that is not simply us. `ownsFolder` says that the place the data lies in
 * belongs to this user, so whatever we make there should too.
 */
export type ServerAccount = { uid: number; gid: number; ownsFolder: boolean }

/**
 * PostgreSQL refuses to run as root. When we are root, it runs as the user who owns the data, or else as the owner of
 * the folder that will hold it (a person who used sudo in their home can later continue without it), or else as
 * `nobody`. Returns undefined when we are not root: then it runs as us.
 */
export async function serverAccount(dataDir: string, cluster: string): Promise<ServerAccount | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const data = await stat(cluster).catch(() => undefined)
  // The data keeps its user, whether the system knows it or not: a name is needed only to create a cluster.
  if (data && data.uid !== 0) return { uid: data.uid, gid: data.gid, ownsFolder: await ownedBy(dataDir, data.uid) }
  const place = await nearestExisting(dataDir)
  const owner = place.uid === 0 ? undefined : userOf(place.uid)
  if (owner) return { ...owner, ownsFolder: true }
  return { ...unprivilegedUser(), ownsFolder: false }
}

/** What `spawn` takes. */
export const runAs = (account: ServerAccount | undefined) =>
  // User -2, the `nobody` of macOS, is unsigned everywhere except in spawn.
  account ? { uid: account.uid | 0, gid: account.gid | 0 } : {}

async function ownedBy(path: string, uid: number): Promise<boolean> {
  return (await stat(path)).uid === uid
}

async function nearestExisting(path: string): Promise<{ uid: number; gid: number }> {
  const found = await stat(path).catch(() => undefined)
  return found ?? nearestExisting(dirname(path))
}

type User = { uid: number; gid: number }

/** Elsewhere than on Linux the users are not in a file, but then the owner of a folder is one of them. */
function userOf(uid: number): User | undefined {
  if (process.platform !== 'linux') return { uid, gid: uid }
  return users().find((user) => user.uid === uid)
}

function unprivilegedUser(): User {
  return users().find((user) => user.name === 'nobody') ?? { uid: 65534, gid: 65534 }
}

function users(): (User & { name: string })[] {
  let text = ''
  try {
    text = readFileSync('/etc/passwd', 'utf8')
  } catch {
    // A container without users: the caller's default has to do.
  }
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name = '', , uid, gid]) => ({ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }))
}
