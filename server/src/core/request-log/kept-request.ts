import type { SiteId } from '#core/directory'
import type { PartnerId } from '#core/partners'
import type { Instant } from '#kernel/base/clock.ts'
import { concern, type Exchange, hidden, leaveUnsaid, maskFields, maskSentence } from './mask-fields.ts'
import { isName, kindOfRoute, kindsOfIds, mayBeKept, mayBeKeptAsSent } from './shown-fields.ts'

/** Who has sent a request: a program with a key, a customer of a partner, or the form of a store, signed with a key. */
export const senders = ['key', 'customer', 'form'] as const
export type RequestSender = (typeof senders)[number]

/** A request and its reply as the surface has seen them, with everything that is in them. */
export type AnsweredRequest = {
  requestId: string
  receivedAt: Instant
  /** Whose it is. */
  siteId?: SiteId | undefined
  partnerId?: PartnerId | undefined
  sentBy: RequestSender
  keyId?: bigint | undefined
  method: string
  /** With `:name` for a parameter. */
  route: string
  params: unknown
  query: unknown
  body: unknown
  status: number
  tookMs: number
  /** JSON; undefined when it was a page or a file. */
  reply: string | undefined
  /** The reply is JSON too, and reveals a secret: nothing of it is kept. */
  isSecret: boolean
  /** What was refused, where the reply is none that says so in JSON. */
  refusal?: RefusalFacts | undefined
}

type RefusalFacts = { reason?: string | undefined; field?: string | undefined; message?: string | undefined }

/** A request as it is kept: with nothing in it that a developer of its owner may not see. */
export type KeptRequest = RefusalFacts & {
  requestId: string
  receivedAt: Instant
  siteId: SiteId | undefined
  partnerId: PartnerId | undefined
  sentBy: RequestSender
  keyId: string | undefined
  method: string
  route: string
  path: string
  status: number
  tookMs: number
  /** `order:1017` */
  concerns: readonly string[]
  body: string | undefined
  reply: string | undefined
}

export const bodyBytesMax = 8_192
export const replyBytesMax = 4_096
const pathCharactersMax = 500
/** A longer reply is a long list: reading it would cost more than it tells. */
const replyReadMax = 16_384

/** What is kept of a request: everything else is hidden here, before it waits anywhere. */
export function keptOf(request: AnsweredRequest): KeptRequest {
  const { requestId, receivedAt, siteId, partnerId, sentBy, keyId, method, route, status, tookMs } = request
  const exchange: Exchange = {
    kind: kindOfRoute(route),
    meant: sentBy === 'form' ? { orderId: 'externalOrderId' } : undefined,
    concerns: new Set(),
    unsaid: new Set(),
  }
  const path = pathOf(request, exchange)
  const body =
    hasFields(request.body) && !request.isSecret
      ? maskFields(request.body, exchange, { side: 'request', bytesMax: bodyBytesMax })
      : undefined
  const read = readReply(request)
  const reply = read === undefined ? undefined : maskFields(read, exchange, { side: 'reply', bytesMax: replyBytesMax })
  return {
    ...{ requestId, receivedAt, siteId, partnerId, sentBy, keyId: keyId?.toString(), method, route, path },
    ...{ status, tookMs: Math.max(0, Math.round(tookMs)), body, reply: reply ?? unread(request) },
    concerns: [...exchange.concerns],
    ...refusalFacts(status < 400 ? {} : (request.refusal ?? refusalIn(read)), exchange),
  }
}

const hasFields = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.keys(body).length > 0

function pathOf({ route, params, query }: AnsweredRequest, exchange: Exchange): string {
  const given = (params ?? {}) as Readonly<Record<string, string>>
  const path = route.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given[name] ?? ''
    const isKept = mayBeKept('id', value)
    const kind = name === 'id' ? exchange.kind : kindsOfIds[name]
    if (isKept && kind) concern(exchange, kind, value)
    if (!isKept) leaveUnsaid(exchange, value)
    return isKept ? value : hidden
  })
  const asked = Object.entries((query ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) => {
    const text = String(value)
    const isKept = text === '' || mayBeKeptAsSent(name, text)
    if (!isKept) leaveUnsaid(exchange, text)
    return `${isName(name) ? name : '[field]'}=${isKept ? text : hidden}`
  })
  return (asked.length === 0 ? path : `${path}?${asked.join('&')}`).slice(0, pathCharactersMax)
}

function readReply({ reply, isSecret }: AnsweredRequest): unknown {
  if (reply === undefined || reply === '' || isSecret || reply.length > replyReadMax) return undefined
  try {
    return JSON.parse(reply) as unknown
  } catch {
    return undefined
  }
}

function unread({ reply, isSecret }: AnsweredRequest): string | undefined {
  if (reply === undefined || reply === '') return undefined
  return isSecret ? '[holds a secret]' : `[${reply.length} characters]`
}

/** Both dialects: the first of `errors`, or the reply itself. */
function refusalIn(reply: unknown): RefusalFacts {
  const { errors, ...whole } = (reply ?? {}) as { errors?: readonly RefusalFacts[] } & RefusalFacts
  return errors?.[0] ?? whole
}

function refusalFacts({ reason, field, message }: RefusalFacts, exchange: Exchange): RefusalFacts {
  const isSentence = typeof message === 'string' && message !== ''
  return {
    reason: typeof reason === 'string' && mayBeKept('reason', reason) ? reason : undefined,
    field: typeof field === 'string' && mayBeKept('field', field) ? field : undefined,
    message: isSentence ? maskSentence(message, exchange) : undefined,
  }
}
