import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { framed, openFraming } from '#connectors/iso8583/framing.ts'
import { type IsoMessage, responseMti, textOf } from '#connectors/iso8583/iso-message.ts'
import { hasMac, type MacKey, packWithMac } from '#connectors/iso8583/mac.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Profile } from './profile.ts'
import { type Connecting, connectTo } from './socket.ts'
import { identityOf, messageOf } from './values.ts'

export type LinePorts = Connecting & {
  clock: Clock
  log: Log
  macKey: MacKey | undefined
  /** Still taken of the host, while a key is exchanged. */
  previousMacKey: MacKey | undefined
  /** A number for a message about the line. */
  nextStan(): Promise<number>
  /** A response came that nobody waits for any more. */
  onLate(): void
}

/** One connection to a host, signed on. */
export type Line = {
  readonly isOpen: boolean
  readonly address: string
  /** Resolves to the response, or to undefined when there is none in time or the connection breaks. */
  request(message: IsoMessage): Promise<IsoMessage | undefined>
  /** Waits for what is under way, signs off, and closes. */
  close(): Promise<void>
}

type Waiting = {
  sent: IsoMessage
  response: Promise<IsoMessage | undefined>
  resolve(response: IsoMessage | undefined): void
  timer: NodeJS.Timeout
}
type State = Line & { waiting: Map<string, Waiting>; isOpen: boolean; receivedAtMs: number; unheard: number }

/**
 * Connects and signs on.
 * @throws an error that says what went wrong: nothing was sent but a sign-on.
 */
export async function openLine(ports: LinePorts, host: { host: string; port: number }): Promise<Line> {
  const { profile, log, clock } = ports
  const address = `${host.host}:${host.port}`
  const socket = await connectTo(ports, host)
  const framing = openFraming(profile.frame)
  const line: State = {
    isOpen: true,
    address,
    waiting: new Map(),
    receivedAtMs: clock.wall().epochMilliseconds,
    unheard: 0,
    request: (message) => request(ports, line, message, (bytes) => socket.write(framed(bytes, profile.frame))),
    close: async () => {
      clearInterval(echoing)
      await Promise.all([...line.waiting.values()].map(({ response }) => response))
      if (line.isOpen && profile.messages.signOff) await manage(ports, line, 'signOff').catch(() => undefined)
      line.isOpen = false
      socket.destroy()
    },
  }
  const end = (reason: string) => {
    if (line.isOpen) log.warn({ host: address }, `the line to the host is closed: ${reason}`)
    line.isOpen = false
    clearInterval(echoing)
    socket.destroy()
    for (const { resolve } of [...line.waiting.values()]) resolve(undefined)
  }
  const answer = (message: IsoMessage) => void socket.write(framed(pack(message, profile.packaging), profile.frame))
  socket.on('data', (bytes: Buffer) => {
    const { messages, badLength } = framing.push(bytes)
    for (const message of messages) receive(ports, line, message, answer)
    if (badLength) end(`it sent ${badLength}`)
  })
  socket.on('error', (error) => log.info({ err: error, host: address }, 'the connection to the host broke'))
  socket.once('close', () => end('the connection has ended'))
  const echoing = setInterval(() => keepAlive(ports, line, end), Math.max(50, profile.session.echoAfterSeconds * 250))
  echoing.unref()
  if (!profile.messages.signOn) return line
  const code = await manage(ports, line, 'signOn')
  if (code !== undefined && profile.acceptedCodes.has(code)) return line
  end('the sign-on was not accepted')
  throw new Error(code === undefined ? 'the sign-on was not answered' : `the sign-on was answered with code ${code}`)
}

/** Sends a message about the line; returns the response code. */
export async function manage(
  { profile, clock, nextStan }: LinePorts,
  line: Line,
  name: 'signOn' | 'signOff' | 'echo',
): Promise<string | undefined> {
  const layout = profile.messages[name]
  if (!layout) return undefined
  const identity = { stan: await nextStan(), sentAt: clock.wall(), terminal: profile.terminal }
  const response = await line.request(messageOf(layout, identityOf(profile, identity)))
  return response && (textOf(response, 39) ?? '00')
}

