import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** What a client received: an answer that stands, whatever it says. */
export type Answer = { status: number; text: string }

export type Request = { method: string; path: string; headers: Readonly<Record<string, string>>; body: string }

/** What the clients of a drill saw: what they were reported, and what should never have been. */
export type Seen = {
  /** How often each kind of thing was done. */
  done: Map<string, number>
  /** Requests without an answer, or with one that asks to come back; they were sent again. */
  repeated: number
  broken: string[]
}

export type Clients = {
  seen: Seen
  url: string
  /** Sends a request until it has an answer that stands: the same one, under the same key. */
  untilAnswered(request: Request): Promise<Answer>
  did(what: string, count?: number): void
  /** Does it again and again, until `stop`. */
  keepOn(work: () => Promise<void>): void
  stop(): Promise<void>
}

export function openClientsOf(url: string): Clients {
  const seen: Seen = { done: new Map(), repeated: 0, broken: [] }
  const working: Promise<void>[] = []
  let isOpen = true
  const untilAnswered = async ({ path, ...request }: Request): Promise<Answer> => {
    let last = ''
    for (const until = performance.now() + patienceMs; performance.now() < until; ) {
      const response = await fetch(url + path, request).catch(() => undefined)
      const text = await response?.text().catch(() => undefined)
      if (response && text !== undefined && response.status < 500 && response.status !== 429 && !comesLater(text))
        return { status: response.status, text }
      seen.repeated++
      last = `${response?.status ?? 'no answer'} ${text?.slice(0, 200) ?? ''}`
      await pause(againMs)
    }
    throw new Error(`${path} had no answer that stands for ${patienceMs / 1_000} s; the last one: ${last}`)
  }
  return {
    seen,
    url,
    untilAnswered,
    did: (what, count = 1) => void seen.done.set(what, (seen.done.get(what) ?? 0) + count),
    keepOn: (work) => {
      const loop = async () => {
        while (isOpen) {
          await work()
          await pause(betweenMs)
        }
      }
      working.push(loop().catch((error: Error) => void seen.broken.push(`a client gave up: ${error.message}`)))
    },
    stop: async () => {
      isOpen = false
      await Promise.all(working)
    },
  }
}
const againMs = 100
/** Whatever has no answer for longer than any limit of time in the program never gets one. */
const patienceMs = 180_000
const betweenMs = 50

/** A network repeats what was answered with 91 (issuer inoperative) or 96 (malfunction): it may have been decided or not. */
const comesLater = (text: string): boolean => /^\{"code":"9[16]"/.test(text)

/** A form to the merchants' API, under a key of its own. */
export const form = (privateKey: string, method: string, path: string, fields: Record<string, string>): Request => ({
  method,
  path,
  headers: {
    authorization: `Bearer ${privateKey}`,
    'idempotency-key': randomUUID(),
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields).toString(),
})

/** JSON to the issuing interface, or to that of networks. */
export const json = (path: string, headers: Readonly<Record<string, string>>, body: object): Request => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
  body: JSON.stringify(body),
})
