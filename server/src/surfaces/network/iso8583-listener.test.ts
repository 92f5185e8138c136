import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { pack } from '#connectors/iso8583/codec.ts'
import { framed, openFraming } from '#connectors/iso8583/framing.ts'
import { isoMessage, isoVector } from '#connectors/iso8583/messages-under-test.ts'
import { packagingOf } from '#connectors/iso8583/packaging.ts'
import { pingLine } from '#connectors/network/iso8583/ping.ts'
import type { SessionSettings } from '#connectors/network/iso8583/session.ts'
import type { NetworkRequest, NetworkResponse } from '#connectors/network/message.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import type { Iso8583Connection } from '../../app/iso8583-connections.ts'
import { type Iso8583Listener, openIso8583Listener } from './iso8583-listener.ts'

const packaging = packagingOf('bcd')
const session: SessionSettings = {
  packaging,
  dialect: { network: 'net', zone: 'zone-1', nameLayout: 'visa', additionalData: 'subelements' },
  macKey: undefined,
  echoAfterMs: 45_000,
  inFlightMax: 100,
  answerWithinMs: 30_000,
  whenLate: 'silent',
}

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

type Waiting = { request: NetworkRequest; resolve(response: NetworkResponse): void }

async function listen(changes: Partial<Iso8583Connection> = {}) {
  const waiting: Waiting[] = []
  const lines: string[] = []
  const connection = {
    name: 'switch',
    host: '127.0.0.1',
    port: 0,
    from: { blocks: [], includes: () => true },
    connectionsMax: 2,
    session,
  }
  const network = {
    send: (request: NetworkRequest) => new Promise<NetworkResponse>((resolve) => waiting.push({ request, resolve })),
    declined: async () => undefined,
  }
  const log = openLog({ level: 'info', to: { write: (line) => void lines.push(line) } })
  const listener = await openIso8583Listener({ network, clock: systemClock, log }, { ...connection, ...changes })
  closers.push(listener.close)
  return { listener, waiting, lines }
}

async function dial({ port }: Iso8583Listener) {
  const socket = connect(port, '127.0.0.1')
  closers.push(() => socket.destroy())
  const framing = openFraming()
  const received: string[] = []
  socket.on('data', (bytes: Buffer) => received.push(...framing.push(bytes).messages.map(hexOf)))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return { socket, received, closed: once(socket, 'close') }
}
const hexOf = (message: Uint8Array): string => framed(message).toString('hex').toUpperCase()
const send = (socket: Socket, ...ids: string[]) =>
  socket.write(Buffer.concat(ids.map((id) => Buffer.from(isoVector(id).bcd!, 'hex'))))

describe('a switch over TCP', () => {
  test('signs on, tests the line, and gets its answers in the order of the decisions', async () => {
    const { listener, waiting } = await listen()
    const { socket, received } = await dial(listener)
    send(socket, 'D01', 'D03', 'D05', 'D10')
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]!.resolve({ code: '00' })
    waiting[0]!.resolve({ code: '00', authorizationCode: 'A1B2C3', cvv: 'match' })
    await expect.poll(() => received).toEqual(['D02', 'D04', 'D11', 'D06'].map((id) => isoVector(id).bcd))
    expect(listener.status()).toEqual({
      connections: 1,
      signedOn: 1,
      inFlight: 0,
      received: 4,
      answered: 4,
      refused: 0,
      late: 0,
      failed: 0,
    })
  })

  test('may send byte by byte', async () => {
    const { listener } = await listen()
    const { socket, received } = await dial(listener)
    socket.setNoDelay(true)
    for (const byte of Buffer.from(isoVector('D01').bcd!, 'hex')) {
      socket.write(Buffer.from([byte]))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => received).toEqual([isoVector('D02').bcd])
  })

  test.each([
    ['bad length', 'FFFF', 'a message of 65535 bytes; at most 8192 are read'],
    ['message that cannot be read', '00020000', 'a message that cannot be read'],
  ])('is disconnected for a %s, after what came before it was answered', async (_name, bad, reason) => {
    const { listener, lines, waiting } = await listen()
    const { socket, received, closed } = await dial(listener)
    const [signOn, purchase] = ['D01', 'D05'].map((id) => isoVector(id).bcd!)
    socket.write(Buffer.from([signOn, '0000', purchase, bad, purchase].join(''), 'hex'))
    await expect.poll(() => lines.join()).toContain(reason)
    expect(waiting).toHaveLength(1)
    waiting[0]!.resolve({ code: '00', authorizationCode: 'A1B2C3', cvv: 'match' })
    await closed
    expect(received.slice(1)).toEqual([isoVector('D06').bcd])
  })

  test('is refused from another address, and beyond the number of connections', async () => {
    const strict = await listen({ from: { blocks: [], includes: () => false } })
    await (await dial(strict.listener)).closed
    expect(strict.lines.join()).toContain('its address is not one of those of the connection')
    const { listener, lines } = await listen({ connectionsMax: 1 })
    await dial(listener)
    await (await dial(listener)).closed
    expect(lines.join()).toContain('1 are open already')
  })

  test('finishes what is under way when the process stops', async () => {
    const { listener, waiting, lines } = await listen()
    const { socket, received, closed } = await dial(listener)
    send(socket, 'D01', 'D05')
    await expect.poll(() => waiting.length).toBe(1)
    const closing = listener.close()
    socket.write(framed(pack(isoMessage('0100', { ...isoVector('D05').fields, 11: '000999' }), packaging)))
    await expect.poll(() => received.length).toBe(2)
    waiting[0]!.resolve({ code: '00', authorizationCode: 'A1B2C3', cvv: 'match' })
    await Promise.all([closing, closed])
    expect(received.at(-1)).toBe(isoVector('D06').bcd)
    expect(lines.join()).toContain('"answered":2,"refused":1')
  })

  test('on a port that is taken there is no listener, and the error says which', async () => {
    const { listener } = await listen()
    await expect(listen({ name: 'second', port: listener.port })).rejects.toThrow(
      `The connection second of FLORIN_ISO8583 cannot listen on 127.0.0.1:${listener.port}.`,
    )
  })

  test('is found by a ping, and a ping says why there is no answer', async () => {
    const { listener } = await listen()
    const how = { packaging, at: Temporal.Instant.from('2026-11-22T08:00:00Z'), timeoutMs: 30_000 }
    const to = { host: '127.0.0.1', port: listener.port }
    await expect(pingLine(to, how)).resolves.toBeGreaterThan(0)
    await expect(pingLine(to, { ...how, packaging: packagingOf('ascii') })).rejects.toThrow('the connection was closed')
    await listener.close()
    await expect(pingLine(to, how)).rejects.toThrow('ECONNREFUSED')
  })

  test('leaves no card data in the log', async () => {
    const { listener, lines } = await listen()
    const { socket, received } = await dial(listener)
    send(socket, 'D01')
    socket.write(framed(pack(isoMessage('0200', { ...isoVector('D16').fields, 49: '999' }), packaging)))
    await expect.poll(() => received.length).toBe(2)
    expect(lines.join()).toContain('2=400000******0002')
    expect(lines.join()).not.toMatch(/4000000000000002|1122334455667788|29122010000012300000/)
  })
})
