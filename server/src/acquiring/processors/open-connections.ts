import { NotSent } from '#connectors/acquirer/errors.ts'
import type { Connection, ConnectionRecords, Processor } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { shortMemory } from '#core/directory'
import type { DueWork } from '#kernel/work/due-work.ts'
import { isValidAt, type RecordedConnection, type RecordedCredentials } from './connection.ts'
import { connectionParts, type ListReading } from './connection-parts.ts'
import type { OpeningContext } from './context.ts'
import { readFields } from './read-fields.ts'
import { openFields } from './sealed-fields.ts'
import { credentialsOf, findConnection, listConnections } from './store.ts'

/** The connections of this installation as they were when the program started. */
export type PlannedConnections = {
  /** With those that are disabled or cannot be opened. */
  all: readonly RecordedConnection[]
  /** The default first, if an operator has named one. */
  usable: readonly { connection: RecordedConnection; processor: Processor; credentials: unknown }[]
  /** Those that are enabled and cannot be opened, and why. */
  unusable: readonly { name: ConnectorId; problem: string }[]
  /** Those that an operator has cut off. */
  disabled: readonly ConnectorId[]
}

/** Reads which connections there are, and whether their credentials can be read. Nothing is called. */
export async function planConnections(ctx: Omit<OpeningContext, 'react'>): Promise<PlannedConnections> {
  const all = await listConnections(ctx.db)
  const [enabled, disabled] = partition(all)
  const planned = await Promise.all(
    enabled.map(async (connection) => {
      const { name, kind } = connection
      try {
        const [current] = await readCredentials(ctx, connection)
        const { credentials } = current!
        return { usable: [{ connection, processor: ctx.kinds[kind]!, credentials }], unusable: [] }
      } catch (error) {
        return { usable: [], unusable: [{ name, problem: error instanceof Error ? error.message : String(error) }] }
      }
    }),
  )
  const usable = planned.flatMap((one) => one.usable)
  const byDefault = defaultAmong(usable.map(({ connection }) => connection))
  return {
    all,
    usable: usable.toSorted((one, other) => isFirst(other, byDefault) - isFirst(one, byDefault)),
    unusable: planned.flatMap((one) => one.unusable),
    disabled: disabled.map(({ name }) => name),
  }
}

const partition = (connections: readonly RecordedConnection[]) => {
  const isEnabled = ({ disabledAt }: RecordedConnection) => !disabledAt
  return [connections.filter(isEnabled), connections.filter((one) => !isEnabled(one))] as const
}

const isFirst = ({ connection }: PlannedConnections['usable'][number], name: ConnectorId | undefined): number =>
  connection.name === name ? 1 : 0

/** The connection that an operator has made the default last, if one was; it may be disabled since. */
export const lastMadeDefault = (connections: readonly RecordedConnection[]): RecordedConnection | undefined =>
  connections
    .filter(({ defaultAt }) => defaultAt)
    .toSorted((one, other) => Temporal.Instant.compare(other.defaultAt!, one.defaultAt!))[0]

/** The same, of those that are enabled. */
export const defaultAmong = (connections: readonly RecordedConnection[]): ConnectorId | undefined =>
  lastMadeDefault(connections.filter(({ disabledAt }) => !disabledAt))?.name

/** The connections of this program, opened. */
export type OpenConnections = {
  /** By their names, in the order in which they were planned. */
  all: ReadonlyMap<ConnectorId, Connection>
  jobs: readonly DueWork[]
  /** What operators decide about, also of those that are disabled or cannot be opened. */
  records: ReadonlyMap<ConnectorId, ConnectionRecords>
  /**
   * Whether something may be sent to it: it was opened, and is still enabled; as it was some seconds ago. Also true for a
   * connector that is no connection.
   */
  isEnabled(connector: ConnectorId): Promise<boolean>
  /** Reads the credentials again at their next use. */
  forget(): void
  close(): Promise<void>
}

/**
 * Opens connections. Nothing is called until the first request. Their credentials are read at each use, and remembered
 * for at most five seconds; a change that another process makes is heard on the channel `processors`.
 */
