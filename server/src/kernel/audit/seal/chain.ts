import { createHash } from 'node:crypto'
import type { Instant } from '#kernel/base/clock.ts'
import type { Detached, Positions } from './tables.ts'

export type Page = { name: string; keys: string; digests: Uint8Array }
export type SealContent = {
  id: bigint
  previous: Uint8Array
  positions: Positions
  detached: Detached | null
  sealedAt: Instant
  pages: readonly Page[]
}

/** What the first seal follows. */
export const beginning = new Uint8Array(32)

/** The hash of a seal: of its number, the hash before it, how far it reaches and what it covers. */
export function hashOf({ id, previous, positions, detached, sealedAt, pages }: SealContent): Buffer {
  const hash = createHash('sha256')
  const reach = Object.entries(positions).toSorted(byName)
  const moved = detached && [detached.table, detached.from, detached.through, ...archiveOf(detached)]
  hash.update(JSON.stringify([String(id), Buffer.from(previous).toString('hex'), reach, moved, String(sealedAt)]))
  for (const { name, keys, digests } of pages.toSorted((one, other) => (one.name < other.name ? -1 : 1)))
    hash.update(JSON.stringify([name, digestOf(keys), digestOf(digests)]))
  return hash.digest()
}

const archiveOf = ({ archive: of }: Detached) => (of ? [of.from, of.to, of.rows, of.sha256] : [])
const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1)
const digestOf = (part: string | Uint8Array): string => createHash('sha256').update(part).digest('hex')
