import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { StaffCallers } from '#core/access'
import type { Callers } from '#issuing/api'
import { html } from '#kernel/http/html.ts'
import { addressOf } from '../../app/addresses.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { openApiDocument } from '../bare-json/openapi.ts'
import { document as issuingDocument, issuingRoot } from '../issuing-api/document.ts'
import { issuingRoutes } from '../issuing-api/routes.ts'
import { errorNumbers } from '../merchant-api/error-numbers.ts'
import { openApiDocument as merchantDocument } from '../merchant-api/openapi.ts'
import { merchantRoutes } from '../merchant-api/routes.ts'
import { onceMade } from '../mount.ts'
import { withAccess } from '../mounted-routes.ts'
import { staffRoot, title as staffTitle } from '../staff-api/document.ts'
import { staffRoutes } from '../staff-api/routes.ts'
import type { ReferenceName } from './layout.ts'
import type { ApiDocument, ReferenceOptions } from './reference.ts'
import type { SiteFile } from './site.ts'

/** The documents as a site, for everybody: it tells nothing of an installation but its address. */
export const docsSite = (app: App): FastifyPluginAsync =>
  withAccess(openToAll.access, async (http) => {
    const apiUrl = addressOf(app.publicUrl, app.config.surfaceHosts.api)
    const documentOf = (name: ReferenceName) => documents[name](app) as Promise<ApiDocument>
    // Loaded with the first page: a start has no use for it.
    const site = onceMade(async () => (await import('./site.ts')).openSite({ apiUrl, documentOf, optionsOf }))
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const { at, notFound } = await site()
      const path = request.url.replace(/[?#].*/s, '').replace(/\/$/, '')
      if (path.endsWith('.md')) return reply.redirect(path.slice(0, -'.md'.length), 301)
      const found = await at(path)
      return found ? sendFile(request, reply, found) : sendFile(request, reply.status(404), notFound)
    }
    http.get('/docs', answer)
    http.get('/docs/*', answer)
  })

/** As the interfaces themselves serve them, each at its own host. */
const documents: Readonly<Record<ReferenceName, (app: App) => Promise<unknown>>> = {
  merchants: (app) => merchantDocument(merchantRoutes(app), addressOf(app.publicUrl, app.config.surfaceHosts.api)),
  partners: async (app) => {
    const url = `${addressOf(app.publicUrl, app.config.surfaceHosts.issuing)}${issuingRoot}`
    return openApiDocument<Callers>(issuingRoutes(app), url, issuingDocument)
  },
  staff: async (app) => {
    const url = `${addressOf(app.publicUrl, app.config.surfaceHosts.staff)}${staffRoot}`
    return openApiDocument<StaffCallers>(staffRoutes(app), url, staffTitle)
  },
}

/** The staff has four times as many routes as the others, so that samples in each language would be most of the page. */
const optionsOf = (name: ReferenceName): ReferenceOptions => ({
  isInEveryLanguage: name !== 'staff',
  ...(name === 'merchants' && { opening, errors }),
})

const opening = html`<p>Send the private key of your site with every request:
<code>Authorization: Bearer &lt;key&gt;</code>. Bodies are forms (<code>application/x-www-form-urlencoded</code>, lists as
<code>name[]</code>) or JSON, by their Content-Type.</p>
<p>Every reply is <code>{code, message, data}</code>, where <code>code</code> is the HTTP status; a list has
<code>pagination</code> beside it. An error has the same list in <code>error</code> and <code>errors</code>. With an
<code>Idempotency-Key</code> header a request has its effect once, however often it is sent. The same as a document for
programs: <a href="/openapi.json">openapi.json</a>.</p>`

const errors = Object.entries(errorNumbers).map(([reason, { number, advice }]) => ({ code: number, reason, advice }))

function sendFile(request: FastifyRequest, reply: FastifyReply, { type, body, tag }: SiteFile): FastifyReply {
  reply.headers({ ...headers, etag: tag })
  if (request.headers['if-none-match'] === tag && reply.statusCode === 200) return reply.status(304).send()
  return reply.type(type).send(body)
}

/** Nothing but what we serve ourselves, and nobody's frame. */
const headers = {
  'cache-control': 'no-cache',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}
