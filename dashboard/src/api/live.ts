import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { apiRoot } from './client.ts'
import { ofPresence } from './presence.ts'
import { isTouched, type Kinds } from './touched.ts'

/**
 * Follows what changes while the page can be seen, so that it shows it without a reload. Without the stream everything
 * that is open is read again now and then.
 */
export type LiveState = {
  /** Nothing reaches the server: what is shown may be old, and nothing can be changed. */
  isOffline: boolean
  /** When the server was last heard from, by its own clock. */
  asOf: string | undefined
}

let state: LiveState = { isOffline: false, asOf: undefined }
const watchers = new Set<() => void>()
function setState(next: Partial<LiveState>): void {
  const changed = { ...state, ...next }
  if (changed.isOffline === state.isOffline && changed.asOf === state.asOf) return
  state = changed
  for (const watcher of watchers) watcher()
}
const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

export const useLive = (): LiveState => useSyncExternalStore(watch, () => state)

const meKey = ['me']
const pollMs = 30_000
/** How long after a lost connection the next is tried. */
const retryMs = [1_000, 3_000, 10_000, 30_000]
/** What changes together is read together, and not more often than this. */
const pauseMs = 2_000
/** The server says something every fifteen seconds: what is silent for longer is dead. */
const silenceMs = 40_000

/** Begins to follow, for the person who is logged in; returns how to stop. */
export function follow(queries: QueryClient): () => void {
  const refresh = openRefresh(queries)
  let source: EventSource | undefined
  let cursor: string | undefined
  let isOpen = false
  let tries = 0
  let retry: number | undefined
  let silence: number | undefined

  const close = () => {
    source?.close()
    source = undefined
    isOpen = false
    clearTimeout(retry)
    clearTimeout(silence)
  }
  const lost = () => {
    close()
    retry = window.setTimeout(connect, retryMs[Math.min(tries++, retryMs.length - 1)])
    // Says whether the session has ended, or nothing reaches the server.
    void askWhoIsThere(queries).then((isOffline) => setState({ isOffline }))
  }
  const received = ({ lastEventId }: MessageEvent<string>) => {
    if (lastEventId) cursor = lastEventId
    clearTimeout(silence)
    silence = window.setTimeout(lost, silenceMs)
  }
  const beats = (event: MessageEvent<string>) => {
    const isFirst = cursor === undefined
    received(event)
    isOpen = true
    tries = 0
    const { now } = JSON.parse(event.data) as { now: string }
    const isMoved = isClockMoved(now)
    setState({ isOffline: false, asOf: now })
    // What was read before the stream began may have changed since.
    if (isFirst || isMoved) refresh('all')
  }
  function connect(): void {
    close()
    if (document.hidden) return
    source = new EventSource(`${apiRoot}/stream${cursor === undefined ? '' : `?after=${cursor}`}`)
    source.addEventListener('beat', beats)
    source.addEventListener('change', (event) => {
      received(event)
      refresh((JSON.parse(event.data) as { kinds: Kinds }).kinds)
    })
    source.addEventListener('ended', () => {
      close()
      // With the session, or with the role: then the person is here still, and follows what the new one may read.
      retry = window.setTimeout(connect, retryMs[0])
      void queries.invalidateQueries({ queryKey: meKey })
    })
    source.addEventListener('error', lost)
  }
  const polling = setInterval(() => {
    if (!isOpen && !document.hidden) refresh('all')
  }, pollMs)
  const goOffline = () => {
    close()
    setState({ isOffline: true })
  }
  const onVisibility = () => (document.hidden ? close() : connect())
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', connect)
  window.addEventListener('offline', goOffline)
  connect()
  return () => {
    close()
    clearInterval(polling)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', connect)
    window.removeEventListener('offline', goOffline)
  }
}

/** How far the clock of the installation is from that of this machine, which staging can change at any time. */
let ahead: number | undefined
function isClockMoved(now: string): boolean {
  const before = ahead
  ahead = Date.parse(now) - Date.now()
  return before !== undefined && Math.abs(ahead - before) > movedMs
}
const movedMs = 30_000

/** Asked once and at once, where a query would try again first. Returns whether nothing reaches the server. */
async function askWhoIsThere(queries: QueryClient): Promise<boolean> {
  try {
    const { status } = await fetch(`${apiRoot}/me`, { headers: ofPresence() })
    if (status === 401) void queries.invalidateQueries({ queryKey: meKey })
    return status >= 502 && status <= 504
  } catch {
    return true
  }
}

/** Reads again what is on the page and shows one of the kinds; at once, and then no more often than `pauseMs`. */
function openRefresh(queries: QueryClient): (kinds: Kinds) => void {
  let waiting: Set<string> | 'all' | undefined
  let isPausing = false
  const flush = () => {
    isPausing = waiting !== undefined
    if (waiting === undefined) return
    const kinds: Kinds = waiting === 'all' ? 'all' : [...waiting]
    waiting = undefined
    setTimeout(flush, pauseMs)
    void queries.invalidateQueries(
      { predicate: ({ queryKey, state: { data } }) => data !== undefined && isTouched(queryKey, kinds) },
      { cancelRefetch: false },
    )
  }
  return (kinds) => {
    if (kinds === 'all' || waiting === 'all') waiting = 'all'
    else waiting = new Set([...(waiting ?? []), ...kinds])
    if (!isPausing) flush()
  }
}
