import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { describeMessage, FieldFault, type IsoMessage } from '#connectors/iso8583/iso-message.ts'
import { hasMac, type MacKey, packWithMac } from '#connectors/iso8583/mac.ts'
import type { Packaging } from '#connectors/iso8583/packaging.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { isApproval, type Network, type NetworkRequest, type NetworkResponse } from '../message.ts'
import { answerManagement, echoRequest, isManagement } from './management.ts'
import { type Dialect, NotSupported, readRequest } from './read-request.ts'
import { writeCode, writeFormatError, writeResponse } from './write-response.ts'

export type SessionSettings = {
  packaging: Packaging
  dialect: Dialect
  /** If there is one, every message but those of network management carries a code. */
  macKey: MacKey | undefined
  /** So long without a message, the line is tested with an echo; three without an answer close it. */
  echoAfterMs: number
  /** Messages that may wait for a decision at the same time. */
  inFlightMax: number
  /** How long a decision may take. */
  answerWithinMs: number
  /** After that: no answer, so that the network decides in our place and reverses; or code 91, and we reverse. */
  whenLate: 'silent' | 'decline'
}

export type SessionPorts = {
  network: Network
  clock: Clock
  log: Log
  send(message: Buffer): void
  /** Nothing more can be read or expected from the line. */
  close(reason: string): void
}

/** What a session has counted since it began. */
export type SessionCounts = { received: number; answered: number; refused: number; late: number; failed: number }

/** One connection of a switch: from its sign-on to its end. It knows no socket, so that time is moved by hand in tests. */
export type Session = {
  receive(bytes: Uint8Array): void
  /** Looks at the time; to be called several times a second. */
  tick(): void
  /** Takes no more requests, and resolves when those under way are answered. */
  drain(): Promise<void>
  status(): SessionCounts & { signedOn: boolean; inFlight: number }
}

type Pending = { message: IsoMessage; request: NetworkRequest; deadline: number; isLate: boolean }

type State = {
  signedOn: boolean
  draining: boolean
  lastReceivedMs: number
  echoesOpen: number
  nextStan: number
  /** In the order of their deadlines. */
  pending: Set<Pending>
  idle: (() => void)[]
  counts: SessionCounts
}

export function openSession(settings: SessionSettings, ports: SessionPorts): Session {
  const nowMs = () => ports.clock.wall().epochMilliseconds
  const state: State = {
    signedOn: false,
    draining: false,
    lastReceivedMs: nowMs(),
    echoesOpen: 0,
    nextStan: 1,
    pending: new Set(),
    idle: [],
    counts: { received: 0, answered: 0, refused: 0, late: 0, failed: 0 },
  }
  const line = { settings, ports, state, nowMs }
  return {
    receive: (bytes) => receive(line, bytes),
    tick: () => {
      declineLate(line)
      testLine(line)
    },
    drain: () => {
      state.draining = true
      return state.pending.size === 0 ? Promise.resolve() : new Promise((resolve) => state.idle.push(resolve))
    },
    status: () => ({ ...state.counts, signedOn: state.signedOn, inFlight: state.pending.size }),
  }
}

type Line = { settings: SessionSettings; ports: SessionPorts; state: State; nowMs: () => number }

function receive(line: Line, bytes: Uint8Array) {
  const { settings, ports, state } = line
  state.lastReceivedMs = line.nowMs()
  state.echoesOpen = 0
  state.counts.received++
  const { message, fault } = unpack(bytes, settings.packaging)
  const isNamed = message.mti !== '' && message.fields.has(7) && message.fields.has(11)
  if (fault && !isNamed) return ports.close(`a message that cannot be read: ${fault.message}`)
  // A response to something of ours: that it came is all there is to know.
  if (Number(message.mti[2]) % 2 === 1) return
  if (fault) return refuse(line, message, fault)
  if (isManagement(message)) return manage(line, message)
  if (settings.macKey && !hasMac(message, bytes, settings.packaging, settings.macKey)) {
    ports.log.warn({ message: describeMessage(message) }, 'network: the authentication code of a message is wrong')
    return answer(line, writeCode(message, securityViolation), 'refused')
  }
  const isFull = state.pending.size >= settings.inFlightMax
  if (!state.signedOn || state.draining || isFull) return unavailable(line, message)
  decide(line, message)
}
const securityViolation = '63'

