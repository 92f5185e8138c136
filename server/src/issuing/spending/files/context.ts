import type { Network } from '#connectors/network/message.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { SpendingContext } from '../context.ts'

/** What clearing files need: their rows are messages as any other. */
export type ClearingFilesContext = Pick<SpendingContext, 'db' | 'react' | 'clock' | 'issuerVault'> & {
  network: Network
  log: Log
}
