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

/** Production has to bring its own connector: the sandbox would say yes to everybody. */
export function acquirersOf({
  config,
  acquirer,
}: Pick<AppParts, 'config' | 'acquirer'>): NonNullable<AppParts['moreAcquirers']> {
  if (acquirer) return (parts) => ({ [defaultSandbox]: acquirer(parts) })
  if (config.environment === 'production') {
    throw new Error(
      'There is no acquirer connector for production in this installation. Write one against src/connectors/acquirer/port.ts, prove it with its conformance suite, and register it in src/app/compose.ts.',
    )
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
