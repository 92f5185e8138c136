import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PaymentNotification, readNotification } from '@florin/client'

/** What a store's notification address was sent. */
export type Received = {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The notification in it, opened with the store's key as any client does. Throws when it cannot be. */
  open(): PaymentNotification
}

/** How the store answers from now on. `hold` keeps every request without an answer until `release`. */
export type Manner = 'hold' | { status?: number; body?: string; headers?: Record<string, string> }

/** A store's own server: real HTTP on its own port. It keeps every request, and answers OK by default. */
export type Receiver = AsyncDisposable & {
  /** Its notification address, with a query of its own as many shops have. */
  url: string
  requests: readonly Received[]
  /** The next request that was not returned yet. */
  next(): Promise<Received>
  answer(manner: Manner): void
  /** The store learns its key. */
  setKey(privateKey: string): void
  /** Answers all held requests so, and those to come; OK unless said. */
  release(manner?: Exclude<Manner, 'hold'>): void
  close(): Promise<void>
}

export async function openReceiver(store: { privateKey?: string } = {}): Promise<Receiver> {
  let { privateKey } = store
  const requests: Received[] = []
  const held: ServerResponse[] = []
  const waiting: ((received: Received) => void)[] = []
  let taken = 0
  let manner: Manner = {}
  const server = createServer(async (request, response) => {
    const received = await receive(request, privateKey).catch(() => undefined)
    // The caller hung up before the end of its request.
    if (!received) return
    requests.push(received)
    // A waiter takes its request at once, so the next waiter gets the next one.
    const waiter = waiting.shift()
    if (waiter) {
      taken++
      waiter(received)
    }
    if (manner === 'hold') held.push(response)
    else reply(response, manner)
  })
  const port = await listening(server)
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${port}/ipn?shop=bakery`,
    requests,
    setKey: (key) => {
      privateKey = key
    },
    next: () => {
      const received = requests[taken]
      if (!received) return new Promise((resolve) => waiting.push(resolve))
      taken++
      return Promise.resolve(received)
    },
    answer: (next) => {
      manner = next
    },
    release: (next = {}) => {
      manner = next
      for (const response of held.splice(0)) reply(response, next)
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

function reply(response: ServerResponse, { status = 200, body = 'OK', headers = {} }: Exclude<Manner, 'hold'>): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

async function receive(request: IncomingMessage, privateKey: string | undefined): Promise<Received> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks).toString('utf8')
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    open: () => {
      if (!privateKey) throw new Error('This receiver was opened without a private key.')
      return readNotification({ privateKey, body })
    },
  }
}

function listening(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
