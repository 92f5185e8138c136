import type { AcquirerList, ConnectionCheck, ConnectionParts, Processor } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { type HttpClient, openClient } from '#kernel/http/client.ts'
import type { OpeningContext } from './context.ts'

/** What is done when a list of a connection has grown. A connection that is only tried lists nothing. */
export type ListReading = { listGrown?: (connector: ConnectorId, list: AcquirerList) => Promise<void> }

type Opened = { parts: ConnectionParts; close(): Promise<void> }

/**
 * What a connection works with. Its clients call the hosts of its credentials alone, and are closed with it.
 */
export function connectionParts(
  ctx: OpeningContext & ListReading,
  processor: Processor,
  { connector, credentials, opened }: Pick<ConnectionParts, 'connector' | 'credentials' | 'opened'>,
): Opened {
  const { db, react, explain, clock, log, mode, publicUrl, acquirerTimeoutMs, egress, listGrown } = ctx
  const clients: HttpClient[] = []
  const client = { allowPrivate: mode === 'test', timeoutMs: acquirerTimeoutMs }
  const hosts = async () => processor.hostsOf((await credentials()).current)
  const parts: ConnectionParts = {
    db,
    react,
    ...(explain && { explain }),
    connector,
    clock,
    log,
    publicUrl,
    client,
    credentials,
    opened,
    listGrown: async (list) => listGrown?.(connector, list),
    openClient: (baseUrl, options) => {
      const one = openClient({ ...client, ...options, baseUrl, log, hosts, egress })
      clients.push(one)
      return one
    },
  }
  return { parts, close: async () => void (await Promise.all(clients.map((one) => one.close()))) }
}

/** Tries credentials by a call that changes nothing. */
export async function checkCredentials(
  ctx: OpeningContext,
  processor: Processor,
  { connector, current }: { connector: ConnectorId; current: unknown },
): Promise<ConnectionCheck> {
  const { parts, close } = connectionParts(ctx, processor, {
    connector,
    credentials: async () => ({ current }),
    opened: current,
  })
  try {
    return await processor.check(parts)
  } finally {
    await close()
  }
}
