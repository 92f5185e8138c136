import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { framed, openFraming } from '#connectors/iso8583/framing.ts'
import { textOf } from '#connectors/iso8583/iso-message.ts'
import { packagingOf } from '#connectors/iso8583/packaging.ts'
import { runClients, runPaced } from './load.ts'
import { answerParent } from './processes.ts'

/** The switch of a card network in a process of its own, so that its work is not counted as ours. */
export type SwitchLoad = {
  port: number
  cards: readonly { number: string; expiry: string; cvv2: string }[]
  sessions: number
  /** Requests that are under way at the same time, on all sessions together. */
  clients: number
  /** So many a second, instead of as many as there can be. */
  perSecond?: number | undefined
  warmUpMs: number
  ms: number
}
export type SwitchTimed = { perSecond: number; each: number[] }

const packaging = packagingOf('ascii')

/** Where the moment and the number of a message go, which are next to each other in it: fields 7 and 11. */
const place = '9999999999888888'
const moment = (): string => new Date().toISOString().replaceAll(/\D/g, '').slice(4, 14)
const stanMax = 899_999
let sent = 0

/** The request of one card, packed once. */
function requestOf({ number, expiry, cvv2 }: SwitchLoad['cards'][number]): { bytes: Buffer; at: number } {
  const fields = {
    2: number,
    3: '000000',
    4: '000000000100',
    7: place.slice(0, 10),
    11: place.slice(10),
    12: '120000',
    13: '0504',
    14: expiry,
    18: '5411',
    22: '812',
    25: '59',
    32: '400001',
    41: 'TERM0001',
    42: 'MERCHANT0000001',
    43: 'BUSY BAKERY              BRASOV       RO',
    48: `T9203${cvv2}`,
    49: '978',
  }
  const named = Object.entries(fields).map(([field, text]) => [Number(field), text] as const)
  const bytes = framed(pack({ mti: '0100', fields: new Map(named) }, packaging))
  return { bytes, at: bytes.indexOf(place, 0, 'latin1') }
}

type Line = { ask(bytes: Buffer, stan: string): Promise<string>; close(): void }

async function signOn(port: number): Promise<Line> {
  const socket: Socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  await once(socket, 'connect')
  const waiting = new Map<string, (code: string) => void>()
  const framing = openFraming()
  socket.on('data', (bytes: Buffer) => {
    for (const response of framing.push(bytes).messages) {
      const { message } = unpack(response, packaging)
      const stan = textOf(message, 11) ?? ''
      waiting.get(stan)?.(textOf(message, 39) ?? '')
      waiting.delete(stan)
    }
  })
  const ask = (bytes: Buffer, stan: string) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    waiting.set(stan, resolve)
    // What is asked in the same moment leaves in one packet.
    if (socket.writableCorked === 0) {
      socket.cork()
      setImmediate(() => socket.uncork())
    }
    socket.write(bytes)
    return promise
  }
  const fields = new Map([
    [7, moment()],
    [11, '900001'],
    [70, '001'],
  ] as const)
  const code = await ask(framed(pack({ mti: '0800', fields }, packaging)), '900001')
  if (code !== '00') throw new Error(`the sign-on was answered with ${code}`)
  return { ask, close: () => void socket.destroy() }
}

async function measure({ port, cards, sessions, perSecond, ...how }: SwitchLoad): Promise<SwitchTimed> {
  const lines = await Promise.all(Array.from({ length: sessions }, () => signOn(port)))
  const requests = cards.map(requestOf)
  const authorize = async () => {
    const began = performance.now()
    const nth = sent++
    const stan = String((nth % stanMax) + 1).padStart(6, '0')
    const { bytes, at } = requests[nth % requests.length]!
    const message = Buffer.from(bytes)
    message.write(moment() + stan, at, 'latin1')
    const code = await lines[nth % lines.length]!.ask(message, stan)
    if (code !== '00') throw new Error(`a payment was answered with ${code}`)
    return performance.now() - began
  }
  const { samples, seconds } = await (perSecond === undefined
    ? runClients(authorize, how)
    : runPaced(authorize, { ...how, perSecond }))
  for (const line of lines) line.close()
  return { perSecond: samples.length / seconds, each: samples }
}

answerParent(
  (message) => measure(message as SwitchLoad),
  async () => undefined,
)
