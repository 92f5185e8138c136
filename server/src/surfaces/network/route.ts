import type { JsonRoute } from '#kernel/http/json-route.ts'
import { jsonRoutes } from '#kernel/http/json-route.ts'

declare module '#kernel/http/route.ts' {
  interface CallerKinds {
    /** A card network, with the key of a connection. */
    network: 'permitted'
  }
}

/** `connection`: its name, which is a part of the key of each of its messages. */
export type NetworkCallers = { network: { connection: string } }
export type NetworkRoute = JsonRoute<NetworkCallers>
export const { route: networkRoute } = jsonRoutes<NetworkCallers>()
