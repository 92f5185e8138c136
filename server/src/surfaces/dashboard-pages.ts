import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { openToAll } from './bare-json/bare-json.ts'
import { withAccess } from './mounted-routes.ts'

const root = '/dashboard'

/**
 * The pages of the dashboard: files that tell nothing and need no login. What they show comes from the interface of the
 * staff, at the same host. Every address that is no file is one page, which the browser fills.
 */
export const dashboardPages: FastifyPluginAsync = withAccess(openToAll.access, async (http) => {
  const built = builtDashboard()
  if (built)
    http.register(fastifyStatic, {
      root: join(built.folder, 'assets'),
      prefix: `${root}/assets/`,
      // The name of a file changes with its content.
      immutable: true,
      maxAge: '365d',
      index: false,
      decorateReply: false,
      preCompressed: true,
    })
  else http.get(`${root}/assets/*`, (_request, reply) => reply.status(404).send())
  const page = async (_request: unknown, reply: FastifyReply) =>
    reply
      .status(built ? 200 : 503)
      .headers(headers)
      .send(built?.page ?? notBuilt)
  http.get(root, page)
  http.get(`${root}/*`, page)
})

/** The folder of the built files, and the page that begins them; undefined where nothing was built. */
function builtDashboard(): { folder: string; page: string } | undefined {
  const folder = join(import.meta.dirname, '../../../dashboard/dist')
  const file = join(folder, 'index.html')
  return existsSync(file) ? { folder, page: readFileSync(file, 'utf8') } : undefined
}

/** The one style that React Aria writes into the page, for touch; it is constant. */
const styleOfLibrary = "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"

/** Nothing but what we serve ourselves, and nobody's frame. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${styleOfLibrary}`,
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-cache',
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
}

const notBuilt = `<!doctype html><html lang="en"><title>Florin dashboard</title><h1>The dashboard is not built</h1>
<p>Run <code>npm run build --workspace dashboard</code> in the folder of Florin, and start it again.</p></html>
`
