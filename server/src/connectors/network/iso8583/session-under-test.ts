import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { packWithMac } from '#connectors/iso8583/mac.ts'
import { isoMessage, isoVector, plainFields } from '#connectors/iso8583/messages-under-test.ts'
import { packagingOf } from '#connectors/iso8583/packaging.ts'
import type { Clock } from '#kernel/base/clock.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import type { AuthorizationRequest, NetworkRequest, NetworkResponse, Wait } from '../message.ts'
import { openSession, type Session, type SessionSettings } from './session.ts'

export const packaging = packagingOf('bcd')
const base: SessionSettings = {
  packaging,
  dialect: { network: 'net', zone: 'zone-1', nameLayout: 'visa', additionalData: 'subelements' },
  macKey: undefined,
  echoAfterMs: 45_000,
  inFlightMax: 10,
  answerWithinMs: 2_500,
  whenLate: 'silent',
}

/** A session with everything around it in the hands of the test. */
export function openTestSession(changes: Partial<SessionSettings> = {}) {
  const settings = { ...base, ...changes }
  let ms = Date.UTC(2026, 10, 22, 8)
  const began = ms
  const at = () => Temporal.Instant.fromEpochMilliseconds(ms)
  const clock: Clock = { now: at, wall: at }
  const sent: { mti: string; fields: Record<string, string> }[] = []
  const declined: { request: AuthorizationRequest; code: string; resolve(): void; reject(error: Error): void }[] = []
  const asked: {
    request: NetworkRequest
    wait: Wait | undefined
    resolve(response: NetworkResponse): void
    reject(error: Error): void
  }[] = []
  const lines: string[] = []
  let closed: string | undefined
  const session: Session = openSession(settings, {
    clock,
    log: openLog({ level: 'info', to: { write: (line) => void lines.push(line) } }),
    elapsedMs: () => ms - began,
    network: {
      send: (request, wait) => new Promise((resolve, reject) => asked.push({ request, wait, resolve, reject })),
      declined: (request, code) =>
        new Promise((resolve, reject) => declined.push({ request, code, resolve: () => resolve(), reject })),
    },
    send: (bytes) => {
      const { message } = unpack(bytes, packaging)
      sent.push({ mti: message.mti, fields: plainFields(message) })
    },
    close: (reason) => {
      closed = reason
    },
  })
  const receive = (id: string, changes: Record<string, string> = {}, mti?: string) => {
    const vector = isoVector(id)
    const message = isoMessage(mti ?? vector.mti, { ...vector.fields, ...changes })
    session.receive(settings.macKey ? packWithMac(message, packaging, settings.macKey) : pack(message, packaging))
  }
  const pass = (milliseconds: number) => {
    ms += milliseconds
    session.tick()
  }
  return {
    session,
    sent,
    /** The time passes, and nobody looks at it. */
    wait: (milliseconds: number) => {
      ms += milliseconds
    },
    asked,
    declined,
    lines,
    receive,
    pass,
    closed: () => closed,
    codes: () => sent.map(({ fields }) => fields[39]),
  }
}
export type TestSession = ReturnType<typeof openTestSession>

export function signedOn(changes: Partial<SessionSettings> = {}): TestSession {
  const line = openTestSession(changes)
  line.receive('D01')
  return line
}

/** Until everything that was resolved has been processed. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
