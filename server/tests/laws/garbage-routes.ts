import { embeddedRoutes } from './routes-of-embedded.ts'
import { sessionRoutes } from './routes-of-staff.ts'

const got = <const Path extends string>(...paths: Path[]) => paths.map((path) => ['GET', path] as const)

const appleFile = '/.well-known/apple-developer-merchantid-domain-association'

/**
 * Garbage sent to any address is answered as the sender's fault, never as ours. Every route that a browser can reach is
 * in this list; the second test checks that none is missing.
 */
export const routes = [
  ['POST', '/'],
  ...got('/', '/checkout/scripts', '/checkout/:token', '/checkout/:token/return'),
  ...['pay', 'cancel', 'challenge', 'wallet', 'apple-pay-session', 'test-wallet'].map(
    (path) => ['POST', `/checkout/:token/${path}`] as const,
  ),
  ...got(appleFile, `${appleFile}.txt`),
  ...embeddedRoutes,
  ['GET', '/l/:hash'],
  ['POST', '/l/:hash'],
  ['GET', '/l/:hash/qr.svg'],
  ['GET', '/subscription/:token'],
  ['GET', '/subscription/:token/card'],
  ['POST', '/subscription/:token/card'],
  ['GET', '/subscription/:token/cancel'],
  ['POST', '/subscription/:token/cancel'],
  ['POST', '/subscription/:token/keep'],
  ['POST', '/subscription/:token/challenge'],
  ['POST', '/subscription/:token/new-link'],
  ['GET', '/subscription/:token/invoices/:invoiceId'],
  ['POST', '/3ds/challenge'],
  ['GET', '/3ds/challenge/:id'],
  ['POST', '/3ds/challenge/:id/cancel'],
  ['GET', '/3ds/challenge/:id/events'],
  ['GET', '/card-data/:token'],
  ['POST', '/card-data/:token'],
  ['POST', '/topups/notifications/:siteId'],
  ['GET', '/verification/:token'],
  ['POST', '/verification/:token/answers'],
  ['POST', '/verification/:token/files/:place'],
  ['POST', '/verification/:token/files/:place/remove'],
  ['POST', '/verification/:token/hand-in'],
  ['GET', '/v1/openapi.json'],
  ['GET', '/network/v1/openapi.json'],
  ['POST', '/webhooks/:connection'],
  ['GET', '/staff/v1/openapi.json'],
  ...sessionRoutes,
  ['POST', '/staff/v1/page-faults'],
  ['GET', '/dashboard'],
  ...got('/.well-known/jwks.json', '/.well-known/card-keys.json', '/.well-known/security.txt'),
  ...got('/sandbox', '/sandbox/mailbox'),
  ['GET', '/sandbox/mailbox/:id'],
  ['GET', '/sandbox/mailbox/:id/page'],
  ['GET', '/sandbox/mailbox/:id/files/:name'],
  ['GET', '/sandbox/disputes'],
  ['POST', '/sandbox/disputes'],
  ...got('/sandbox/chain', '/sandbox/bank'),
  ['POST', '/sandbox/chain'],
  ['POST', '/sandbox/bank'],
  ...got('/health', '/health/seen', '/ready', '/openapi.json', '/docs', '/docs/merchant-guide/api', '/docs/api'),
  ...got('/bank-return', '/checkout/:token/challenge', '/subscription/:token/challenge'),
  ['POST', '/bank-return'],
] as const
