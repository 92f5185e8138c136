import { readDisputesSoon } from '#acquiring/disputes'
import { type PaymentsContext, transactionsNamed } from '#acquiring/payments'
import {
  type OpenConnections,
  type OpeningContext,
  openConnections,
  openPolls,
  type PlannedConnections,
  type ProcessorsContext,
  planConnections,
  processorJobs,
} from '#acquiring/processors'
import { noAcquirer } from '#connectors/acquirer/no-acquirer.ts'
import type { Acquirer } from '#connectors/acquirer/port.ts'
import type { AcquirerList } from '#connectors/acquirer/processor.ts'
import { type ConnectorId, type Connectors, openConnectors } from '#connectors/acquirer/registry.ts'
import {
  databaseRecord,
  defaultSandbox,
  publicTestCard,
  type SandboxRecord,
  sandboxAcquirer,
} from '#connectors/acquirer/sandbox/index.ts'
import type { PublicTestCard } from '#connectors/acquirer/test-card.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { addressOf } from './addresses.ts'
import type { AppParts } from './compose.ts'
import type { Config } from './config.ts'
import { applyIncomingResult } from './incoming-result.ts'
import type { OnUsPayments } from './on-us.ts'
import { importSettlementsSoon } from './schedule.ts'

export type AcquirerParts = { db: Db; clock: Clock; bankUrl: string }

/** Where the sandbox acquirer's pretend bank shows its pages. */
export const sandboxBankPath = '/sandbox/bank'

/** Reads the connections to processors, and says whether this installation can take payments with them. */
export async function planAcquirers(
  parts: AppParts,
  byItself: Omit<OpeningContext, 'react' | keyof ReturnType<typeof openingOf>>,
): Promise<PlannedConnections> {
  const { config, log, acquirer, mayLackAcquirer = false } = parts
  const planned = await planConnections({ ...byItself, ...openingOf(parts) })
  for (const { name, problem } of planned.unusable)
    log.error({ connector: name, problem }, 'a connection to a processor is not opened')
  if (config.environment === 'staging' || acquirer || mayLackAcquirer) return planned
  const problem = connectionProblem(planned)
  if (problem) throw new Error(`Production cannot take payments: ${problem}`)
  return planned
}

/** Why production does not start with these connections; undefined when it does. */
function connectionProblem({ usable, unusable, disabled }: PlannedConnections): string | undefined {
  const [first] = unusable
  if (first)
    return `the connection ${first.name} is not usable: ${first.problem}. Correct it with florin connector replace-credentials ${first.name}, or cut it off with florin connector disable ${first.name}.`
  if (usable.length > 0) return undefined
  return disabled.length > 0
    ? `every connection is disabled (${disabled.join(', ')}). Use one again with: florin connector enable ${disabled[0]}.`
    : 'there is no connector. Connect a processor with: florin connector add <kind> <name>. Which kinds there are: florin connector kinds.'
}

/** What connections of this program are opened with, besides the database. */
const openingOf = ({ config, publicUrl, processors }: AppParts) => ({
  kinds: processors ?? {},
  mode: config.environment === 'production' ? ('live' as const) : ('test' as const),
  publicUrl: addressOf(publicUrl, config.surfaceHosts.webhooks),
  acquirerTimeoutMs: config.acquirerTimeoutMs,
  egress: config.egress,
})

type OpeningAcquirers = Omit<OpeningContext, keyof ReturnType<typeof openingOf>> & {
  onUs: OnUsPayments
  metrics: Metrics
  planned: PlannedConnections
}

/** Which card each connector approves in test mode. */
export type TestCards = ReadonlyMap<ConnectorId, PublicTestCard>

