import type { Clock, Instant } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Writer } from '#kernel/db/commit/commit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { ConnectorId } from '../registry.ts'
import type { Credentials } from './credentials.ts'
import type { Host } from './host.ts'

/**
 * Card numbers that a host wants again with each message about a payment. They are kept by the key of the authorization,
 * where the vault keeps all others.
 */
export type KeptCards = {
  /** Doing it twice is no error. `until`: then it is forgotten, whatever happened. */
  keep(card: { id: string; pan: Secret<string>; until: Instant }): Promise<void>
  /** Undefined: it is not kept, or not any more. */
  open(id: string): Promise<Secret<string> | undefined>
  forget(id: string): Promise<void>
}

/** What needs no line to the host. */
export type RecordContext = Writer & { connector: ConnectorId; clock: Clock }

export type HostContext = RecordContext & {
  log: Log
  cards: KeptCards
  host: Host
  credentials(): Promise<Credentials>
  /** Requests and messages that this process is waiting for, by their keys: who comes meanwhile waits for the same. */
  underWay: Map<string, Promise<unknown>>
}

/** Does it, unless it is being done: then it waits for that. */
export function joined<T>(underWay: Map<string, Promise<unknown>>, name: string, work: () => Promise<T>): Promise<T> {
  const found = underWay.get(name)
  // Everybody who uses a name does the same under it.
  if (found) return found as Promise<T>
  const working = work().finally(() => underWay.delete(name))
  underWay.set(name, working)
  return working
}

/** Does it when what was begun before under this name has ended. */
export function inTurn<T>(underWay: Map<string, Promise<unknown>>, name: string, work: () => Promise<T>): Promise<T> {
  const before = underWay.get(name)
  const working = (async () => {
    await before?.catch(() => undefined)
    return work()
  })()
  underWay.set(name, working)
  const clear = () => void (underWay.get(name) === working && underWay.delete(name))
  working.then(clear, clear)
  return working
}
