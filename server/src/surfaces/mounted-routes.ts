import type { FastifyInstance, FastifyPluginAsync, RouteOptions } from 'fastify'
import type { Access, CallerKind, Permission } from '#kernel/http/route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call the route. */
    access?: Access
    /** The address is mounted only to say, in the dialect of its surface, that there is nothing. */
    isNotFound?: boolean
  }
  interface FastifyInstance {
    mountedRoutes: readonly MountedRoute[]
  }
}

export type MountedRoute = {
  method: string
  path: string
  caller: CallerKind
  permission: Permission | undefined
  isNotFound: boolean
}

/**
 * Keeps a list of every route that is mounted, of whatever surface, and stops the program before it listens when one
 * does not say who may call it.
 */
export function recordRoutes(http: FastifyInstance): void {
  const seen: RouteOptions[] = []
  http.addHook('onRoute', (route) => {
    seen.push(route)
  })
  http.decorate('mountedRoutes', { getter: () => seen.flatMap(mountedRoutesOf) })
  http.addHook('onReady', async () => void http.mountedRoutes)
}

/** HEAD is mounted by the library for every GET, with the same access. */
function mountedRoutesOf({ method, url, config }: RouteOptions): MountedRoute[] {
  const methods = [method].flat().filter((name) => name !== 'HEAD')
  if (methods.length > 0 && !config?.access) throw new Error(`${methods} ${url} does not say who may call it`)
  const { caller, permission } = config?.access ?? { caller: 'public' }
  const isNotFound = config?.isNotFound ?? false
  return methods.map((name) => ({ method: name, path: url, caller, permission, isNotFound }))
}

/** A surface all of whose routes have the same callers; a route that names its own keeps them. */
export const withAccess =
  (access: Access, surface: FastifyPluginAsync): FastifyPluginAsync =>
  async (http, options) => {
    http.addHook('onRoute', (route) => {
      route.config = { access, ...route.config }
    })
    await surface(http, options)
  }
