import { hostname, userInfo } from 'node:os'
import type { StaffAuthor } from '#core/access'
import type { Permission } from '#kernel/http/route.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { App, AppParts } from '../app/compose.ts'
import type { Config } from '../app/config.ts'
import type { OpenedBy } from '../app/environment/expect-environment.ts'
import type { Installation } from '../app/installation.ts'

/** What a command is given; it is closed when the command has ended. */
export type CommandApp = App & {
  databaseUrl: string
  /**
   * Who runs the command, as the audit names it: the person of `--as`, whose role must include the permission, or else
   * the operator, who can reach the database anyway.
   */
  by(permission: Permission): Promise<StaffAuthor>
}

type Person = { as?: string; reason?: string }
let person: Person = {}
/** What was typed before the command: `florin --as ana@florin.example --reason "ticket 7" site change …`. */
export const setPerson = (typed: Person): void => {
  person = typed
}

/**
 * The installation of commands, how they open its database, and to which processors: tests run many in one process, and
 * bring their own, which is open already.
 */
let kept: Pick<AppParts, 'openDb' | 'processors'> & { installation?: Installation } = {}
export const setKept = (parts: typeof kept): void => {
  kept = parts
}

/**
 * Runs one command against the installation that the environment names; a running server may use it meanwhile. Only `migrate`
 * makes a database or changes its schema, and only `setup` says what it is.
 */
export async function withApp(
  work: (app: CommandApp) => Promise<void>,
  { openedBy = 'command', ...parts }: Pick<AppParts, 'explain'> & { openedBy?: OpenedBy } = {},
): Promise<void> {
  const [{ openApp }, { readConfig }, { openInstallation }] = await wholeProgram()
  // Only programs that stay serve metrics.
  const config = { ...readConfig(), metrics: undefined }
  const log = await commandLog(config)
  const { installation: open, ...keptParts } = kept
  const installation = open ?? (await openInstallation(config, log, { by: openedBy }))
  try {
    const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
    const app = await openApp({
      config: { ...config, databaseConnections: 4 },
      log,
      databaseUrl: installation.databaseUrl,
      publicUrl,
      mayLackAcquirer: true,
      ...keptParts,
      ...parts,
    })
    try {
      await work({ ...app, databaseUrl: installation.databaseUrl, by: (permission) => authorOf(app, permission) })
    } finally {
      await app.close()
    }
  } finally {
    await installation.stop()
  }
}

/** Loaded when a command has been read, so that help and a typing error come at once. */
const wholeProgram = () =>
  Promise.all([import('../app/compose.ts'), import('../app/config.ts'), import('../app/installation.ts')])

/** A command prints its own result: only errors are logged, unless a lower level is configured. */
export async function commandLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>): Promise<Log> {
  const { openLog } = await import('#kernel/telemetry/log.ts')
  return openLog({ level: logLevel === 'info' ? 'warn' : logLevel, format: logFormat, to: process.stderr })
}

/** Who runs a command that no person of the staff may: the operator, who can reach the database anyway. */
export function operatorAlone(): StaffAuthor {
  if (person.as !== undefined) throw new Error('Only the operator may do this: leave --as out.')
  return { actor: 'operator', ...whereTyped() }
}

const whereTyped = () => ({
  fromWhere: `command line of ${userInfo().username} at ${hostname()}`,
  reason: person.reason,
})

async function authorOf({ staff }: App, permission: Permission): Promise<StaffAuthor> {
  const from = whereTyped()
  return person.as === undefined ? { actor: 'operator', ...from } : staff.author(person.as, permission, from)
}
