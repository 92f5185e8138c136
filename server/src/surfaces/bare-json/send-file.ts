import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileReply } from '#kernel/http/json-route.ts'
import type { App } from '../../app/compose.ts'

/** Sends a reply part by part, as fast as its reader takes it. What fails on the way breaks the connection off. */
export function sendFile(
  { log }: Pick<App, 'log'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { type, fileName, parts }: FileReply,
): FastifyReply {
  const body = Readable.from(parts, { objectMode: false })
  body.on('error', (error) =>
    log.error({ requestId: request.id, err: error, path: request.routeOptions.url }, 'a reply broke off'),
  )
  return reply
    .headers({
      'content-type': type,
      ...(fileName !== undefined && { 'content-disposition': `attachment; filename="${fileName}"` }),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    .send(body)
}
