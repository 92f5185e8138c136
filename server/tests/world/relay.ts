import { connect, createServer, type Socket } from 'node:net'

/** A connection between two programs that can be cut: data sent over it is then lost, and neither side is notified. */
export type Relay = {
  port: number
  /** How many have connected so far. */
  readonly connections: number
  /** From here on nothing passes, in either direction. Connections stay open, and new ones are taken and left alone. */
  cut(): void
  /** New connections are led to this port, and everything passes again. */
  restore(port: number): void
  /** Ends all connections, as a program does that dies. */
  drop(): void
  close(): Promise<void>
}

/** A line to a port of this machine. */
export async function openRelay(to: number): Promise<Relay> {
  const state = { to, isCut: false, connections: 0 }
  const pairs = new Set<readonly [Socket, Socket]>()
  const drop = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
  }
  const server = createServer((near) => {
    state.connections++
    const far = connect(state.to, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    for (const [from, other] of [pair, [far, near] as const]) {
      from.setNoDelay(true)
      from.on('error', () => undefined)
      from.on('data', (chunk) => void (state.isCut || other.write(chunk)))
      from.once('close', () => {
        pairs.delete(pair)
        if (!state.isCut) other.destroy()
      })
    }
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  return {
    port: (server.address() as { port: number }).port,
    get connections() {
      return state.connections
    },
    cut: () => {
      state.isCut = true
    },
    restore: (port) => {
      // Lost data cannot be sent again: connections that were cut start anew.
      drop()
      Object.assign(state, { to: port, isCut: false })
    },
    drop,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        drop()
      }),
  }
}
