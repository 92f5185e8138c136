import { noAcquirer } from '#connectors/acquirer/no-acquirer.ts'
import type { Acquirer } from '#connectors/acquirer/port.ts'
import {
  databaseRecord,
  defaultSandbox,
  type SandboxRecord,
  sandboxAcquirer,
} from '#connectors/acquirer/sandbox/index.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { AppParts } from './compose.ts'
import type { Config } from './config.ts'

export type AcquirerParts = { db: Db; clock: Clock; bankUrl: string }

/** Where the sandbox acquirer's pretend bank shows its pages. */
export const sandboxBankPath = '/sandbox/bank'

/** The connectors of production, by their names: an installation with one of its own registers it here. */
const realAcquirers: Readonly<Record<string, (parts: AcquirerParts) => Acquirer>> = {}

/** Why this installation cannot take payments in production; undefined when it can. */
export const acquirerProblem = (): string | undefined =>
  Object.keys(realAcquirers).length > 0
    ? undefined
    : 'no acquirer connector for production is in this installation. Write one against server/src/connectors/acquirer/port.ts, prove it with its conformance suite, and register it in server/src/app/acquirers.ts'

/**
 * Production has to bring its own connector: the sandbox would say yes to everybody. A command of an installation that is
 * being prepared has one that takes nothing.
 */
export function acquirersOf({
  config,
  acquirer,
  mayLackAcquirer = false,
}: Pick<AppParts, 'config' | 'acquirer' | 'mayLackAcquirer'>): NonNullable<AppParts['moreAcquirers']> {
  if (acquirer) return (parts) => ({ [defaultSandbox]: acquirer(parts) })
  if (config.environment === 'production') {
    const problem = acquirerProblem()
    if (problem && !mayLackAcquirer) throw new Error(`Production cannot take payments: ${problem}.`)
    if (problem) return () => ({ none: noAcquirer })
    return (parts) => Object.fromEntries(Object.entries(realAcquirers).map(([name, make]) => [name, make(parts)]))
  }
  return ({ db, clock, bankUrl }) =>
    Object.fromEntries(
      sandboxRecords(config, db).map(({ connector, record }) => [
        connector,
        sandboxAcquirer({ connector, record, clock, bankUrl }),
      ]),
    )
}

/** What the sandboxes of this installation remember. The bank and the desk of staging read it, and nothing else. */
export const sandboxRecords = ({ sandboxConnectors }: Config, db: Db): { connector: string; record: SandboxRecord }[] =>
  sandboxConnectors.map((connector) => ({ connector, record: databaseRecord(db, connector) }))
