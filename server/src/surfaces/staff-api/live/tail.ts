import { setTimeout as pause } from 'node:timers/promises'
import type { StaffScope } from '#core/access'
import { type Directory, merchantOwner, type SiteId } from '#core/directory'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import type { Db } from '#kernel/db/db.ts'
import type { TableWriters } from '#kernel/db/table-writers.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import { type Cursor, logNames, newestOf, type Row, rowsAfter, rowsMax, waitingRows, writersNow } from './changes.ts'
import { openCursorTexts } from './cursor-text.ts'
import { type Kind, kindOf } from './kinds.ts'

/** Something of a kind changed that belongs to an organization. */
export type Change = { of: { kind: string; id: string }; kind: Kind }
/** What was found at once; `everything` when it was too much to read, so that all of it may have changed. */
export type Found = { changes: readonly Change[] | 'everything'; upTo: string }

export type Tail = {
  /** Calls back after each look that found something; returns how to stop that. */
  listen(listener: (found: Found) => void): () => void
  /** What changed after a cursor; undefined for what is no text of one. */
  since(unchecked: string): Promise<Found | undefined>
  /** Up to where everything was found, as readers have it; waits for the first look, from which on nothing is missed. */
  upTo(): Promise<string>
  stop(): Promise<void>
}

type Parts = { db: Db; log: Log; directory: Pick<Directory, 'site'>; keys: Pick<KeyRing, 'fingerprint'> }

/**
 * Follows what is written anyway, for all streams of this process together: two short queries and a look at the locks, as
 * long as there is a stream, and none otherwise.
 */
export function openTail(parts: Parts, { everyMs }: { everyMs: number }): Tail {
  const { db, log, directory, keys } = parts
  const texts = openCursorTexts(keys)
  const listeners = new Set<(found: Found) => void>()
  const stopping = new AbortController()
  let certain: string | undefined
  let first = Promise.withResolvers<void>()
  let wake = Promise.withResolvers<void>()
  const follow = async (): Promise<void> => {
    let reader = openReader(db)
    let isFailing = false
    while (!stopping.signal.aborted) {
      if (listeners.size === 0) {
        first = Promise.withResolvers()
        await wake.promise
        reader = openReader(db)
      }
      try {
        const { rows, cursor } = await reader.look()
        // One text for all readers of this second: that it is another one says nothing.
        certain = texts.of(cursor)
        first.resolve()
        isFailing = false
        if (rows === 'everything' || rows.length > 0) {
          const found = { changes: await changesOf(directory, rows), upTo: certain }
          for (const listener of listeners) listener(found)
        }
      } catch (error) {
        if (!isFailing) log.warn({ err: error }, 'the changes for the dashboard could not be read')
        isFailing = true
      }
      await pause(everyMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
    }
  }
  const following = follow()
  return {
    listen: (listener) => {
      listeners.add(listener)
      wake.resolve()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) wake = Promise.withResolvers()
      }
    },
    since: async (unchecked) => {
      const cursor = texts.read(unchecked)
      if (!cursor) return undefined
      const rows = await rowsAfter(db, cursor)
      return { changes: await changesOf(directory, isTooMuch(rows) ? 'everything' : rows), upTo: texts.of(cursor) }
    },
    upTo: async () => {
      await first.promise
      return certain!
    },
    stop: async () => {
      stopping.abort()
      wake.resolve()
      await following
    },
  }
}

/**
 * Reads what is new by its number. Numbers are taken before rows are visible, so a row may appear below the newest. What
 * was read up to is certain when all who were writing at that time have ended; until then it is read again.
 */
function openReader(db: Db): { look(): Promise<{ rows: readonly Row[] | 'everything'; cursor: Cursor }> } {
  let floor: Cursor | undefined
  let seen: ReadonlySet<string> = new Set()
  /** `writers` were writing when it had been read up to here. */
  let mark: { at: Cursor; writers: TableWriters | undefined } | undefined
  let waiting: ReadonlyMap<string, Row> | undefined
  const read = async (): Promise<readonly Row[] | 'everything'> => {
    const writers = await writersNow(db)
    const isFirst = floor === undefined
    const from = floor ?? below(await newestOf(db))
    if (mark) mark = { ...mark, writers: mark.writers ?? writers }
    const isCertain = mark?.writers?.every((writer) => !writers.includes(writer))
    const rows = await rowsAfter(db, from)
    if (isTooMuch(rows)) {
      floor = await newestOf(db)
      mark = undefined
      return 'everything'
    }
    const fresh = rows.filter((row) => !seen.has(nameOf(row)))
    seen = new Set(rows.map(nameOf))
    floor = mark && isCertain ? mark.at : from
    if (isCertain || !mark) mark = { at: upTo(from, rows), writers: undefined }
    return isFirst ? [] : fresh
  }
  return {
    look: async () => {
      const rows = await read()
      const next = new Map((await waitingRows(db)).map((row) => [`${nameOf(row)} ${row.attempts}`, row]))
      const moved = waiting ? [...left(waiting, next), ...left(next, waiting)] : []
      waiting = next
      return { rows: rows === 'everything' ? rows : [...rows, ...moved], cursor: floor! }
    },
  }
}

const nameOf = ({ log, id }: Row): string => `${log} ${id}`
const isTooMuch = (rows: readonly Row[]): boolean =>
  logNames.some((name) => rows.filter(({ log }) => log === name).length >= rowsMax)

function* left(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>): Iterable<Row> {
  for (const [name, row] of before) if (!after.has(name)) yield row
}

/** Far enough below the newest rows that those who are writing now have taken no smaller number. */
const below = (newest: Cursor): Cursor =>
  Object.fromEntries(logNames.map((log) => [log, newest[log] > writersMax ? newest[log] - writersMax : 0n])) as Cursor
const writersMax = 200n

function upTo(from: Cursor, rows: readonly Row[]): Cursor {
  const found: Record<string, bigint> = { ...from }
  for (const { log, id } of rows) if (id > found[log]!) found[log] = id
  return found as Cursor
}

/** One for each organization and kind; those of sites belong to their merchants. */
async function changesOf(
  directory: Parts['directory'],
  rows: readonly Row[] | 'everything',
): Promise<readonly Change[] | 'everything'> {
  if (rows === 'everything') return rows
  const found = new Map<string, Change>()
  const add = async (row: Row, kind: Kind) => {
    const site = row.ownerKind === 'site' ? await directory.site(Number(row.ownerId) as SiteId) : undefined
    const of = site ? merchantOwner(site.merchantId) : { kind: row.ownerKind, id: row.ownerId }
    found.set(`${of.kind} ${of.id} ${kind}`, { of, kind })
  }
  for (const row of rows) {
    const kind = kindOf(row)
    if (kind) await add(row, kind)
    if (row.log === 'audit') await add(row, 'audit')
  }
  return [...found.values()]
}

/** The kinds among changes that somebody of a scope may know of: of the own organization alone, or for the operator all. */
export const kindsFor = (scope: StaffScope, changes: readonly Change[]): Kind[] => [
  ...new Set(
    changes
      .filter(({ of }) => scope.kind === 'platform' || (of.kind === scope.kind && of.id === scope.id))
      .map(({ kind }) => kind),
  ),
]
