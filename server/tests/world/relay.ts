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

/** What arrives instead of what was sent: one for each connection, since a message may come in pieces. */
type Rewrite = () => (chunk: Buffer) => Buffer

/** A line to a port of this machine. The answers of that port may be rewritten. */
export async function openRelay(to: number, answers: Rewrite = () => (chunk) => chunk): Promise<Relay> {
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
    const answer = answers()
    for (const [from, other] of [pair, [far, near] as const]) {
      from.setNoDelay(true)
      from.on('error', () => undefined)
      from.on('data', (chunk: Buffer) => void (state.isCut || other.write(from === far ? answer(chunk) : chunk)))
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