function request(
  { profile, macKey }: LinePorts,
  line: State,
  message: IsoMessage,
  write: (bytes: Buffer) => void,
): Promise<IsoMessage | undefined> {
  const stan = textOf(message, 11) ?? ''
  if (!line.isOpen || line.waiting.has(stan)) return Promise.resolve(undefined)
  const hasCode = macKey && carriesMac(profile, message)
  const bytes = hasCode
    ? packWithMac(message, profile.packaging, macKey, { ...profile.mac })
    : pack(message, profile.packaging)
  const { promise, resolve } = Promise.withResolvers<IsoMessage | undefined>()
  const done = (response: IsoMessage | undefined) => {
    clearTimeout(timer)
    line.waiting.delete(stan)
    resolve(response)
  }
  const timer = setTimeout(() => done(undefined), profile.session.respondWithinSeconds * 1_000)
  line.waiting.set(stan, { sent: message, response: promise, resolve: done, timer })
  write(bytes)
  return promise
}

const isManagement = ({ mti }: IsoMessage): boolean => mti[1] === '8'
const carriesMac = ({ mac }: Profile, message: IsoMessage): boolean =>
  mac !== undefined && (mac.ofManagement || !isManagement(message))

function receive(ports: LinePorts, line: State, bytes: Uint8Array, answer: (message: IsoMessage) => void): void {
  const { profile, log, clock } = ports
  line.receivedAtMs = clock.wall().epochMilliseconds
  line.unheard = 0
  const { message, fault } = unpack(bytes, profile.packaging)
  const named = { host: line.address, type: message.mti, stan: textOf(message, 11) }
  const waiting = line.waiting.get(named.stan ?? '')
  if (fault) log.warn({ ...named, problem: fault.message }, 'a message of the host cannot be read')
  else if (!isTrusted(ports, message, bytes))
    log.error(named, 'the authentication code of a message of the host is wrong; it is not taken')
  else if (Number(message.mti[2]) % 2 === 0) answerHost(message, { log, named, answer })
  else if (waiting && isResponseTo(waiting.sent, message)) waiting.resolve(message)
  else {
    ports.onLate()
    log.warn(named, 'a response of the host came that nothing waits for; it changes nothing')
  }
}

function isTrusted({ profile, macKey, previousMacKey }: LinePorts, message: IsoMessage, bytes: Uint8Array): boolean {
  if (!carriesMac(profile, message)) return true
  return [macKey, previousMacKey].some(
    (key) => key !== undefined && hasMac(message, bytes, profile.packaging, key, { ...profile.mac }),
  )
}

/** By type and number; where the response repeats the terminal and the reference, they must be the same. */
function isResponseTo(sent: IsoMessage, response: IsoMessage): boolean {
  if (response.mti !== responseMti(sent.mti)) return false
  return [41, 37].every((field) => {
    const [ours, theirs] = [textOf(sent, field)?.trim(), textOf(response, field)?.trim()]
    return ours === undefined || theirs === undefined || theirs === '' || ours === theirs
  })
}

/** The host tests the line too. Anything else that it asks for is not done: keys are exchanged by people. */
function answerHost(
  message: IsoMessage,
  { log, named, answer }: { log: Log; named: object; answer: (message: IsoMessage) => void },
): void {
  if (!isManagement(message)) {
    log.warn(named, 'the host sent a request that this connector does not take')
    return
  }
  const code = textOf(message, 70) ?? textOf(message, 24)
  const isEcho = code === '301' || code === '831'
  const echoed = [7, 11, 12, 13, 24, 32, 33, 70].flatMap((field) =>
    message.fields.has(field) ? [[field, message.fields.get(field)!] as const] : [],
  )
  const isOf1993 = message.mti.startsWith('1')
  const code39 = isEcho ? (isOf1993 ? '800' : '00') : isOf1993 ? '904' : '12'
  answer({ mti: responseMti(message.mti), fields: new Map([...echoed, [39, code39] as const]) })
}

/** Tests the line when it was silent; when tests stay unanswered too, it is dead. */
function keepAlive(ports: LinePorts, line: State, end: (reason: string) => void): void {
  const { clock, profile } = ports
  const silentMs = clock.wall().epochMilliseconds - line.receivedAtMs
  if (!line.isOpen || silentMs < profile.session.echoAfterSeconds * 1_000 * (line.unheard + 1)) return
  if (line.unheard >= echoesMax) end(`nothing was received for ${silentMs} ms`)
  else {
    line.unheard++
    void manage(ports, line, 'echo').catch((error) => end(String(error)))
  }
}
const echoesMax = 3
