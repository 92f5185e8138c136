import type {
  FastifyInstance,
  InjectOptions,
  LightMyRequestResponse,
  FastifyListenOptions as ListenOptions,
} from 'fastify'
import type { HostedSurface } from '../../src/app/addresses.ts'
import type { App } from '../../src/app/compose.ts'
import { openHttp } from '../../src/surfaces/http.ts'
import { routes } from '../laws/routes.ts'

/** The server of a world. A test that is about the server itself opens one with `openHttp`. */
export type WorldHttp = {
  inject(input: InjectOptions | string): Promise<LightMyRequestResponse>
  /** With all surfaces, unless it says which. */
  listen(options: ListenOptions, surfaces?: readonly HostedSurface[]): Promise<string>
}

/**
 * The server, which also records its replies. To mount all routes costs more than all the rest of a world, and most
 * tests use one surface: what is injected meets a server with the surfaces of its address alone, mounted by the first
 * request to them. Who listens has all of them, or those that are named.
 */
export function openWorldHttp(app: App, answered: string[]): { http: WorldHttp; closeHttp(): Promise<void> } {
  const opened = new Map<readonly HostedSurface[] | undefined, Promise<FastifyInstance>>()
  const serverOf = (surfaces?: readonly HostedSurface[]) =>
    opened.getOrInsertComputed(surfaces, () => openHttp(app, undefined, undefined, surfaces))
  const inject: WorldHttp['inject'] = async (input) => {
    const http = await serverOf(surfacesAt(pathOf(input)))
    const answer = await http.inject(input)
    answered.push(`${JSON.stringify(answer.headers)}\n${answer.body}`)
    return answer
  }
  return {
    http: { inject, listen: async (options, surfaces) => (await serverOf(surfaces)).listen(options) },
    closeHttp: async () => void (await Promise.all([...opened.values()].map(async (http) => (await http).close()))),
  }
}

function pathOf(input: InjectOptions | string): string {
  const url = typeof input === 'string' ? input : (input.url ?? input.path)
  return typeof url === 'string' ? url : (url?.pathname ?? '/')
}

export const merchantApi = ['api'] as const
const [pages, issuing] = [['checkout', 'staging'], ['issuing']] as const
const [network, webhooks, staff] = [['network'], ['webhooks'], ['staff']] as const

/** The first part of an address says whose it is. */
function surfacesAt(path: string): readonly HostedSurface[] {
  const first = firstOf(path)
  if (first === 'v1' || first === '.well-known') return issuing
  if (first === 'staff' || first === 'dashboard') return staff
  if (first === 'network') return network
  if (first === 'webhooks') return webhooks
  return ofSites.has(first) ? merchantApi : pages
}

const firstOf = (path: string): string => /^\/([^/?]*)/.exec(path)?.[1] ?? ''

/** Of all addresses that are called with the key of a site, and of the interface's own documents. */
const ofSites = new Set([
  ...routes
    .map((route) => route.split(' '))
    .flatMap(([, path = '', caller]) => (caller === 'site' ? firstOf(path) : [])),
  'openapi.json',
  'docs',
])
