import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A process behind the balancer, and which addresses it is there for. */
export type Member = { port: number; serves(path: string): boolean }

/**
 * A load balancer as operators have them: the next process in turn of those that serve the address and say that they
 * are ready; connections are kept; a request is given to another process only when the first one refused the
 * connection, so that not a byte of it can have been read.
 */
export type Balancer = {
  url: string
  /** The paths of the requests that this process has not answered yet. */
  underWay(port: number): readonly string[]
  /** How many requests it has answered. */
  answered(port: number): number
  /** The requests answered with 502 or 503 since the last call: no server was there, or it hung up in the middle. */
  takeLosses(): readonly string[]
  untilReady(port: number): Promise<void>
  close(): Promise<void>
}

export async function openBalancer(members: readonly Member[]): Promise<Balancer> {
  const stations = members.map((member) => ({ ...member, ready: false, paths: [] as string[], answered: 0 }))
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const losses: string[] = []
  let turn = 0
  let isOpen = true

  const lose = (response: ServerResponse, status: number, why: string) => {
    losses.push(why)
    if (response.headersSent) response.destroy()
    else response.writeHead(status).end()
  }
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const path = request.url!.replace(/\?.*/s, '')
    const able = stations.filter((station) => station.ready && station.serves(path))
    const inTurn = able.map((_, index) => able[(turn + index) % able.length]!)
    turn++
    const go = (left: Station[]): void => {
      const [station, ...others] = left
      if (!station) {
        lose(response, 503, `${request.method} ${path}: no server is there`)
        return
      }
      pass(agent, { request, response, body }, station, (error) => {
        if (error.code === 'ECONNREFUSED') {
          station.ready = false
          return go(others)
        }
        lose(response, 502, `${request.method} ${path}: ${station.port} hung up (${error.code})`)
      })
    }
    go(inTurn)
  })
  const watching = stations.map(async (station) => {
    while (isOpen) {
      station.ready = await isReady(station.port)
      await pause(lookEveryMs)
    }
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, '127.0.0.1', resolve)
  await promise
  const at = (port: number) => stations.find((station) => station.port === port)!
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    underWay: (port) => at(port).paths,
    answered: (port) => at(port).answered,
    takeLosses: () => losses.splice(0),
    untilReady: async (port) => {
      while (!at(port).ready) await pause(lookEveryMs)
    },
    close: async () => {
      isOpen = false
      await Promise.all(watching)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
/** Many times within the notice of a process that stops; each look is a request that costs both sides a millisecond. */
const lookEveryMs = 100

type Station = Member & { ready: boolean; paths: string[]; answered: number }
type Passed = { request: IncomingMessage; response: ServerResponse; body: Uint8Array }

function pass(
  agent: Agent,
  { request, response, body }: Passed,
  station: Station,
  failed: (error: NodeJS.ErrnoException) => void,
): void {
  const path = request.url!
  station.paths.push(path)
  const over = () => void station.paths.splice(station.paths.indexOf(path) >>> 0, 1)
  const { connection: _, ...headers } = request.headers
  const onward = send({ agent, port: station.port, host: '127.0.0.1', method: request.method, path, headers })
  let isOver = false
  const fail = (error: NodeJS.ErrnoException) => {
    if (isOver) return
    isOver = true
    over()
    failed(error)
  }
  onward.on('error', fail)
  onward.on('response', (answer) => {
    const { connection: _own, 'keep-alive': _kept, ...notified } = answer.headers
    response.writeHead(answer.statusCode!, notified)
    answer.pipe(response)
    answer.once('error', fail)
    answer.once('end', () => {
      isOver = true
      station.answered++
      over()
    })
  })
  onward.end(body)
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.ok
    },
    () => false,
  )
