import type { lookup } from 'node:dns'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { NumberText } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { type ClientOptions, OutboundError, openClient } from './client.ts'

const closed = (server: { close(done: () => void): unknown }) => new Promise<void>((done) => server.close(done))

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      const done = closed(server)
      server.closeAllConnections()
      await done
    },
  }
}

/** A server below HTTP: what it does with a connection is the test's. */
async function serveSockets(onConnection: (socket: Socket) => void) {
  const seen = { connections: 0 }
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => {
    seen.connections++
    sockets.push(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    seen,
    [Symbol.asyncDispose]: async () => {
      const done = closed(server)
      for (const socket of sockets) socket.destroy()
      await done
    },
  }
}

function client(options: Partial<ClientOptions> & { baseUrl: string }) {
  const logged: string[] = []
  const log = openLog({ level: 'trace', to: { write: (line) => void logged.push(line) } })
  const opened = openClient({ log, allowPrivate: true, timeoutMs: 10_000, ...options })
  return { ...opened, logged, [Symbol.asyncDispose]: opened.close }
}

/** What a call that has no response says of itself. */
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => 'a response',
    (error) => (error instanceof OutboundError ? [error.sent, error.reason] : error),
  )

test('JSON goes out with its own digits, and comes back with them', async () => {
  const received: string[] = []
  await using server = await serve(async (request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    for await (const chunk of request) received.push(String(chunk))
    response.writeHead(201, { 'x-trace': 't1' }).end('{"amount":12345678901234567890.10}')
  })
  await using processor = client({ baseUrl: server.url })

  const response = await processor.send({
    method: 'POST',
    path: '/payments',
    query: { mode: 'a&b' },
    body: { json: { minor: 2n ** 70n, rate: new NumberText('1.10') } },
  })

  expect(received).toEqual([
    'POST /v1/payments?mode=a%26b application/json',
    '{"minor":1180591620717411303424,"rate":1.10}',
  ])
  expect(response).toMatchObject({
    status: 201,
    headers: { 'x-trace': 't1' },
    json: { amount: new NumberText('12345678901234567890.10') },
  })
})

test.each(['GET', 'PUT', 'DELETE'] as const)(
  '%s arrives, a form is encoded, and an error is a response',
  async (method) => {
    const received: string[] = []
    await using server = await serve(async (request, response) => {
      received.push(`${request.method} ${request.headers.authorization}`)
      for await (const chunk of request) received.push(String(chunk))
      response.writeHead(422).end('no JSON')
    })
    await using processor = client({ baseUrl: server.url })

    const response = await processor.send({
      method,
      path: '/payments/1',
      headers: { Authorization: new Secret('Bearer sk_1') },
      ...(method === 'PUT' && { body: { form: { note: 'a+b c' } } }),
    })

    expect(received).toEqual([`${method} Bearer sk_1`, ...(method === 'PUT' ? ['note=a%2Bb+c'] : [])])
    expect(response).toMatchObject({ status: 422, text: 'no JSON', json: undefined })
  },
)

test('a redirect is a response and is not followed', async () => {
  const paths: (string | undefined)[] = []
  await using server = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  await using processor = client({ baseUrl: server.url })
  expect(await processor.send({ method: 'POST', path: '/payments' })).toMatchObject({ status: 307 })
  expect(paths).toEqual(['/v1/payments'])
})

test('a response that is too large is not read to its end', async () => {
  const ended = Promise.withResolvers<void>()
  await using server = await serve((_request, response) => {
    response.once('close', ended.resolve)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000))) {}
    }
    response.on('drain', more)
    more()
  })
  await using processor = client({ baseUrl: server.url, responseBytesMax: 100_000 })
  expect(await failureOf(processor.send({ method: 'GET', path: '/list' }))).toEqual(['maybe', 'too_large'])
  await ended.promise
})

