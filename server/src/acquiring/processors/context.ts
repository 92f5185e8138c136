import type { ConnectionRecords, Processor, ProcessorMode } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Approvals } from '#core/access'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Egress } from '#kernel/http/egress.ts'
import type { Log } from '#kernel/telemetry/log.ts'

/** The kinds of processors that this program can be connected to, by their `kind`. */
export type ProcessorKinds = Readonly<Record<string, Processor>>

/** What is needed to read connections and to open them. */
export type OpeningContext = Writer & {
  clock: Clock
  keys: KeyRing
  log: Log
  kinds: ProcessorKinds
  /** Which systems of processors this installation calls. */
  mode: ProcessorMode
  publicUrl: string
  acquirerTimeoutMs: number
  egress?: Egress | undefined
}

/** What operators' changes of connections need. */
export type ProcessorsContext = OpeningContext & {
  approvals: Pick<Approvals, 'require' | 'attempt'>
  /** Whether a connector that is no connection has this name, such as a sandbox. */
  isTaken(name: string): boolean
  /** Clears the memory, so that this process sees its own change at once. */
  forget(): void
  /** What of connections operators decide about, by their names. */
  records: ReadonlyMap<ConnectorId, ConnectionRecords>
  /** The payments of a connector with these keys of authorizations. */
  paymentsOf(connector: ConnectorId, keys: readonly string[]): Promise<ReadonlyMap<string, KnownPayment>>
}

/** As operators find it. */
export type KnownPayment = { paymentId: string; siteId: string }