export async function openConnections(
  ctx: OpeningContext & ListReading,
  { all, usable }: Pick<PlannedConnections, 'all' | 'usable'>,
): Promise<OpenConnections> {
  const { db, clock } = ctx
  const memory = shortMemory((name: ConnectorId) => readNow(ctx, name), { clock })
  const listening = await db.listen('processors', memory.forget)
  const opened = usable.map(({ connection: { name: connector }, processor, credentials: atStart }) => {
    const credentials = async () => {
      const found = await memory.get(connector).catch((cause: unknown) => {
        throw new NotSent(`the credentials of ${connector} could not be read`, { cause })
      })
      if (!found || found.problem) throw new NotSent(`the connection ${connector} is not usable: ${found?.problem}`)
      const now = clock.now()
      const [current, previous] = found.valid.filter((one) => isValidAt(one, now))
      return { current: current!.credentials, ...(previous && { previous: previous.credentials }) }
    }
    const { parts, close } = connectionParts(ctx, processor, { connector, credentials, opened: atStart })
    return { connector, connection: processor.open(parts), close }
  })
  return {
    all: new Map(opened.map(({ connector, connection }) => [connector, connection])),
    records: new Map(all.flatMap((connection) => recordsOf(ctx, connection))),
    jobs: opened.flatMap(({ connection }) => connection.jobs),
    isEnabled: async (connector) => {
      if (!all.some(({ name }) => name === connector)) return true
      return opened.some((one) => one.connector === connector) && (await memory.get(connector))?.isEnabled === true
    },
    forget: memory.forget,
    close: async () => {
      await listening.stop()
      await Promise.all(opened.map(({ connection, close }) => connection.close().finally(close)))
    },
  }
}

function recordsOf(ctx: OpeningContext, { name, kind }: RecordedConnection): [ConnectorId, ConnectionRecords][] {
  const { db, react, explain, clock, kinds } = ctx
  const records = kinds[kind]?.recordsOf?.({ db, react, ...(explain && { explain }), connector: name, clock })
  return records ? [[name, records]] : []
}

type Valid = Pick<RecordedCredentials, 'expiresAt'> & { credentials: unknown }
type Now = { isEnabled: boolean; valid: readonly Valid[]; problem?: string }

async function readNow(ctx: OpeningContext, name: ConnectorId): Promise<Now> {
  const connection = await findConnection(ctx.db, name)
  if (!connection || connection.disabledAt) return { isEnabled: false, valid: [], problem: 'it is disabled' }
  try {
    return { isEnabled: true, valid: await readCredentials(ctx, connection) }
  } catch (error) {
    return { isEnabled: true, valid: [], problem: error instanceof Error ? error.message : String(error) }
  }
}

/**
 * The credentials that count now, the current ones first, which never expire. Throws a sentence when the current ones
 * cannot be used; earlier ones that cannot are left out.
 */
async function readCredentials(
  ctx: Omit<OpeningContext, 'react'>,
  { name, kind, mode }: RecordedConnection,
): Promise<Valid[]> {
  const processor = ctx.kinds[kind]
  if (!processor) throw new Error(`this program knows no processor of the kind ${kind}`)
  if (mode !== ctx.mode)
    throw new Error(`it is for the ${mode} system, and this installation calls ${ctx.mode} systems`)
  const now = ctx.clock.now()
  const recorded = await credentialsOf(ctx.db, name)
  const current = recorded.find(({ expiresAt }) => expiresAt === undefined)
  if (!current) throw new Error('it has no credentials')
  const earlier = recorded.filter((one) => one !== current && isValidAt(one, now))
  const read = (row: RecordedCredentials): Valid => ({
    expiresAt: row.expiresAt,
    credentials: readFields(processor, openFields(ctx.keys, { connection: name, ...row }), ctx.mode).credentials,
  })
  const valid = [read(current)]
  for (const row of earlier) {
    try {
      valid.push(read(row))
    } catch (error) {
      ctx.log.warn({ connector: name, err: error }, 'earlier credentials of a connection cannot be read')
    }
  }
  return valid
}
