import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { inboundWebhooks, receiveWebhooks } from '#acquiring/processors'
import { Refusal } from '#kernel/base/refusal.ts'
import { addressKey } from '#kernel/http/rate-limit.ts'
import { statusOfRefusal } from '#kernel/http/route.ts'
import type { App } from '../../app/compose.ts'
import { bodyLimitOf, callOf } from '../mount.ts'
import { countAgainst, retryAfterOf } from '../rate-limits.ts'
import { refusalOfBusy } from '../too-busy.ts'

/** Where a processor sends what it says by itself, below the public address. */
export const webhookPath = '/webhooks/:connection'

/**
 * The webhooks of processors, as bytes: a processor signs what it sends, and anything that reads the body first could
 * change what was signed. A delivery is answered when its messages are stored; any other status makes the processor send
 * it again.
 */
export const webhooksSurface =
  (app: App): FastifyPluginAsync =>
  async (http) => {
    http.removeAllContentTypeParsers()
    http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    http.route({
      method: 'POST',
      url: webhookPath,
      config: { access: { caller: 'public' } },
      bodyLimit: bodyLimitOf(app.config, { bodyBytesMax }),
      handler: async (request, reply) => {
        const { params, headers, body, ip } = callOf(request)
        const received = await receiveWebhooks(app, params.connection!, {
          headers,
          body: body instanceof Uint8Array ? body : new Uint8Array(),
        })
        if (received.outcome === 'stored') {
          const { contentType, body: text } = received.reply
          return reply.status(200).header('content-type', contentType).send(text)
        }
        if (received.outcome === 'unreadable') return plain(reply, 400, 'This is signed, and cannot be read.')
        // Who guesses signatures or names is slowed down; who signs is never counted.
        await countAgainst(app.limiter, 'bad_webhook_signatures', addressKey(ip))
        return received.outcome === 'bad_signature'
          ? plain(reply, 401, 'The signature is not valid.')
          : plain(reply, 404, 'There is nothing at this address.')
      },
    })
    http.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const refusal = error instanceof Refusal ? error : refusalOfBusy(error)
      if (refusal?.kind === 'limit') app.metrics.count(inboundWebhooks, { connector: 'any', result: 'limited' })
      if (refusal) return plain(reply.headers(retryAfterOf(refusal)), statusOfRefusal[refusal.kind], refusal.message)
      if (error.statusCode !== undefined && error.statusCode < 500)
        return plain(reply, error.statusCode, 'This request is not a webhook.')
      app.log.error({ requestId: request.id, err: error }, 'a webhook of a processor was not stored')
      return plain(reply, 500, 'It is not stored. Send it again.')
    })
  }
/** Processors bundle messages; one is some kilobytes. */
const bodyBytesMax = 1_048_576

const plain = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.status(status).type('text/plain; charset=utf-8').send(`${text}\n`)
