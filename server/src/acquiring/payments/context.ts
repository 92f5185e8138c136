import type { PaymentId } from '#acquiring/ids'
import type { Pricing } from '#acquiring/pricing'
import type { Routing } from '#acquiring/routing'
import type { Velocity } from '#acquiring/velocity'
import { NoResponse } from '#connectors/acquirer/port.ts'
import type { ResultByHand } from '#connectors/acquirer/processor.ts'
import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import type { Author, Directory } from '#core/directory'
import type { Vault } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Ref, Write, Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Reversal } from './transaction.ts'

/** What the use cases of payments need. */
export type PaymentsContext = Writer & {
  clock: Clock
  log: Log
  connectors: Connectors
  routing: Pick<Routing, 'connectorsFor' | 'enabledAmong' | 'paused' | 'pausedNow' | 'testCardFor'>
  pricing: Pick<Pricing, 'priceOf'>
  vault: Vault
  /** From them the keys of requests that fall due by themselves are derived. */
  keys: Pick<KeyRing, 'fingerprint'>
  velocity: Velocity
  /** Whether money that comes to merchants waits on an account of its own (`pending-start.ts`). */
  earningsWait: () => Promise<boolean>
  directory: Directory
  /** What a result that a person has recorded changes at the connector: its messages are sent no more. */
  planResultByHand: (connector: ConnectorId, key: string, result: ResultByHand) => Promise<readonly Write[]>
  /** Card numbers that nobody may pay with here: in production those of the sandbox. */
  refusedCards: ReadonlySet<string>
}

/** What the intents of a void, a cancellation and a refund are committed with. */
export type Alongside = {
  by: Author
  reversal: Reversal | undefined
  /** Writes for the transaction that is returned to the caller. */
  alongside: (paymentId: PaymentId | Ref) => readonly Write[]
}

/** The response, or undefined when it was lost. Every other error is a bug and is thrown on. */
export async function resultIfReceived<T>(requesting: Promise<T>): Promise<T | undefined> {
  try {
    return await requesting
  } catch (error) {
    if (error instanceof NoResponse) return undefined
    throw error
  }
}

/**
 * Inquiries without a result, hourly in the end: about two months of them. A transaction with more is left to an
 * operator, and is not retried by itself.
 */
export const inquiriesMax = 1_500
