import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from './refusals.ts'

/**
 * A public client sends DELETE bodies with a Content-Type and neither a length nor chunks (wire fact 3, wire rules): by
 * HTTP the request has no body, and the bytes after it are junk where the next request should begin. If the junk were
 * refused, a refund would fail; if it were ignored, a partial refund would become a full one. So such a request waits a
 * moment for junk and reads it as its body. The connection closes with the reply, and nothing else on it is read.
 *
 * A proxy drops such a body. Where nothing is heard, a refund is refused: read as "no amount", a part would become the
 * whole (wire fact 12, row 1). Who means the whole sends no Content-Type, or a body with its length.
 *
 * Only bytes that cannot begin another request are used: those that the parser has refused, directly behind the header
 * of a request that announced a body, in one packet.
 */
export function answerUnframedBodies(http: FastifyInstance): void {
  http.addHook('preParsing', async (request, reply, payload) => {
    if (!announcesUnframedBody(request)) return payload
    const body = await junkAfter(request.raw.socket)
    reply.header('connection', 'close')
    if (body === undefined && mayHaveLostItsAmount(request)) throw refuse('body_missing')
    return body === undefined ? payload : Readable.from([body])
  })
}

/** Keeps of each connection what is replied on it, for `replyEarly`. */
export function followConversations(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    conversations.set(request.raw.socket, { response: reply.raw, junk: Promise.withResolvers() })
    done()
  })
}

/** The junk may arrive before it is awaited: it is in the same packet as the header. */
type Conversation = { response: ServerResponse; junk: PromiseWithResolvers<Buffer> }
const conversations = new WeakMap<Socket, Conversation>()

/** It is sent together with the header; the delay allows for networks that split the two. */
const graceMs = 50

const announcesUnframedBody = ({ method, headers }: FastifyRequest): boolean =>
  method === 'DELETE' &&
  headers['content-type'] !== undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

const mayHaveLostItsAmount = ({ headers, url }: FastifyRequest): boolean =>
  /^\/+transaction\//.test(url) && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

function junkAfter(socket: Socket): Promise<Buffer | undefined> {
  const waiting = new AbortController()
  const silence = setTimeout(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
  return Promise.race([conversations.get(socket)?.junk.promise, silence]).finally(() => waiting.abort())
}

/** An error of Node's HTTP parser: `rawPacket` is the Buffer of the packet in which it stopped. */
type ParserError = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }

/**
 * Handles bytes that the HTTP parser cannot read, and requests that do not arrive. While a request of the connection is
 * being processed, its reply is sent first and closes the connection; otherwise the connection closes at once. Nothing
 * is written where nothing came: browsers open spare connections, and take what they read there as the reply to their
 * next request.
 */
export function replyEarly(error: ParserError, socket: Socket): void {
  const conversation = conversations.get(socket)
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const response = conversation?.response.writableEnded ? undefined : conversation?.response
  const isHalf = isLate && response !== undefined && !response.req.complete
  if (conversation && response && !isHalf) {
    if (!response.headersSent) response.setHeader('connection', 'close')
    response.once('close', () => socket.destroySoon())
    conversation.junk.resolve(junkIn(error))
    return
  }
  const mayWrite = socket.writable && socket.bytesRead > 0 && response?.headersSent !== true
  if (error.code !== 'ECONNRESET' && mayWrite) socket.write(isLate ? tooSlow : unreadable)
  socket.destroy()
}

/**
 * The bytes behind the last header that the parser read in this packet; the whole packet, if the header came before.
 */
function junkIn({ rawPacket, bytesParsed = 0 }: ParserError): Buffer {
  if (!Buffer.isBuffer(rawPacket)) return Buffer.alloc(0)
  const end = rawPacket.lastIndexOf('\r\n\r\n', bytesParsed)
  return rawPacket.subarray(end === -1 ? 0 : end + 4)
}

function closing(status: number, message: string): string {
  const body = JSON.stringify({ code: status, message, error: [], errors: [] })
  const headers = `Content-Length: ${body.length}\r\nContent-Type: application/json\r\nX-Content-Type-Options: nosniff`
  return `HTTP/1.1 ${status} ${message}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`
}
const unreadable = closing(400, 'Bad Request')
const tooSlow = closing(408, 'Request Timeout')
