import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { JsonValue } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import { OutboundError } from '#kernel/http/client.ts'
import { maskCardNumbers } from '#kernel/telemetry/log.ts'
import { NoResponse, NotSent } from '../port.ts'
import type { ConnectionParts } from '../processor.ts'
import type { StripeCredentials } from './credentials.ts'
import { type FormValue, formOf } from './form.ts'
import { readError, type StripeError } from './objects.ts'

/** The version whose objects this connector reads. Stripe dates each, and answers in the one that a request names. */
export const apiVersion = '2026-10-28.endive'

/**
 * Calls Stripe with its form encoding, its version and its idempotency keys. Nothing is sent twice by itself, except what
 * Stripe has refused because it was busy with the same object.
 */
export type StripeApi = {
  get(path: string, query?: StripeQuery): Promise<StripeReply>
  /** The next page of a list: of 100 at most, and half as many as long as the answer is larger than what is read of one. */
  list(path: string, query: StripeQuery): Promise<StripeReply>
  /** `key`: the same one again repeats the first answer for a day at least. */
  post(path: string, request: { key: string; params: StripeParams }): Promise<StripeReply>
  upload(request: { key: string; purpose: string; file: File }): Promise<StripeReply>
  close(): Promise<void>
}

type StripeQuery = Readonly<Record<string, string>>

export type StripeParams = Readonly<Record<string, FormValue>>

/** `error`: Stripe says finally that it has not done it, or why the card was declined. */
export type StripeReply = { ok: true; body: JsonValue } | { ok: false; status: number; error: StripeError }

/** Stripe has answered with a fault of its own. It may have acted, and repeats this answer for the key. */
export class StripeFault extends NoResponse {}

class TooLarge extends NoResponse {}

type ApiParts = Pick<ConnectionParts<StripeCredentials>, 'openClient' | 'log' | 'opened' | 'credentials'>

/** Requests throw `NotSent` and `NoResponse`, as the port has them. */
export function openApi({ openClient, log, opened, credentials }: ApiParts): StripeApi {
  const [api, files] = [opened.apiBase, opened.filesBase].map((baseUrl) => openClient(baseUrl))
  type Request = Parameters<NonNullable<typeof api>['send']>[0]
  const send = async (request: Request, at = api!): Promise<StripeReply> => {
    const { current } = await credentials()
    const authorization = new Secret(`Bearer ${current.secretKey.reveal()}`)
    const headers = { authorization, 'stripe-version': apiVersion, ...request.headers }
    for (let tries = 1; ; tries++) {
      const response = await at.send({ ...request, headers }).catch(throwUnanswered)
      const reply = replyOf(response)
      if (!isBusy(reply)) {
        if (!reply.ok)
          log.info(
            { stripe: request.path, ...loggedOf(reply), requestId: response.headers['request-id'] },
            'Stripe refused a request',
          )
        return reply
      }
      if (tries === busyTriesMax)
        throw new NoResponse('Stripe is busy with this object or refuses more requests', { because: 'failed' })
      await pause(2 ** (tries - 1) * busyPauseMs + randomInt(busyPauseMs))
    }
  }
  const list = (path: string, query: StripeQuery, limit = pageMax): Promise<StripeReply> =>
    send({ method: 'GET', path, query: { ...query, limit: String(limit) } }).catch((error: unknown) => {
      if (!(error instanceof TooLarge) || limit === 1) throw error
      return list(path, query, Math.trunc(limit / 2))
    })
  return {
    get: (path, query = {}) => send({ method: 'GET', path, query }),
    list,
    post: (path, { key, params }) =>
      send({ method: 'POST', path, headers: { 'idempotency-key': key }, body: { form: formOf(params) } }),
    upload: ({ key, purpose, file }) =>
      send(
        { method: 'POST', path: '/v1/files', headers: { 'idempotency-key': key }, body: { parts: { purpose, file } } },
        files,
      ),
    close: async () => void (await Promise.all([api?.close(), files?.close()])),
  }
}
/** The most that Stripe lists at once (docs.stripe.com/api/pagination). */
const pageMax = 100
/** Together some three seconds: a confirmation with 3-D Secure holds its object for about as long. */
const busyTriesMax = 6
const busyPauseMs = 50

function throwUnanswered(error: unknown): never {
  if (!(error instanceof OutboundError)) throw error
  const because = error.reason === 'timeout' ? 'timeout' : 'failed'
  // The cause is left out: nothing of the request may come into a log.
  if (error.sent === 'never') throw new NotSent(`Stripe was not reached: ${error.reason}`, { because })
  const NoAnswer = error.reason === 'too_large' ? TooLarge : NoResponse
  throw new NoAnswer(`Stripe has not answered: ${error.reason}`, { because })
}

function replyOf({ status, json }: { status: number; json: JsonValue | undefined }): StripeReply {
  if (status >= 500) throw new StripeFault(`Stripe has answered with ${status}`)
  if (json === undefined) throw new NoResponse('the answer of Stripe is not JSON', { because: 'unreadable' })
  if (status >= 200 && status < 300) return { ok: true, body: json }
  const error = readError(json)
  // The key is that of a request with other parameters: what came of that one is not known here.
  if (error.type === 'idempotency_error' && status !== 409)
    throw new NoResponse('Stripe knows the key from another request', { because: 'failed' })
  return { ok: false, status, error }
}

/** Stripe has not executed it: another request holds the object or the key, or there were too many in this second. */
const isBusy = (reply: StripeReply): boolean => !reply.ok && (reply.status === 409 || reply.status === 429)

const loggedOf = ({ status, error }: Extract<StripeReply, { ok: false }>) => ({
  status,
  ...{ type: error.type, code: error.code, param: error.param, declineCode: error.decline_code },
  says: error.type === 'card_error' ? undefined : maskCardNumbers(error.message ?? ''),
})
