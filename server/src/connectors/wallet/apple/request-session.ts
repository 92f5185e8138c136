import { Secret } from '#kernel/base/secret.ts'
import { type ClientOptions, type HttpClient, openClient } from '#kernel/http/client.ts'

/** Hosts that Apple names for merchant validation, of its network and of that in China, of sandbox and production. */
export const isValidationHost = (host: string): boolean =>
  /^(?:cn-)?apple-pay-gateway(?:-[a-z0-9-]{1,30})?\.apple\.com$/.test(host)

export type SessionRequest = {
  /** The address that the browser's Apple Pay has named. */
  host: string
  merchantId: string
  /** As the sheet shows it. */
  displayName: string
  /** The name of the host on which the button is, as it is registered with Apple. */
  domain: string
  /** The merchant identity certificate in PEM, and its key as base64 of PKCS #8. */
  identity: { certificate: string; key: Secret<string> }
}

type Calling = Pick<ClientOptions, 'log' | 'egress'> & { open?: (options: ClientOptions) => HttpClient }

/**
 * Asks Apple for a merchant session, with the merchant's identity shown in the TLS handshake (Apple Pay on the Web,
 * "Requesting an Apple Pay payment session"). Returns the session as Apple sent it, for the browser; undefined when
 * there is none.
 */
export async function requestSession(
  { host, merchantId, displayName, domain, identity }: SessionRequest,
  { log, egress, open = openClient }: Calling,
): Promise<string | undefined> {
  const key = new Secret(`-----BEGIN PRIVATE KEY-----\n${identity.key.reveal()}\n-----END PRIVATE KEY-----\n`)
  const client = open({
    baseUrl: `https://${host}`,
    log,
    allowPrivate: false,
    timeoutMs,
    egress,
    identity: { certificate: identity.certificate, key },
  })
  try {
    const json = { merchantIdentifier: merchantId, displayName, initiative: 'web', initiativeContext: domain }
    const { status, text } = await client.send({
      method: 'POST',
      path: '/paymentservices/paymentSession',
      body: { json },
    })
    if (status === 200) return text
    log.warn({ host, status }, 'Apple Pay gave no merchant session')
    return undefined
  } catch (error) {
    log.warn({ host, err: error }, 'Apple Pay could not be asked for a merchant session')
    return undefined
  } finally {
    await client.close()
  }
}
/** A shopper waits, and the sheet gives up after 30 seconds. */
const timeoutMs = 10_000