function manage(line: Line, message: IsoMessage): void {
  const { response, signedOn } = answerManagement(message)
  if (signedOn !== undefined) line.state.signedOn = signedOn
  answer(line, response, 'answered')
}

/** An advice or a reversal is left without an answer: it comes again, and must not be taken for done. */
function unavailable(line: Line, message: IsoMessage) {
  if (mayBeDeclined(message)) answer(line, writeCode(message, issuerUnavailable), 'refused')
  else line.state.counts.refused++
}
const issuerUnavailable = '91'

/** Authorization and financial requests; whatever reports what has happened already cannot be declined. */
const mayBeDeclined = ({ mti }: IsoMessage): boolean => (mti[1] === '1' || mti[1] === '2') && mti[2] === '0'

function decide(line: Line, message: IsoMessage) {
  const { settings, ports, state } = line
  let request: NetworkRequest
  try {
    request = readRequest(message, settings.dialect, ports.clock.now())
  } catch (error) {
    return refuse(line, message, error)
  }
  const pending = { message, request, deadline: line.nowMs() + settings.answerWithinMs, isLate: false }
  state.pending.add(pending)
  ports.network
    .send(request)
    .then((response) => respond(line, pending, response))
    .catch((error) => fail(line, pending, error))
    .finally(() => {
      state.pending.delete(pending)
      if (state.pending.size === 0) for (const resolve of state.idle.splice(0)) resolve()
    })
}

async function respond(line: Line, pending: Pending, response: NetworkResponse) {
  const { message, isLate } = pending
  if (!isLate) return answer(line, writeResponse(message, response), 'answered')
  if (line.settings.whenLate === 'decline' && isApproval(response.code)) await reverseLate(line, pending)
}

/** The network has received 91 and will not reverse: what was approved after that must not stay held. */
async function reverseLate({ ports }: Line, { request, message }: Pending): Promise<void> {
  ports.log.warn({ message: describeMessage(message) }, 'network: approved too late; reversed')
  const { key, card, amount, merchant, reference } = request
  await ports.network.send({
    kind: 'reversal',
    key: { ...key, sender: `${key.sender}#late` },
    card,
    amount,
    merchant,
    reference,
    original: { key, class: request.kind === 'authorization' && request.posts ? 'financial' : undefined },
    reason: '68',
  })
}

function fail(line: Line, { message, isLate }: Pending, error: unknown): void {
  line.state.counts.failed++
  line.ports.log.error({ err: error, message: describeMessage(message) }, 'network: a message was not processed')
  if (!isLate && mayBeDeclined(message)) answer(line, writeCode(message, systemMalfunction), 'refused')
}
const systemMalfunction = '96'

function refuse(line: Line, message: IsoMessage, error: unknown) {
  if (!(error instanceof FieldFault) && !(error instanceof NotSupported)) throw error
  line.ports.log.warn({ message: describeMessage(message), problem: error.message }, 'network: a message was refused')
  const response = error instanceof FieldFault ? writeFormatError(message, error) : writeCode(message, error.code)
  answer(line, response, 'refused')
}

function answer({ settings, ports, state }: Line, response: IsoMessage, counted: 'answered' | 'refused'): void {
  const { packaging, macKey } = settings
  state.counts[counted]++
  const hasCode = macKey && !isManagement(response)
  ports.send(hasCode ? packWithMac(response, packaging, macKey) : pack(response, packaging))
}

function declineLate(line: Line): void {
  const { settings, state } = line
  const now = line.nowMs()
  for (const pending of state.pending) {
    if (pending.deadline > now) return
    if (pending.isLate || !mayBeDeclined(pending.message)) continue
    pending.isLate = true
    state.counts.late++
    if (settings.whenLate === 'decline') answer(line, writeCode(pending.message, issuerUnavailable), 'refused')
  }
}

function testLine({ settings, ports, state, nowMs }: Line) {
  const silentMs = nowMs() - state.lastReceivedMs
  if (silentMs < settings.echoAfterMs * (state.echoesOpen + 1)) return
  if (!state.signedOn || state.echoesOpen >= echoesMax) return ports.close(`nothing was received for ${silentMs} ms`)
  state.echoesOpen++
  const stan = state.nextStan
  state.nextStan = stan === stanMax ? 1 : stan + 1
  ports.send(pack(echoRequest(ports.clock.wall(), stan), settings.packaging))
}
const echoesMax = 3
const stanMax = 999_999
