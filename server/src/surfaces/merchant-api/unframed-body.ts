import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/**
 * A public client sends DELETE bodies with a Content-Type and neither a length nor chunks (wire fact 3, wire rules): by
 * HTTP the request has no body, and what follows is junk where the next request should begin. Refused as junk, a refund
 * would fail; overlooked, a partial refund would be one of the whole amount. So such a request waits for a moment whether
 * junk arrives, takes it as its body, and the connection ends with the answer: whatever else comes over it is not read.
 *
 * Only what cannot be the beginning of another request is taken: what the parser has refused, directly behind the header
 * of a request that announced a body, in one packet.
 */
export function answerUnframedBodies(http: FastifyInstance): void {
  http.addHook('onRequest', async (request, reply) => {
    conversations.set(request.raw.socket, { response: reply.raw, junk: Promise.withResolvers() })
  })
  http.addHook('preParsing', async (request, reply, payload) => {
    if (!announcesUnframedBody(request)) return payload
    const body = await junkAfter(request.raw.socket)
    reply.header('connection', 'close')
    return body === undefined ? payload : Readable.from([body])
  })
}

/** The junk may be heard before anybody waits for it: it came in the same packet as the header. */
type Conversation = { response: ServerResponse; junk: PromiseWithResolvers<Buffer> }
const conversations = new WeakMap<Socket, Conversation>()

/** It is sent in one go with the header; a moment is left for networks that take it apart. */
const graceMs = 50

const announcesUnframedBody = ({ method, headers }: FastifyRequest): boolean =>
  method === 'DELETE' &&
  headers['content-type'] !== undefined &&
  headers['content-length'] === undefined &&
  headers['transfer-encoding'] === undefined

function junkAfter(socket: Socket): Promise<Buffer | undefined> {
  const waiting = new AbortController()
  const silence = setTimeout(graceMs, undefined, { signal: waiting.signal }).catch(() => undefined)
  return Promise.race([conversations.get(socket)?.junk.promise, silence]).finally(() => waiting.abort())
}

/** As Node's HTTP parser gives it: `rawPacket` is the Buffer of the packet in which it stopped. */
type ParserError = Error & { code?: string; rawPacket?: unknown; bytesParsed?: number }

/**
 * For what the HTTP parser cannot read. While a request of the connection is being answered, the answer goes first and
 * the connection ends with it; otherwise no response is due, and the connection ends at once.
 */
export function replyEarly(error: ParserError, socket: Socket): void {
  const conversation = conversations.get(socket)
  if (conversation && !conversation.response.writableEnded) {
    const { response } = conversation
    if (!response.headersSent) response.setHeader('connection', 'close')
    response.once('close', () => socket.destroySoon())
    conversation.junk.resolve(junkIn(error))
    return
  }
  if (error.code !== 'ECONNRESET' && socket.writable) socket.write(unreadable)
  socket.destroy()
}

/** What stands behind the last header that the parser has read in this packet; all of it, if the header came before. */
function junkIn({ rawPacket, bytesParsed = 0 }: ParserError): Buffer {
  if (!Buffer.isBuffer(rawPacket)) return Buffer.alloc(0)
  const end = rawPacket.lastIndexOf('\r\n\r\n', bytesParsed)
  return rawPacket.subarray(end === -1 ? 0 : end + 4)
}

const unreadableBody = '{"code":400,"message":"Bad Request","error":[],"errors":[]}'
const unreadable = `HTTP/1.1 400 Bad Request\r\nContent-Length: ${unreadableBody.length}\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${unreadableBody}`
