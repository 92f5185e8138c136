import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { framed, openFraming } from '#connectors/iso8583/framing.ts'
import { openSession, type Session, type SessionCounts } from '#connectors/network/iso8583/session.ts'
import type { IssuerNetwork } from '#connectors/network/message.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Iso8583Connection } from '../../app/iso8583-connections.ts'

export type Iso8583Listener = {
  name: string
  port: number
  /** Sums over the connections that are open, and how many those are. */
  status(): SessionCounts & { connections: number; signedOn: number; inFlight: number }
  /** Takes no more connections and requests, answers what is under way, and closes. */
  close(): Promise<void>
}

type Context = { network: IssuerNetwork; clock: Clock; log: Log }

/** Listens for the switch of a card network. Every connection is a session of its own. */
export async function openIso8583Listener(ctx: Context, connection: Iso8583Connection): Promise<Iso8583Listener> {
  const { name, host, port } = connection
  const log = ctx.log.child({ connection: name })
  const lines = new Map<Socket, Session>()
  /** Of connections that are closed: what was declined on them is not recorded yet. */
  const leaving = new Set<Session>()
  const server = createServer((socket) => {
    const problem = refusal(connection, socket, lines.size)
    if (problem) {
      log.warn({ address: socket.remoteAddress }, `network: a connection was refused: ${problem}`)
      socket.destroy()
    } else {
      const session = openLine({ ...ctx, log }, connection, socket)
      lines.set(socket, session)
      socket.once('close', () => {
        lines.delete(socket)
        leaving.add(session)
        void session.drain().then(() => leaving.delete(session))
      })
    }
  })
  await listening(server, { name, host, port })
  const ticking = setInterval(() => {
    for (const session of [...lines.values(), ...leaving]) session.tick()
  }, tickEveryMs)
  const reporting = setInterval(() => report(log, lines.values()), reportEveryMs)
  const address = server.address()
  return {
    name,
    port: typeof address === 'object' && address ? address.port : port,
    status: () => ({ ...sumOf(lines.values()), connections: lines.size }),
    close: async () => {
      server.close()
      await Promise.race([drained([...lines.values(), ...leaving]), pause(drainMs, undefined, { ref: false })])
      clearInterval(ticking)
      clearInterval(reporting)
      report(log, lines.values())
      await Promise.all([...lines.keys()].map((socket) => ended(socket)))
    },
  }
}
/** How exactly deadlines are kept. */
const tickEveryMs = 50
const reportEveryMs = 60_000
/** How long messages under way are waited for when the process stops or the connection ends. */
const drainMs = 10_000

const refusal = ({ from, connectionsMax }: Iso8583Connection, socket: Socket, open: number): string | undefined => {
  if (!from.includes(socket.remoteAddress)) return 'its address is not one of those of the connection'
  return open >= connectionsMax ? `${connectionsMax} are open already` : undefined
}

async function listening(server: Server, { name, host, port }: Pick<Iso8583Connection, 'name' | 'host' | 'port'>) {
  server.listen({ host, port })
  await once(server, 'listening').catch((error) => {
    throw new Error(
      `The connection ${name} of FLORIN_ISO8583 cannot listen on ${host}:${port}. Another program or process has the port, or this machine does not have the address.`,
      { cause: error },
    )
  })
}

/** Between a socket and its session. */
function openLine({ network, clock, log }: Context, { session: settings }: Iso8583Connection, socket: Socket): Session {
  const framing = openFraming()
  const address = socket.remoteAddress
  let isEnding = false
  const warn = (reason: string) => log.warn({ address }, `network: the connection is closed: ${reason}`)
  /** Nothing more is read; what was read whole is answered first. */
  const close = (reason: string) => {
    if (isEnding) return
    isEnding = true
    warn(reason)
    void Promise.race([session.drain(), pause(drainMs, undefined, { ref: false })]).then(() => ended(socket))
  }
  const send = (message: Buffer) => {
    if (socket.destroyed) return
    if (socket.writableLength > unreadBytesMax) {
      warn('it does not read what it is sent')
      return void socket.destroy()
    }
    // What is answered in the same moment leaves in one packet.
    if (socket.writableCorked === 0) {
      socket.cork()
      setImmediate(() => socket.uncork())
    }
    socket.write(framed(message))
  }
  const session = openSession(settings, { network, clock, log, elapsedMs: () => performance.now(), send, close })
  socket.setNoDelay(true)
  socket.on('error', (error) => log.info({ err: error, address }, 'network: the connection broke'))
  socket.once('close', () => log.info({ address, ...session.status() }, 'network: disconnected'))
  socket.on('data', (bytes: Buffer) => {
    if (isEnding) return
    const { messages, badLength } = framing.push(bytes)
    for (const message of messages) if (!isEnding && !socket.destroyed) session.receive(message)
    if (badLength) close(badLength)
  })
  log.info({ address }, 'network: connected')
  return session
}
/** A switch that is so far behind has lost its answers anyway. */
const unreadBytesMax = 1_048_576

const drained = (sessions: readonly Session[]): Promise<unknown> =>
  Promise.all(sessions.map((session) => session.drain()))

/** What is still in the buffers is sent first; who does not take it is not waited for. */
async function ended(socket: Socket): Promise<void> {
  if (socket.destroyed) return
  const closed = once(socket, 'close')
  socket.end()
  const late = setTimeout(() => socket.destroy(), endMs)
  await closed.finally(() => clearTimeout(late))
}
const endMs = 1_000

function sumOf(sessions: Iterable<Session>) {
  const sum = { received: 0, answered: 0, refused: 0, late: 0, failed: 0, signedOn: 0, inFlight: 0 }
  for (const session of sessions) {
    const { signedOn, ...counts } = session.status()
    sum.signedOn += signedOn ? 1 : 0
    for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof counts] += count
  }
  return sum
}

/** One line a minute says how the connections do, for those who watch the log. */
function report(log: Log, sessions: Iterable<Session>): void {
  const all = [...sessions]
  if (all.length > 0) log.info({ connections: all.length, ...sumOf(all) }, 'network: counts of the open connections')
}
