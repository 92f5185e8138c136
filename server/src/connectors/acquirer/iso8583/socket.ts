import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import type { Credentials } from './credentials.ts'
import type { Profile } from './profile.ts'

export type Connecting = { profile: Profile; tls: Credentials['tls'] }

/** @throws an error that says what went wrong. Nothing was sent but what TLS needs. */
export async function connectTo(
  { profile, tls }: Connecting,
  { host, port }: { host: string; port: number },
): Promise<Socket> {
  const socket = profile.tls
    ? connectSecurely({
        host,
        port,
        servername: profile.tls.serverName ?? (/^[\d.:]+$/.test(host) ? '' : host),
        minVersion: 'TLSv1.2',
        ca: tls.ca,
        cert: tls.certificate,
        key: tls.key?.reveal(),
      })
    : connect({ host, port })
  const withinMs = profile.session.connectWithinSeconds * 1_000
  const late = setTimeout(
    () => socket.destroy(new Error(`${host}:${port} did not take the connection within ${withinMs} ms`)),
    withinMs,
  )
  try {
    await once(socket, profile.tls ? 'secureConnect' : 'connect')
  } catch (error) {
    socket.destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
  return socket.setNoDelay(true)
}