test('a file of any size comes as it arrives, and one that ends too early says so', async () => {
  const file = 'x'.repeat(2_000_000)
  await using server = await serve((request, response) => {
    response.writeHead(200, { 'content-length': file.length })
    if (request.url === '/v1/whole') return void response.end(file)
    response.write(file.slice(0, 1_000_000), () => response.destroy())
  })
  await using processor = client({ baseUrl: server.url })
  const read = async (path: string) => {
    const { status, body } = await processor.stream({ method: 'GET', path })
    let bytes = 0
    for await (const piece of body) bytes += piece.length
    return [status, bytes]
  }
  expect(await read('/whole')).toEqual([200, 2_000_000])
  expect(await failureOf(read('/half'))).toEqual(['maybe', 'broken'])
})

test('no response in time, or only half of one: what the request did is not known', async () => {
  const servedOnce = (then: RequestListener) => {
    let requests = 0
    return serve((request, response) => (requests++ === 0 ? response.end('{}') : then(request, response)))
  }
  await using silent = await servedOnce(() => {})
  await using slow = await servedOnce((_request, response) => response.write('{"status":'))
  for (const { url } of [silent, slow]) {
    await using processor = client({ baseUrl: url })
    // It has a connection, so that all of its time is the answer's.
    await processor.send({ method: 'POST', path: '/payments' })
    const unanswered = processor.send({ method: 'POST', path: '/payments', timeoutMs: 80 })
    expect(await failureOf(unanswered)).toEqual(['maybe', 'timeout'])
  }
})

test('a connection that breaks after the request: what it did is not known', async () => {
  await using server = await serveSockets((socket) => socket.once('data', () => socket.resetAndDestroy()))
  await using processor = client({ baseUrl: `http://127.0.0.1:${server.port}` })
  expect(await failureOf(processor.send({ method: 'POST', path: '/payments' }))).toEqual(['maybe', 'broken'])
  expect(server.seen.connections).toBe(1)
})

test('a connection that is refused, or a name that does not exist: nothing was sent', async () => {
  const gone = await serve(() => {})
  await gone[Symbol.asyncDispose]()
  for (const baseUrl of [gone.url, 'http://processor.invalid']) {
    await using processor = client({ baseUrl })
    expect(await failureOf(processor.send({ method: 'POST', path: '/payments' }))).toEqual(['never', 'unreachable'])
  }
})

test.each<[string, (socket: Socket) => void]>([
  ['speaks no TLS', (socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ['breaks off the handshake', (socket) => socket.once('data', () => socket.resetAndDestroy())],
])('a server that %s is sent nothing', async (_what, onConnection) => {
  await using server = await serveSockets(onConnection)
  await using processor = client({ baseUrl: `https://127.0.0.1:${server.port}` })
  expect(await failureOf(processor.send({ method: 'POST', path: '/payments' }))).toEqual(['never', 'unreachable'])
})

test('a handshake that never ends is given up, and nothing was sent', async () => {
  await using server = await serveSockets(() => undefined)
  await using processor = client({ baseUrl: `https://127.0.0.1:${server.port}`, timeoutMs: 80 })
  expect(await failureOf(processor.send({ method: 'POST', path: '/payments' }))).toEqual(['never', 'timeout'])
})

/** A name that resolves to a public address when it is checked, and to ours when it is connected to. */
function rebinding(...addresses: string[][]) {
  let asked = 0
  const find = ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) => {
    const found = addresses[Math.min(asked++, addresses.length - 1)]!
    done(
      null,
      found.map((address) => ({ address, family: 4 })),
    )
  }) as unknown as typeof lookup
  return { find, asked: () => asked }
}

test.each([
  ['its address is private', [['127.0.0.1']]],
  ['one of its addresses is private', [['93.184.216.34', '127.0.0.1']]],
])('a name is refused where it is connected to when %s', async (_what, addresses) => {
  await using server = await serveSockets((socket) => socket.destroy())
  const names = rebinding(...addresses)
  const baseUrl = `https://processor.example:${server.port}`
  await using processor = client({ baseUrl, allowPrivate: false, lookup: names.find })
  expect(await failureOf(processor.send({ method: 'POST', path: '/payments' }))).toEqual(['never', 'forbidden'])
  expect([names.asked(), server.seen.connections]).toEqual([1, 0])
})

