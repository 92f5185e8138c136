import type { MerchantApi } from '#issuing/topups'
import { Secret } from '#kernel/base/secret.ts'
import { openClient } from '#kernel/http/client.ts'
import { type Outbound, openOutbound } from '#kernel/http/outbound.ts'
import { addressOf } from './addresses.ts'
import type { AppParts } from './compose.ts'

/** Those that this program calls over HTTP, besides its connectors. */
export type Outbounds = {
  /** The addresses that others have given, and how long each may take to answer. */
  stores: Outbound
  partners: Outbound
  merchantApi: MerchantApi
  close(): Promise<unknown>
}

/** How long a partner's receiver may take to answer (card-issuing, limits). */
export const webhookTimeoutMs = 30_000

export function openOutbounds(parts: AppParts, { testMode }: { testMode: boolean }): Outbounds {
  const { egress, notificationTimeoutMs } = parts.config
  const stores = openOutbound({ allowPrivate: testMode, timeoutMs: notificationTimeoutMs, egress })
  const partners = openOutbound({ allowPrivate: testMode, timeoutMs: webhookTimeoutMs, egress })
  const own = openMerchantApi(parts)
  return {
    stores,
    partners,
    merchantApi: parts.merchantApi ?? own,
    close: () => Promise.all([stores.close(), partners.close(), own.close()]),
  }
}

/**
 * Our own merchants' API, called as a store calls it: by its public name and over HTTP, through whatever stands before it,
 * since another process may serve it.
 */
function openMerchantApi({ config, log, publicUrl }: AppParts): MerchantApi & { close(): Promise<void> } {
  const client = openClient({
    baseUrl: addressOf(publicUrl, config.surfaceHosts.api),
    log,
    // It is ours, wherever it is.
    allowPrivate: true,
    timeoutMs: config.notificationTimeoutMs,
    egress: config.egress,
  })
  return {
    get: (path, query, key) => {
      const authorization = new Secret(`Bearer ${key.reveal()}`)
      return client.send({ method: 'GET', path, query, headers: { authorization } })
    },
    close: () => client.close(),
  }
}
