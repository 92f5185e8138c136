import type { ProcessorMode } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Instant } from '#kernel/base/clock.ts'

/** An account at a processor, as it is recorded; without its credentials. */
export type RecordedConnection = {
  name: ConnectorId
  version: number
  kind: string
  mode: ProcessorMode
  /** As the processor calls it, once a check has worked. */
  account: string | undefined
  /** When an operator made it the default: of several, the newest counts. */
  defaultAt: Instant | undefined
  createdAt: Instant
  changedAt: Instant
  disabledAt: Instant | undefined
  /** The last harmless call, and what it met; no problem: it worked. */
  checkedAt: Instant | undefined
  checkProblem: string | undefined
}

/** What one connection is or was used with. */
export type RecordedCredentials = {
  id: bigint
  /** Those that are no secrets, by their names. */
  fields: Readonly<Record<string, string>>
  sealed: Uint8Array
  createdAt: Instant
  /** Set when they were replaced: until then they count for what the processor has signed. */
  expiresAt: Instant | undefined
}

export const isValidAt = ({ expiresAt }: Pick<RecordedCredentials, 'expiresAt'>, now: Instant): boolean =>
  expiresAt === undefined || Temporal.Instant.compare(now, expiresAt) < 0
