import type { IsoMessage } from '#connectors/iso8583/iso-message.ts'
import type { Clock } from '#kernel/base/clock.ts'
import type { Db } from '#kernel/db/db.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { NotSent } from '../port.ts'
import type { Credentials } from './credentials.ts'
import { type Line, type LinePorts, openLine } from './line.ts'

/** The host, over one line at a time: to its first address that takes it. It is opened by the first who needs it. */
export type Host = {
  /**
   * A place among the requests in flight, on a line that is signed on.
   * @throws NotSent when there is no line, and none can be opened now.
   */
  turn(): Promise<Turn>
  status(): HostStatus
  /** Signs off and closes; the next turn opens a line again. */
  close(): Promise<void>
}
export type HostStatus = { isOpen: boolean; inFlight: number }

/** To be ended, whatever happens. */
export type Turn = {
  /** Resolves to undefined when there is no response in time, or the line breaks: then the host may have acted or not. */
  request(message: IsoMessage): Promise<IsoMessage | undefined>
  end(): void
}

export type LineSource = {
  db: Db
  clock: Clock
  log: Log
  /** A response came that nobody waits for any more. */
  onLate(): void
}
type Credentialed = { current: Credentials; previous: Credentials | undefined }
type HostPorts = LineSource & {
  credentials(): Promise<{ current: Credentials; previous?: Credentials | undefined }>
}
type State = {
  line: Line | undefined
  version: string | undefined
  opening: Promise<Line> | undefined
  failures: number
  notBeforeMs: number
  inFlight: number
  queue: (() => void)[]
}

export function openHost(ports: HostPorts): Host {
  const state: State = {
    line: undefined,
    version: undefined,
    opening: undefined,
    failures: 0,
    notBeforeMs: 0,
    inFlight: 0,
    queue: [],
  }
  return {
    turn: async () => {
      const { current } = await ports.credentials()
      await placeFor(state, current)
      let isEnded = false
      const end = () => {
        if (isEnded) return
        isEnded = true
        state.inFlight--
        state.queue.shift()?.()
      }
      try {
        const line = await lineFor(ports, state)
        return { request: (message) => line.request(message), end }
      } catch (error) {
        end()
        throw error
      }
    },
    status: () => ({
      isOpen: state.line?.isOpen ?? false,
      inFlight: state.inFlight,
    }),
    close: async () => {
      const { line } = state
      state.line = undefined
      await line?.close()
    },
  }
}

/** Waits until fewer are in flight than the host takes at once, no longer than for a response. */
async function placeFor(state: State, { profile: { session } }: Credentials): Promise<void> {
  if (state.inFlight < session.inFlight) {
    state.inFlight++
    return
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const proceed = () => {
    clearTimeout(timer)
    state.inFlight++
    resolve()
  }
  const timer = setTimeout(() => {
    state.queue.splice(state.queue.indexOf(proceed), 1)
    reject(new NotSent(`${session.inFlight} requests wait for the host, and it takes no more at once`))
  }, session.respondWithinSeconds * 1_000)
  state.queue.push(proceed)
  await promise
}

/** The open line; with other credentials than it was opened with, a new one. */
async function lineFor(ports: HostPorts, state: State): Promise<Line> {
  const { current, previous } = await ports.credentials()
  if (state.line?.isOpen && state.version === current.version) return state.line
  if (state.opening) return state.opening
  const nowMs = ports.clock.wall().epochMilliseconds
  if (state.version === current.version && nowMs < state.notBeforeMs)
    throw new NotSent(`the host cannot be reached; it is tried again in ${state.notBeforeMs - nowMs} ms`)
  const replaced = state.line
  state.version = current.version
  state.opening = openFirst(ports, state, { current, previous }).finally(() => {
    state.opening = undefined
  })
  state.line = await state.opening
  // Requests that are under way on it are answered, or reversed.
  void replaced?.close()
  return state.line
}

async function openFirst(ports: HostPorts, state: State, { current, previous }: Credentialed): Promise<Line> {
  const problems: string[] = []
  for (const host of current.profile.hosts) {
    try {
      const line = await openLine(linePorts(ports, { current, previous }), host)
      ports.log.info({ host: line.address }, 'the line to the host is open')
      state.failures = 0
      state.notBeforeMs = 0
      return line
    } catch (error) {
      problems.push(`${host.host}:${host.port}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  const waitMs = waitsMs[Math.min(state.failures, waitsMs.length - 1)]!
  state.failures++
  state.notBeforeMs = ports.clock.wall().epochMilliseconds + waitMs
  throw new NotSent(`the host cannot be reached: ${problems.join('; ')}`)
}
/** After each failure in turn, so that a host that comes back is not overrun. */
const waitsMs = [0, 1_000, 2_000, 5_000, 10_000, 30_000]

export const linePorts = ({ db, clock, log, onLate }: LineSource, { current, previous }: Credentialed): LinePorts => ({
  profile: current.profile,
  tls: current.tls,
  macKey: current.macKey,
  previousMacKey: previous?.macKey,
  clock,
  log,
  nextStan: async () => {
    const [row] = await db.run(`select nextval('isohost.stans')::integer as stan`, [])
    return row!.stan as number
  },
  onLate,
})
