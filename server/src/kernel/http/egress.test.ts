import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { openClient } from './client.ts'
import { isCalledDirectly, readHostsCalledDirectly } from './egress.ts'
import { openOutbound } from './outbound.ts'

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done))
    server.closeAllConnections()
    await closed
  })
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A proxy that knows every name: all of them are this service. */
async function proxyTo(host: string, { status = 200 } = {}) {
  const asked: string[] = []
  const { server, host: proxy } = await serve((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, socket: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? 'nobody'}`)
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const [address, port] = host.split(':')
    const service = connect(Number(port), address, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(service).pipe(socket)
    })
    socket.on('error', () => service.destroy())
    service.on('error', () => socket.destroy())
  })
  return { asked, proxy: new Secret(`http://florin:${'word'}@${proxy}`) }
}

async function open({ directly = '', ...more }: { directly?: string; allowPrivate?: boolean; status?: number } = {}) {
  const seen: string[] = []
  const service = await serve((request, response) => {
    seen.push(`${request.method} ${request.headers.host}${request.url}`)
    response.end('{}')
  })
  const { asked, proxy } = await proxyTo(service.host, more)
  const read = readHostsCalledDirectly(directly)
  if ('wrong' in read) throw new Error(read.wrong)
  const options = { egress: { proxy, directly: read.hosts }, allowPrivate: more.allowPrivate ?? true, timeoutMs: 5_000 }
  const call = async (baseUrl: string) => {
    const client = openClient({ ...options, baseUrl, log: silentLog })
    return client.send({ method: 'GET', path: '/v1' }).finally(() => client.close())
  }
  const post = async (url: string) => {
    const outbound = openOutbound(options)
    return outbound.post(url, { body: '{}', headers: {} }).finally(() => outbound.close())
  }
  return { seen, asked, call, post, service: service.host }
}

test('what is called goes through the proxy, which resolves the name and gets our name and password', async () => {
  const { seen, asked, call, post } = await open()
  expect(await call('http://api.processor.example')).toMatchObject({ status: 200 })
  expect(await post('http://store.example/notify')).toMatchObject({ outcome: 'answered', status: 200 })
  const us = `Basic ${Buffer.from('florin:word').toString('base64')}`
  expect(asked).toEqual([`api.processor.example:80 ${us}`, `store.example:80 ${us}`])
  expect(seen).toEqual(['GET api.processor.example/v1', 'POST store.example/notify'])
})

test('hosts that are called directly pass the proxy by', async () => {
  const { seen, asked, call, service } = await open({ directly: '127.0.0.1, *.internal.example' })
  await call(`http://${service}`)
  expect([seen, asked]).toEqual([[`GET ${service}/v1`], []])
})

test('a private address that is written as digits is refused before the proxy is asked, and so is a host that refuses CONNECT', async () => {
  const { asked, call, post } = await open({ allowPrivate: false, status: 403 })
  for (const host of ['10.0.0.1', '[::1]', '169.254.169.254', 'localhost', 'db.localhost'])
    await expect(call(`https://${host}`)).rejects.toMatchObject({ sent: 'never', reason: 'forbidden' })
  expect(await post('https://127.0.0.1/')).toMatchObject({ outcome: 'forbidden' })
  expect(asked).toEqual([])
  await expect(call('https://api.processor.example')).rejects.toMatchObject({ sent: 'never', reason: 'unreachable' })
  expect(asked).toHaveLength(1)
})

test('a proxy that is not there has sent nothing', async () => {
  const egress = { proxy: new Secret('http://127.0.0.1:9'), directly: [] }
  const client = openClient({
    ...{ egress, allowPrivate: true, timeoutMs: 5_000, log: silentLog },
    baseUrl: 'http://a.example',
  })
  await expect(client.send({ method: 'POST', path: '/payments' })).rejects.toMatchObject({ sent: 'never' })
  await client.close()
})

test.each([
  ['mail.example', 'mail.example', 25, true],
  ['mail.example', 'other.mail.example', 25, false],
  ['*.mail.example', 'other.mail.example', 25, true],
  ['*.mail.example', 'mail.example', 25, false],
  ['MAIL.example:465', 'mail.example.', 465, true],
  ['mail.example:465', 'mail.example', 587, false],
  ['[fd00::1], 10.1.2.3', '[fd00::1]', 443, true],
  ['10.1.2.3', '10.1.2.30', 443, false],
])('%j says of %s:%i: directly is %s', (text, hostname, port, expected) => {
  const read = readHostsCalledDirectly(text)
  const directly = 'hosts' in read ? read.hosts : []
  expect(isCalledDirectly({ proxy: new Secret(''), directly }, { hostname, port })).toBe(expected)
})

test.each(['*', 'https://a.example', 'a b', 'a.example:99999', '*.10.0.0.1', '10.0.0.0/8'])(
  'the entry %j is refused, by its name',
  (text) => expect(readHostsCalledDirectly(`good.example, ${text}`)).toEqual({ wrong: text }),
)
