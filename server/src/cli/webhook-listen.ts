import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type JsonObject, parseJsonExactly, writeJson } from '#kernel/base/json.ts'
import { hs512 } from '#kernel/crypto/jws.ts'
import type { Outbound } from '#kernel/http/outbound.ts'

export type Listening = {
  /** The text of GET /v1/events with this query. */
  read(query: string): Promise<string>
  outbound: Pick<Outbound, 'post'>
  /** Where the deliveries go. */
  to: string
  signingKey: string
  /** Where it begins; undefined: with the events that are made from now on. */
  after?: string | undefined
  /** How long to wait before the next look, when there was nothing. */
  everyMs: number
  signal: AbortSignal
  say(delivered: { eventType: unknown; eventId: unknown; answer: unknown; tookMs: number }, text: string): void
}

/** Follows the events of a partner until it is stopped, and delivers each to a local address, signed as a webhook is. */
export async function listenToEvents({ after, ...listening }: Listening): Promise<void> {
  const { read, signal, everyMs } = listening
  let last = after ?? readPage(await read('after=newest')).last
  while (!signal.aborted) {
    const page = readPage(await read(last === undefined ? 'size=100' : `size=100&after=${last}`))
    for (const event of page.data) {
      if (signal.aborted) return
      await forward(listening, event)
    }
    last = page.last ?? last
    if (!page.hasMore) await setTimeout(everyMs, undefined, { signal }).catch(() => undefined)
  }
}

type Page = { data: readonly JsonObject[]; hasMore: boolean; last: string | undefined }

/** Numbers keep their digits, so that the body is the webhook's, byte for byte. */
function readPage(text: string): Page {
  const { data, hasMore, last } = parseJsonExactly(text) as JsonObject
  if (!Array.isArray(data)) throw new Error(`The interface answered: ${text.slice(0, 500)}`)
  return { data, hasMore: hasMore === true, last: typeof last === 'string' ? last : undefined }
}

async function forward({ outbound, to, signingKey, say }: Omit<Listening, 'after'>, event: JsonObject): Promise<void> {
  const body = writeJson(event)
  const response = await outbound.post(to, {
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Florin',
      'x-money-signature': hs512(signingKey, body),
      'x-money-delivery-id': randomUUID(),
    },
    body,
  })
  const answer = response.outcome === 'answered' ? response.status : `${response.outcome}: ${response.why}`
  const { tookMs } = response
  const { eventType, eventId } = event
  say({ eventType, eventId, answer, tookMs }, `${eventType}  ${eventId}  ${answer}  ${tookMs} ms`)
}