/** The connectors of this program: the operator's default first, then in staging the sandboxes, then all others. */
export async function openAcquirers(
  parts: AppParts,
  { onUs, metrics, planned, ...opening }: OpeningAcquirers,
): Promise<OpenedAcquirers> {
  const { config, publicUrl, moreAcquirers } = parts
  const acquirerParts = { db: opening.db, clock: opening.clock, bankUrl: `${publicUrl}${sandboxBankPath}` }
  const listGrown = (connector: ConnectorId, list: AcquirerList) =>
    list === 'disputes' ? readDisputesSoon(opening, connector) : importSettlementsSoon(opening)
  const connections = await openConnections({ ...opening, ...openingOf(parts), listGrown }, planned)
  await openPolls({ ...opening, connections })
  for (const { begin } of connections.all.values()) await begin?.()
  const connected = [...connections.all].map(([name, { acquirer }]) => [name, acquirer] as const)
  const [chosen, others] = planned.usable[0]?.connection.defaultAt
    ? [connected.slice(0, 1), connected.slice(1)]
    : [[], connected]
  const sandboxes = Object.entries(sandboxesOf(parts, acquirerParts))
  // A program that is being prepared has one that takes nothing.
  const none = connected.length + sandboxes.length === 0 ? [['none', noAcquirer] as const] : []
  const own = Object.entries({ ...onUs.acquirers, ...moreAcquirers?.(acquirerParts) })
  const limits = {
    get timeoutMs() {
      return config.acquirerTimeoutMs
    },
  }
  const acquirers = Object.fromEntries([...none, ...chosen, ...sandboxes, ...others, ...own])
  const connectors = openConnectors(acquirers, limits, metrics)
  const testCards: TestCards = new Map([
    ...sandboxes.map(([name]) => [name as ConnectorId, publicTestCard] as const),
    ...planned.usable.flatMap(({ connection: { name }, processor: { testCard } }) =>
      testCard ? [[name, testCard] as const] : [],
    ),
  ])
  const planResultByHand: OpenedAcquirers['planResultByHand'] = async (connector, key, result) =>
    connections.records.get(connector)?.resultsByHand.plan(key, result) ?? []
  return { connectors, connections, testCards, planResultByHand }
}

type OpenedAcquirers = Pick<PaymentsContext, 'connectors' | 'planResultByHand'> & {
  connections: OpenConnections
  testCards: TestCards
}

/** What connections do by themselves, and what falls due of their webhooks. */
export const connectionJobs = (
  ctx: Omit<Parameters<typeof processorJobs>[0], 'applyResult'> & PaymentsContext,
): DueWork[] => [
  ...ctx.connections.jobs,
  ...processorJobs({ ...ctx, applyResult: (connector, incoming) => applyIncomingResult(ctx, connector, incoming) }),
]

/** What operators change connections with. */
export const processorsOf = (
  parts: AppParts,
  {
    connectors,
    connections,
    ...opening
  }: Omit<ProcessorsContext, keyof ReturnType<typeof openingOf> | 'isTaken' | 'forget' | 'records' | 'paymentsOf'> & {
    connectors: Connectors
    connections: OpenConnections
  },
): ProcessorsContext => ({
  ...opening,
  ...openingOf(parts),
  isTaken: (name) => {
    const found = connectors.find(name)
    return found !== undefined && !connections.all.has(found.id)
  },
  forget: connections.forget,
  records: connections.records,
  paymentsOf: async (connector, keys) => {
    const found = await transactionsNamed(opening.db, connector, { keys, references: [] })
    const payments = found.filter(({ parentId }) => parentId === undefined)
    return new Map(payments.map(({ key, id, siteId }) => [key, { paymentId: String(id), siteId: String(siteId) }]))
  },
})

/**
 * The sandboxes, in staging alone: they would say yes to everybody. A test brings one of its own.
 */
function sandboxesOf(
  { config, acquirer }: AppParts,
  { db, clock, bankUrl }: AcquirerParts,
): Readonly<Record<string, Acquirer>> {
  if (acquirer) return { [defaultSandbox]: acquirer({ db, clock, bankUrl }) }
  if (config.environment === 'production') return {}
  return Object.fromEntries(
    sandboxRecords(config, db).map(({ connector, record }) => [
      connector,
      sandboxAcquirer({ connector, record, clock, bankUrl }),
    ]),
  )
}

/** What the sandboxes of this installation remember. The bank and the desk of staging read it, and nothing else. */
export const sandboxRecords = ({ sandboxConnectors }: Config, db: Db): { connector: string; record: SandboxRecord }[] =>
  sandboxConnectors.map((connector) => ({ connector, record: databaseRecord(db, connector) }))
