import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { describeMessage, FieldFault, type IsoMessage } from '#connectors/iso8583/iso-message.ts'
import { hasMac, type MacKey, packWithMac } from '#connectors/iso8583/mac.ts'
import type { Packaging } from '#connectors/iso8583/packaging.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { AuthorizationRequest, IssuerNetwork, NetworkRequest, NetworkResponse } from '../message.ts'
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
  /** A request is answered within this time or, on a silent line, not at all. */
  answerWithinMs: number
  /** Of a late decision: no answer, so that the network decides in our place and reverses; or code 91, and we reverse. */
  whenLate: 'silent' | 'decline'
}

export type SessionPorts = {
  network: IssuerNetwork
  clock: Clock
  log: Log
  /** Milliseconds by a clock that nobody sets: deadlines are measured by it. */
  elapsedMs(): number
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

type Pending = {
  message: IsoMessage
  request: NetworkRequest
  /** Until then it may be decided, and until then it is answered. */
  decideBy: number
  answerBy: number
  isLate: boolean
}

/** A request that is declined while it is not known what was decided, until that is recorded. */
type Declining = Pick<Pending, 'message' | 'answerBy'> & {
  request: AuthorizationRequest
  code: string
  isAnswered: boolean
  isBeingRecorded: boolean
  nextTryMs: number
}

type State = {
  signedOn: boolean
  draining: boolean
  lastReceivedMs: number
  echoesOpen: number
  nextStan: number
  /** In the order of their deadlines. */
  pending: Set<Pending>
  declining: Set<Declining>
  idle: (() => void)[]
  counts: SessionCounts
}

export function openSession(settings: SessionSettings, ports: SessionPorts): Session {
  const nowMs = ports.elapsedMs
  const state: State = {
    signedOn: false,
    draining: false,
    lastReceivedMs: nowMs(),
    echoesOpen: 0,
    nextStan: 1,
    pending: new Set(),
    declining: new Set(),
    idle: [],
    counts: { received: 0, answered: 0, refused: 0, late: 0, failed: 0 },
  }
  const line = { settings, ports, state, nowMs }
  return {
    receive: (bytes) => receive(line, bytes),
    tick: () => {
      giveUpLate(line)
      for (const declining of state.declining) goOnDeclining(line, declining)
      testLine(line)
    },
    drain: () => {
      state.draining = true
      return isIdle(state) ? Promise.resolve() : new Promise((resolve) => state.idle.push(resolve))
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
  if (message.mti[0] !== version1987)
    return refuse(line, message, new FieldFault(0, 'it is not a type of the version of 1987'))
  if (isManagement(message)) return manage(line, message)
  if (settings.macKey && !hasMac(message, bytes, settings.packaging, settings.macKey)) {
    ports.log.warn({ message: describeMessage(message) }, 'network: the authentication code of a message is wrong')
    return answer(line, writeCode(message, securityViolation), 'refused')
  }
  const isFull = state.pending.size + state.declining.size >= settings.inFlightMax
  if (!state.signedOn || state.draining || isFull) return unavailable(line, message)
  decide(line, message)
}
/** The first digit of a type; the fields of later versions mean other things. */
const version1987 = '0'
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
  const pending = { message, request, ...deadlinesOf(line), isLate: false }
  state.pending.add(pending)
  ports.network
    .send(request, { isOver: () => pending.isLate || (mayBeDeclined(message) && line.nowMs() >= pending.decideBy) })
    .then((response) => respond(line, pending, response))
    .catch((error) => fail(line, pending, error))
    .finally(() => {
      state.pending.delete(pending)
      noteIdle(state)
    })
}

/** On a line that is answered 91, the last part of the time is for recording that. */
function deadlinesOf({ settings: { answerWithinMs, whenLate }, nowMs }: Line): Pick<Pending, 'decideBy' | 'answerBy'> {
  const answerBy = nowMs() + answerWithinMs
  return { answerBy, decideBy: whenLate === 'decline' ? answerBy - Math.min(answerWithinMs / 5, recordMs) : answerBy }
}
const recordMs = 500

const isIdle = ({ pending, declining }: State): boolean => pending.size === 0 && declining.size === 0

function noteIdle(state: State): void {
  if (isIdle(state)) for (const resolve of state.idle.splice(0)) resolve()
}

function respond(line: Line, pending: Pending, response: NetworkResponse) {
  giveUpLate(line)
  if (!pending.isLate) answer(line, writeResponse(pending.message, response), 'answered')
}

/** The outcome is not known: a commit whose answer is lost may have been made. */
function fail(line: Line, pending: Pending, error: unknown): void {
  line.state.counts.failed++
  const { message, isLate } = pending
  line.ports.log.error({ err: error, message: describeMessage(message) }, 'network: a message was not processed')
  if (!isLate) decline(line, pending, systemMalfunction)
}
const systemMalfunction = '96'

/**
 * The network will not reverse what is declined. So that is recorded first, and whatever was approved is
 * reversed from the record. The answer does not wait for it longer than its time, on a line that must have one.
 */
function decline(line: Line, { message, request, answerBy }: Pending, code: string): void {
  if (request.kind !== 'authorization') return
  const declining = {
    message,
    request,
    answerBy,
    code,
    isAnswered: false,
    isBeingRecorded: false,
    nextTryMs: line.nowMs(),
  }
  line.state.declining.add(declining)
  goOnDeclining(line, declining)
}

function goOnDeclining(line: Line, declining: Declining): void {
  const { settings, ports, state, nowMs } = line
  const { message, request, code, answerBy } = declining
  const answerOnce = () => {
    if (!declining.isAnswered) answer(line, writeCode(message, code), 'refused')
    declining.isAnswered = true
  }
  const isOver = nowMs() >= answerBy
  if (isOver && settings.whenLate === 'decline') answerOnce()
  const end = () => {
    state.declining.delete(declining)
    noteIdle(state)
  }
  // Without an answer the network reverses by itself.
  const isLeft = isOver && !declining.isAnswered
  if (isLeft) end()
  if (isLeft || declining.isBeingRecorded || nowMs() < declining.nextTryMs) return
  declining.isBeingRecorded = true
  declining.nextTryMs = nowMs() + recordEveryMs
  ports.network.declined(request, code).then(
    () => {
      if (nowMs() < answerBy) answerOnce()
      end()
    },
    (error: unknown) => {
      declining.isBeingRecorded = false
      ports.log.error({ err: error, message: describeMessage(message) }, 'network: a late decline is not recorded yet')
    },
  )
}
const recordEveryMs = 1_000

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

function giveUpLate(line: Line): void {
  const { settings, state } = line
  const now = line.nowMs()
  for (const pending of state.pending) {
    if (pending.decideBy > now) return
    if (pending.isLate || !mayBeDeclined(pending.message)) continue
    pending.isLate = true
    state.counts.late++
    if (settings.whenLate === 'decline') decline(line, pending, issuerUnavailable)
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
