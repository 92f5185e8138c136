import { createServer } from 'node:net'
import type { Config } from './config.ts'
import { startCommand } from './how-started.ts'

type Wanted = { host: string; port: number; advice: string }

/**
 * Binds each port that this process will listen on and frees it at once, so that a port that is taken ends the
 * start before a database is started or migrated. Throws an error that names every such port and the setting to change.
 * A port that is taken in between is noticed where it is bound for good.
 */
export async function expectFreePorts(config: Config, port: number): Promise<void> {
  const wanted: Wanted[] = config.listens ? [{ host: config.host, port, advice: portIsTaken(port) }] : []
  if (config.roles.includes('api')) {
    for (const { name, host, port } of config.iso8583)
      wanted.push({
        host,
        port,
        advice: `Port ${port} of the ISO 8583 connection ${name} is taken by another program. Choose another one in FLORIN_ISO8583.`,
      })
  }
  const taken = []
  for (const each of wanted) if (await isTaken(each)) taken.push(each.advice)
  if (taken.length > 0) throw new Error(`${taken.join('\n')}\nNothing was started, and no database was changed.`)
}

export const portIsTaken = (port: number): string =>
  `Port ${port} is taken by another program. Choose another one: FLORIN_PORT=${port === 8090 ? 8091 : 8090} ${startCommand}`

/** Other troubles of an address, such as an unknown host, are reported where it is bound for good. */
async function isTaken({ host, port }: Wanted): Promise<boolean> {
  if (port === 0) return false
  const probe = createServer()
  const trouble = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
    probe.once('error', resolve).listen(port, host, () => resolve(undefined))
  })
  if (!trouble) await new Promise((resolve) => probe.close(resolve))
  return trouble?.code === 'EADDRINUSE'
}
