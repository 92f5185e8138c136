import { Command } from 'commander'
import { pingLine } from '#connectors/network/iso8583/ping.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { readConfig } from '../app/config.ts'
import type { Iso8583Connection } from '../app/iso8583-connections.ts'
import { countOption } from './arguments.ts'
import { addClearingCommands } from './clearing.ts'
import { addReportCommands } from './network-reports.ts'
import { print, table } from './printing.ts'

/** Lines to card networks, as FLORIN_ISO8583 has them, for which no database is needed; and the files that come from them. */
export function networkCommand(): Command {
  const command = new Command('network')
  command
    .command('status')
    .description('the configured lines, and whether each answers an echo from here; counts are in the log')
    .option('--host <host>', 'where the server runs, if not at the configured address')
    .action(showStatus)
  command
    .command('ping <connection>')
    .description('connect as a switch would, send an echo, and measure the response')
    .option('--host <host>', 'where the server runs, if not at the configured address')
    .option(
      '--port <port>',
      'if the configured port is 0: the one that florin start has printed',
      countOption('--port', 65_535),
    )
    .action(ping)
  addClearingCommands(command)
  addReportCommands(command)
  return command
}

type Where = { host?: string; port?: number }

async function showStatus(where: Where): Promise<void> {
  const { iso8583 } = readConfig()
  const lines = iso8583.map(async (connection) => {
    const { name, session, from, connectionsMax } = connection
    return {
      connection: name,
      listensOn: `${connection.host}:${connection.port}`,
      network: session.dialect.network,
      from: from.blocks.join(' '),
      connections: String(connectionsMax),
      codes: session.macKey ? 'yes' : 'no',
      echo: await echoResult(connection, where),
    }
  })
  const data = await Promise.all(lines)
  const headings = ['connection', 'listens on', 'network', 'from', 'connections', 'codes', 'echo']
  const text = table(headings, data.map(Object.values))
  print({ data }, data.length === 0 ? 'No line is configured: set FLORIN_ISO8583.' : text)
}

const echoResult = async (connection: Iso8583Connection, where: Where): Promise<string> =>
  connection.port === 0
    ? 'its port is free; florin start prints it'
    : echo(connection, where).then(
        (milliseconds) => `${Math.ceil(milliseconds)} ms`,
        (error: Error) => `none: ${error.message}`,
      )

async function ping(name: string, where: Where): Promise<void> {
  const { iso8583 } = readConfig()
  const connection = iso8583.find((one) => one.name === name)
  if (!connection) {
    const known = iso8583.map((one) => one.name).join(', ') || 'none'
    throw new Error(`There is no connection ${name} in FLORIN_ISO8583. Configured are: ${known}.`)
  }
  if (connection.port === 0 && where.port === undefined)
    throw new Error(`The port of ${name} is a free one. Say which with --port: florin start has printed it.`)
  const tookMs = Math.ceil(await echo(connection, where))
  print({ connection: name, tookMs }, `${name} answered the echo in ${tookMs} ms.`)
}

const echo = ({ host, port, session }: Iso8583Connection, where: Where): Promise<number> =>
  pingLine(
    { host: where.host ?? host, port: where.port ?? port },
    { packaging: session.packaging, at: systemClock.wall(), timeoutMs: 5_000 },
  )
