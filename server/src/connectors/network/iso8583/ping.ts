import { connect } from 'node:net'
import { pack, unpack } from '#connectors/iso8583/codec.ts'
import { framed, openFraming } from '#connectors/iso8583/framing.ts'
import { textOf } from '#connectors/iso8583/iso-message.ts'
import type { Packaging } from '#connectors/iso8583/packaging.ts'
import type { Instant } from '#kernel/base/clock.ts'
import { echoRequest } from './management.ts'

/**
 * Connects, sends an echo and waits for its response, as a switch does to test its line; a sign-on is not needed for it.
 * Returns the milliseconds from the echo to the response. Rejects if there is none in time.
 */
export function pingLine(
  to: { host: string; port: number },
  { packaging, at, timeoutMs }: { packaging: Packaging; at: Instant; timeoutMs: number },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const socket = connect(to)
  const framing = openFraming()
  const timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs} ms`)), timeoutMs)
  let sentAt = 0
  socket.on('connect', () => {
    sentAt = performance.now()
    socket.write(framed(pack(echoRequest(at, 1), packaging)))
  })
  socket.on('data', (bytes: Buffer) => {
    for (const received of framing.push(bytes).messages) {
      const { message, fault } = unpack(received, packaging)
      if (fault) reject(new Error(`its response cannot be read: ${fault.message}. Is the packaging the same?`))
      else if (message.mti === '0810' && textOf(message, 39) === '00') resolve(performance.now() - sentAt)
      else reject(new Error(`it responded to the echo with ${message.mti} and code ${textOf(message, 39)}`))
    }
  })
  socket.on('error', reject)
  socket.on('close', () =>
    reject(new Error('the connection was closed. Is this address one of those that may connect?')),
  )
  return promise.finally(() => {
    clearTimeout(timer)
    socket.destroy()
  })
}
