import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Callers } from '#issuing/api'
import { writeJson } from '#kernel/base/json.ts'
import { addressOf } from '../../app/addresses.ts'
import type { App } from '../../app/compose.ts'
import { openApiDocument } from '../bare-json/openapi.ts'
import { document as issuingDocument, issuingRoot } from '../issuing-api/document.ts'
import { issuingRoutes } from '../issuing-api/routes.ts'
import { openApiDocument as merchantDocument } from '../merchant-api/openapi.ts'
import { merchantRoutes } from '../merchant-api/routes.ts'
import { onceMade } from '../mount.ts'
import { staffRoot } from './document.ts'

/**
 * The documents of the interfaces for merchants and for partners, as those have them at their own hosts: the pages of
 * the dashboard may ask their own host alone.
 */
export function mountReference(
  http: FastifyInstance,
  app: App,
  recognize: (request: FastifyRequest) => Promise<unknown>,
): void {
  const { publicUrl, config } = app
  const documents = {
    merchants: async () =>
      writeJson(await merchantDocument(merchantRoutes(app), addressOf(publicUrl, config.surfaceHosts.api))),
    partners: async () => {
      const baseUrl = `${addressOf(publicUrl, config.surfaceHosts.issuing)}${issuingRoot}`
      return writeJson(openApiDocument<Callers>(issuingRoutes(app), baseUrl, issuingDocument))
    },
  }
  for (const [name, make] of Object.entries(documents)) {
    const document = onceMade(make)
    http.get(
      `${staffRoot}/reference/${name}`,
      { config: { access: { caller: 'staffToken' } } },
      async (request, reply) => {
        await recognize(request)
        return reply.headers({ 'content-type': 'application/json; charset=utf-8' }).send(await document())
      },
    )
  }
}
