import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '#kernel/http/rate-limit.ts'
import type { Proxies } from '../app/addresses.ts'

/** A request that has not arrived by then is given up: a client that sends a byte a second must not hold a connection. */
export const requestTimeoutMs = 30_000
export const headersTimeoutMs = 15_000
/** How often the two are looked at. */
export const checkEveryMs = 5_000

/**
 * Closes what one address opens beyond `most` connections at once; others are not affected. The connections of a proxy
 * are those of all its clients: it has to limit them itself.
 */
export function limitConnections(server: Server, most: number, proxies: Proxies): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    if (proxies.includes(socket.remoteAddress)) return
    const key = addressKey(socket.remoteAddress ?? 'unknown')
    const count = (open.get(key) ?? 0) + 1
    if (count > most) {
      socket.destroy()
      return
    }
    open.set(key, count)
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1
      if (left > 0) open.set(key, left)
      else open.delete(key)
    })
  })
}
