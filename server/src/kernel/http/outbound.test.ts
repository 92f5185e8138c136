import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { isPublicAddress } from './address-rules.ts'
import { openOutbound } from './outbound.ts'

const form = { body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
const patient = { allowPrivate: true, timeoutMs: 10_000 }

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${port}/hook?shop=1`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function outbound(options: { allowPrivate: boolean; timeoutMs: number }) {
  const opened = openOutbound(options)
  return { ...opened, [Symbol.asyncDispose]: opened.close }
}

test('a post arrives with its body, its headers and the whole query, and the answer comes back', async () => {
  const received: string[] = []
  await using server = await serve(async (request, response) => {
    for await (const chunk of request) received.push(String(chunk))
    received.push(`${request.method} ${request.url} ${request.headers['content-type']}`)
    response.writeHead(201).end('made')
  })
  await using out = outbound(patient)

  expect(await out.post(server.url, form)).toMatchObject({ outcome: 'answered', status: 201, text: 'made' })
  expect(received).toEqual(['a=1', 'POST /hook?shop=1 application/x-www-form-urlencoded'])
})

test('a redirect is an answer and is not followed', async () => {
  const paths: (string | undefined)[] = []
  await using server = await serve((request, response) => {
    paths.push(request.url)
    response.writeHead(302, { location: '/elsewhere' }).end()
  })
  await using out = outbound(patient)

  expect(await out.post(server.url, form)).toMatchObject({ outcome: 'answered', status: 302 })
  expect(paths).toEqual(['/hook?shop=1'])
})

test('an endless answer is cut at 4 kB and its connection ended', async () => {
  const ended = Promise.withResolvers<void>()
  await using server = await serve((_request, response) => {
    response.once('close', ended.resolve)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(1_000))) {}
    }
    response.on('drain', more)
    more()
  })
  await using out = outbound(patient)

  const answer = await out.post(server.url, form)
  await ended.promise

  expect(answer).toMatchObject({ outcome: 'answered', status: 200, text: 'x'.repeat(4_096) })
})

test('who does not answer, or begins and does not finish, is a timeout', async () => {
  await using silent = await serve(() => {})
  await using halting = await serve((_request, response) => response.write('O'))
  await using out = outbound(patient)

  for (const url of [silent.url, halting.url]) {
    expect(await out.post(url, { ...form, timeoutMs: 40 })).toMatchObject({ outcome: 'timeout' })
  }
})

test('what had no connection until its time was over is not sent, and does not keep the next from being sent', async () => {
  const received: string[] = []
  await using server = await serve(async (request, response) => {
    for await (const chunk of request) received.push(String(chunk))
    if (received.at(-1) !== 'hold') response.end('here')
  })
  await using out = outbound(patient)

  const held = Array.from({ length: 32 }, () => out.post(server.url, { ...form, body: 'hold', timeoutMs: 200 }))
  const waiting = out.post(server.url, { ...form, body: 'late', timeoutMs: 100 })

  expect(await waiting).toMatchObject({ outcome: 'timeout' })
  for (const one of await Promise.all(held)) expect(one).toMatchObject({ outcome: 'timeout' })
  expect(await out.post(server.url, form)).toMatchObject({ outcome: 'answered', text: 'here' })
  expect(received.filter((body) => body !== 'hold')).toEqual(['a=1'])
})

test('who refuses the connection, breaks it or does not exist is unreachable', async () => {
  const gone = await serve(() => {})
  await gone[Symbol.asyncDispose]()
  await using breaking = await serve((request) => request.socket.destroy())
  await using out = outbound(patient)

  expect(await out.post(gone.url, form)).toMatchObject({
    outcome: 'unreachable',
    why: expect.stringMatching(/ECONNREFUSED/),
  })
  expect(await out.post(breaking.url, form)).toMatchObject({ outcome: 'unreachable' })
  expect(await out.post('http://nobody.invalid/', form)).toMatchObject({
    outcome: 'unreachable',
    why: expect.stringMatching(/nobody/),
  })
})

test('only web addresses are called, and over the internet only https', async () => {
  await using near = outbound(patient)
  await using far = outbound({ ...patient, allowPrivate: false })

  for (const url of ['', 'no address', 'ftp://example.com/', 'file:///etc/passwd', 'gopher://example.com/']) {
    expect(await near.post(url, form)).toMatchObject({ outcome: 'forbidden' })
  }
  expect(await far.post('http://example.com/', form)).toMatchObject({
    outcome: 'forbidden',
    why: expect.stringMatching(/https/),
  })
})

test('a private address is refused in every spelling, before a single byte is sent', async () => {
  let connections = 0
  const server = createTcpServer((socket) => {
    connections++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  await using out = outbound({ ...patient, allowPrivate: false })

  const spellings = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.0.0.1',
    '0177.0.0.1',
    '①②⑦.0.0.1',
    '127.0.0.1.',
    '0.0.0.0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    'localhost',
    'LOCALHOST',
  ]
  for (const host of spellings) {
    expect([host, await out.post(`https://${host}:${port}/`, form)]).toMatchObject([host, { outcome: 'forbidden' }])
  }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  expect(connections).toBe(0)
})

test.each([
  ['10.0.0.1', 'a private network'],
  ['172.16.9.9', 'a private network'],
  ['192.168.1.1', 'a private network'],
  ['169.254.169.254', 'the link, where clouds keep their credentials'],
  ['100.64.0.1', 'shared by customers of a carrier'],
  ['192.0.0.1', 'reserved for protocols'],
  ['192.0.2.1', 'for documentation'],
  ['198.18.0.1', 'for benchmarks'],
  ['224.0.0.1', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['fe80::1', 'the link'],
  ['fc00::1', 'a private network'],
  ['fec0::1', 'an old private network'],
  ['ff02::1', 'multicast'],
  ['::ffff:10.0.0.1', 'a private network, mapped'],
  ['64:ff9b::a00:1', 'a private network behind a translator'],
  ['64:ff9b:1::1', 'a translator of its own'],
  ['2002:a00:1::1', 'a private network through a tunnel'],
  ['2001:db8::1', 'for documentation'],
  ['3fff::1', 'for documentation'],
  ['4000::1', 'given out to nobody'],
  ['nonsense', 'not an address'],
])('%s is not public: %s', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)
