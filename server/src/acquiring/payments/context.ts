import type { Acquirer } from '#connectors/acquirer/acquirer.ts'
import { NoResponse } from '#connectors/acquirer/acquirer.ts'
import type { Directory } from '#core/directory'
import type { Vault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** What the use cases of payments stand on. */
export type PaymentsContext = Writer & {
  clock: Clock
  log: Log
  acquirer: Acquirer
  vault: Vault
  directory: Directory
}

/** The answer, or undefined when it was lost. Every other error is a bug and goes on. */
export async function resultIfReceived<T>(requesting: Promise<T>): Promise<T | undefined> {
  try {
    return await requesting
  } catch (error) {
    if (error instanceof NoResponse) return undefined
    throw error
  }
}

/**
 * Looks that were in vain, hourly in the end: about two months of them. A payment with more has been given up to a
 * person, and the house does not go on with it by itself.
 */
export const inquiriesMax = 1_500

/** How long after an ask somebody looks what became of it, if the process that asked has died meanwhile. */
export const resolveAfter = { seconds: 60 }
