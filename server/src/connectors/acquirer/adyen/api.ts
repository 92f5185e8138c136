import { isJsonObject, type JsonValue } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import { type HttpClient, OutboundError } from '#kernel/http/client.ts'
import { NoResponse, NotSent } from '../errors.ts'
import type { ConnectionParts } from '../processor.ts'
import type { AdyenCredentials } from './credentials.ts'
import type { AdyenAmount } from './units.ts'

type HttpResponse = Awaited<ReturnType<HttpClient['send']>>

/** A response of Adyen with a status: it has the request and has decided about it. */
export type AdyenResponse = { status: number; json: JsonValue | undefined; errorCode: string | undefined }

/** What is sent. Amounts are in Adyen's unit of their currency: no other kind of large number is among it. */
export type AdyenBody = { readonly [field: string]: AdyenValue }
type AdyenValue = string | number | boolean | null | undefined | AdyenAmount | readonly AdyenValue[] | AdyenBody

/** Calls Adyen with the credentials of the moment. */
export type AdyenApi = {
  credentials: ConnectionParts<AdyenCredentials>['credentials']
  /**
   * Sends a request whose key makes it one request, however often it is sent.
   * @throws NotSent when no connection was made, NoResponse when it is not known what Adyen did.
   */
  post(path: string, body: AdyenBody, key: string | undefined): Promise<AdyenResponse>
  /** Calls the Disputes API, which has no such keys. */
  postDispute(path: string, body: AdyenBody): Promise<AdyenResponse>
  /**
   * A report as it arrives, fetched with the report user.
   * @throws NoResponse when it is not there, or not to be read to its end.
   */
  download(path: string): AsyncIterable<Uint8Array>
  close(): Promise<void>
}

export function openApi({ openClient, credentials }: ConnectionParts<AdyenCredentials>): AdyenApi {
  const clients = new Map<string, HttpClient>()
  const clientOf = (baseUrl: string): HttpClient => clients.getOrInsertComputed(baseUrl, () => openClient(baseUrl))
  const send = async (
    address: 'checkout' | 'disputes',
    path: string,
    body: AdyenBody,
    key?: string,
  ): Promise<AdyenResponse> => {
    const { current } = await credentials()
    const { apiKey, merchantAccount, addresses } = current
    const account = address === 'checkout' ? { merchantAccount } : { merchantAccountCode: merchantAccount }
    const request = {
      method: 'POST' as const,
      path,
      headers: { 'x-api-key': apiKey, ...(key !== undefined && { 'idempotency-key': key }) },
      // The completion of a challenge belongs to a payment, which has its account.
      body: { json: path === '/payments/details' ? body : { ...account, ...body } },
    }
    return responseOf(await received(clientOf(addresses[address]).send(request)))
  }
  return {
    credentials,
    post: (path, body, key) => send('checkout', path, body, key),
    postDispute: (path, body) => send('disputes', path, body),
    download: (path) => download(credentials, clientOf, path),
    close: async () => void (await Promise.all([...clients.values()].map((each) => each.close()))),
  }
}

async function received(sending: Promise<HttpResponse>): Promise<HttpResponse> {
  try {
    return await sending
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    const { sent, reason, message } = error
    if (sent === 'never') throw new NotSent(message)
    throw new NoResponse(message, { because: reason === 'timeout' ? 'timeout' : 'failed' })
  }
}

/** Adyen's errors have a JSON body with a code; what has none was answered by something before it, or is broken. */
function responseOf({ status, json }: HttpResponse): AdyenResponse {
  const errorCode = isJsonObject(json) && typeof json.errorCode === 'string' ? json.errorCode : undefined
  if (status >= 500 || errorCode === inProgress) throw new NoResponse(`Adyen responded with ${status}`)
  if (!isJsonObject(json)) throw new NoResponse('the response of Adyen is no JSON', { because: 'unreadable' })
  return { status, json, errorCode }
}

/** "Request already processed or in progress": the same key is under way, and its result is not known. */
const inProgress = '704'

/** Adyen has not looked at the request: the credentials or their rights are wrong, or there are too many requests. */
export const isTurnedAway = ({ status }: AdyenResponse): boolean => [401, 403, 429].includes(status)

export const isAccepted = ({ status }: AdyenResponse): boolean => status >= 200 && status < 300

async function* download(
  credentials: AdyenApi['credentials'],
  clientOf: (baseUrl: string) => HttpClient,
  path: string,
): AsyncGenerator<Uint8Array> {
  const { addresses, reports } = (await credentials()).current
  if (!reports) throw new NoResponse('this connection has no report user any more')
  const user = Buffer.from(`${reports.user}:${reports.password.reveal()}`).toString('base64')
  const headers = { authorization: new Secret(`Basic ${user}`), accept: 'text/csv' }
  const request = { method: 'GET' as const, path, headers, timeoutMs: downloadTimeoutMs }
  try {
    const { status, body } = await clientOf(addresses.reports).stream(request)
    if (status !== 200) throw new NoResponse(`the report was answered with ${status}`)
    yield* body
  } catch (error) {
    if (error instanceof OutboundError) throw new NoResponse(error.message)
    throw error
  }
}
const downloadTimeoutMs = 10 * 60_000
