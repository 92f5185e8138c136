import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Instant } from '#kernel/base/clock.ts'
import type { Reader } from '#kernel/db/db.ts'
import { beginning, hashOf, type SealContent } from './chain.ts'
import type { Positions } from './tables.ts'

/** Some seals in a row: those behind one number through another, and how far they reach before and after. */
export type SealRange = {
  from: bigint
  through: bigint
  before: Positions
  after: Positions
}

type Link = Pick<SealContent, 'id' | 'positions'> & { hash: Uint8Array }

/**
 * Walks the chain behind a seal, some at a time: every seal is what its hash says, and follows the one before it, so
 * that none is missing between the first and the last.
 */
export async function* walkChain(moment: Reader, findings: Findings, since: bigint): AsyncGenerator<SealRange> {
  for (let last = await sealAt(moment, since); ; ) {
    const seals = await sealsAfter(moment, last.id)
    const newest = seals.at(-1)
    if (!newest) return
    const from = last
    for (const seal of seals) {
      findings.differ(...differencesOf(seal, last))
      last = seal
    }
    yield {
      from: from.id,
      through: newest.id,
      before: from.positions,
      after: newest.positions,
    }
  }
}

/** The newest seal. */
export type Head = { id: bigint; hash: string; sealedAt: Instant }

export async function headOf(moment: Reader): Promise<Head | undefined> {
  const [row] = await moment.run('select id, hash, sealed_at from seals.seals order by id desc limit 1', [])
  return row && { id: row.id as bigint, hash: hex(row.hash as Uint8Array), sealedAt: row.sealed_at as Instant }
}

/** The last seal before a moment, to walk on from; 0: there is none. */
export async function sealBefore(moment: Reader, instant: Instant): Promise<bigint> {
  const [row] = await moment.run('select coalesce(max(id), 0) as id from seals.seals where sealed_at < $1', [instant])
  return row!.id as bigint
}

/** How far the journals were sealed by a seal; nothing is, before the first. */
export const positionsAt = async (moment: Reader, id: bigint): Promise<Positions> =>
  (await sealAt(moment, id)).positions

/** A hash that was kept elsewhere must be that of a seal. */
export async function checkExpected(moment: Reader, findings: Findings, expected: string): Promise<void> {
  const rows = await moment.run(`select from seals.seals where starts_with(encode(hash, 'hex'), $1) limit 1`, [
    expected,
  ])
  if (rows.length === 0) findings.differ(unknownHash(expected))
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

/** The seal that a walk begins behind, which is taken as it is. */
async function sealAt(moment: Reader, id: bigint): Promise<Link> {
  const [row] = await moment.run('select id, hash, positions from seals.seals where id = $1', [id])
  return (row as Link | undefined) ?? { id: 0n, hash: beginning, positions: {} }
}

type StoredSeal = SealContent & { hash: Uint8Array }

async function sealsAfter(moment: Reader, after: bigint): Promise<StoredSeal[]> {
  const rows = (await moment.run(
    `select id, previous, hash, positions, detached, sealed_at as "sealedAt" from seals.seals
     where id > $1 order by id limit ${sealsAtOnce}`,
    [after],
  )) as Omit<StoredSeal, 'pages'>[]
  if (rows.length === 0) return []
  const pages = (await moment.run(
    'select seal_id, name, keys, digests from seals.pages where seal_id > $1 and seal_id <= $2',
    [after, rows.at(-1)!.id],
  )) as { seal_id: bigint; name: string; keys: string; digests: Uint8Array }[]
  const pagesOf = Map.groupBy(pages, ({ seal_id }) => seal_id)
  return rows.map((row) => ({ ...row, pages: pagesOf.get(row.id) ?? [] }))
}
const sealsAtOnce = 25

function differencesOf(seal: StoredSeal, last: Link): Difference[] {
  const about = `seal ${seal.id}`
  const look = `seals.seals and seals.pages of seal ${seal.id}`
  const hash = hex(hashOf(seal))
  return [
    ...(seal.id === last.id + 1n
      ? []
      : [
          {
            about,
            wrong: 'seals before it are missing',
            actual: `it follows seal ${last.id}`,
            should: `seal ${seal.id - 1n}`,
            look,
          },
        ]),
    ...(hex(seal.previous) === hex(last.hash) || seal.id !== last.id + 1n
      ? []
      : [
          {
            about,
            wrong: `it does not follow seal ${last.id}: one of the two was replaced`,
            actual: hex(seal.previous),
            should: hex(last.hash),
            look,
          },
        ]),
    ...(hex(seal.hash) === hash
      ? []
      : [{ about, wrong: 'its content was altered', actual: hash, should: hex(seal.hash), look }]),
  ]
}

const unknownHash = (expected: string): Difference => ({
  about: 'the chain of seals',
  wrong: 'the seal whose hash was kept elsewhere is not in it',
  actual: 'no seal has this hash',
  should: expected,
  look: 'a backup of the time when the hash was kept: the seals were made anew since then, or the last of them removed',
})