test('a name that moves to a private address between two calls is refused at the second', async () => {
  const names = rebinding(['93.184.216.34'], ['127.0.0.1'])
  const options = { baseUrl: 'https://processor.example:9', allowPrivate: false, timeoutMs: 60, lookup: names.find }
  await using processor = client(options)
  expect(await failureOf(processor.send({ method: 'GET', path: '/' }))).toEqual(['never', expect.any(String)])
  expect(await failureOf(processor.send({ method: 'GET', path: '/' }))).toEqual(['never', 'forbidden'])
})

test('a host that is not on the list is not called, whatever its name resolves to, and the list counts at each request', async () => {
  const seen: string[] = []
  await using server = await serve((request, response) => {
    seen.push(request.url ?? '')
    response.writeHead(307, { location: `http://127.0.0.1:${new URL(server.url).port}/elsewhere` }).end()
  })
  let hosts = [new URL(server.url).host]
  await using service = client({ baseUrl: server.url, hosts: async () => hosts })
  // A redirect is a response; that the caller follows it would be a request of its own.
  expect(await service.send({ method: 'GET', path: '//evil.example/x' })).toMatchObject({ status: 307 })
  expect(await service.send({ method: 'GET', path: '/@evil.example' })).toMatchObject({ status: 307 })
  hosts = ['api.madeup.example', '127.0.0.1', 'localhost']
  await expect(service.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ sent: 'never', reason: 'forbidden' })
  expect(seen).toEqual(['/v1//evil.example/x', '/v1/@evil.example'])

  const asked: string[] = []
  const asks = ((name: string, _options: unknown, done: (error: Error) => void) => {
    asked.push(name)
    done(new Error('not here'))
  }) as typeof lookup
  for (const baseUrl of ['https://api.madeup.example.evil.example', 'https://api.madeup.example:8443']) {
    await using other = client({ baseUrl, hosts: async () => hosts, allowPrivate: false, lookup: asks })
    await expect(other.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ reason: 'forbidden' })
  }
  expect(asked).toEqual([])
  // One that is on the list may have been pointed to this machine: that is refused where the connection is made.
  const here = ((_name: string, _options: unknown, done: (error: null, found: unknown) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof lookup
  await using moved = client({
    baseUrl: 'https://api.madeup.example',
    hosts: async () => hosts,
    allowPrivate: false,
    lookup: here,
  })
  await expect(moved.send({ method: 'GET', path: '/' })).rejects.toMatchObject({ sent: 'never', reason: 'forbidden' })
})

test('over the internet only https is called', () => {
  const open = () => client({ baseUrl: 'http://a.example', allowPrivate: false })
  expect(open).toThrow('http://a.example: only https addresses are called')
})

test('the log says which service was called and how it went, and holds no secret and no card number', async () => {
  await using server = await serve((_request, response) => response.end('{}'))
  await using processor = client({ baseUrl: server.url })
  await processor.send({
    method: 'POST',
    path: '/cards/4111111111111111',
    query: { token: 'q-secret' },
    headers: { authorization: new Secret('Bearer h-secret') },
    body: { json: { pan: '4111111111111111', cvv: 'b-secret' } },
  })
  await using gone = client({ baseUrl: 'http://processor.invalid' })
  await failureOf(gone.send({ method: 'POST', path: '/cards/4111111111111111', query: { token: 'q-secret' } }))

  const log = [...processor.logged, ...gone.logged].join('\n')
  expect(log).toContain('"path":"/v1/cards/411111******1111"')
  expect(log).toContain('"sent":"never","reason":"unreachable"')
  expect(log).not.toMatch(/secret|4111111111111111/)
})
