import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { waitForConnectionMs } from '#kernel/db/pool.ts'
import type { Servers } from '#kernel/db/servers.ts'
import { applySettings, type SessionSettings } from '#kernel/db/session-settings.ts'

/** Listens on its own connection until stopped; a broken connection is replaced. */
export async function listen(
  { settings, ...connection }: pg.ClientConfig & { settings: SessionSettings },
  servers: Servers | undefined,
  channel: string,
  listening: (payload: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopped = false
  let client: pg.Client | undefined
  const Client = servers?.Client ?? pg.Client
  /** Says when it ends, or throws when it does not begin. */
  const connect = async (): Promise<{ ended: Promise<void> }> => {
    await servers?.known(waitForConnectionMs)
    const next = new Client({ ...connection, connectionTimeoutMillis: listenTimeoutMs, query_timeout: listenTimeoutMs })
    const ended = new Promise<void>((resolve) => next.once('end', resolve))
    next.on('notification', (message) => listening(message.payload ?? ''))
    next.on('error', () => next.connection.stream.destroy())
    try {
      await next.connect()
      await applySettings(next, settings)
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      next.connection.stream.destroy()
      servers?.doubt()
      throw error
    }
    client = next
    if (stopped) await next.end()
    // One call catches up on everything that was announced while the connection was down.
    else listening('')
    return { ended }
  }
  const keepOn = async (first: { ended: Promise<void> }): Promise<void> => {
    let line: typeof first | undefined = first
    for (;;) {
      await line?.ended
      if (stopped) return
      await pause(listenRetryMs, undefined, { ref: false })
      if (stopped) return
      line = await connect().catch(() => undefined)
    }
  }
  void keepOn(await connect())
  return {
    stop: async () => {
      stopped = true
      await client?.end()
    },
  }
}
const listenRetryMs = 1_000
const listenTimeoutMs = 5_000
