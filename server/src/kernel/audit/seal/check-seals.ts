import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'
import { headOf, positionsAt, type SealRange, walkChain } from './check-chain.ts'
import { isJournal, type Journal, nameOf, type Sealed } from './sealed.ts'
import { changedRows, journalDifferences } from './statements.ts'
import type { Detached, Positions } from './tables.ts'

type SealWalk = {
  sealed: readonly Sealed[]
  /** The seals after this one are walked, and the rows of journals that they cover; 0: all. */
  since: bigint
  /** Called with the last seal up to which this is done, and the newest one. */
  progress?: ((through: bigint, newest: bigint) => Promise<void> | void) | undefined
}

/** Walks the chain of seals, and compares the rows of journals that it covers with what was sealed. */
export async function checkSeals(
  moment: Reader,
  findings: Findings,
  { sealed, since, progress }: SealWalk,
): Promise<void> {
  const newest = await headOf(moment)
  if (!newest) return
  const away = await detachedRows(moment)
  for await (const range of walkChain(moment, findings, since)) {
    for (const kind of sealed) if (isJournal(kind)) await checkJournal(moment, findings, kind, { range, away })
    findings.checked('seals', Number(range.through - range.from))
    await progress?.(range.through, newest.id)
  }
}

/** How far the newest seal reaches, and which rows the chain says are gone. It is the same for every kind. */
export type SealReach = { positions: Positions; away: Away }

/** Undefined: nothing is sealed. */
export async function sealReach(moment: Reader): Promise<SealReach | undefined> {
  const newest = await headOf(moment)
  return newest && { positions: await positionsAt(moment, newest.id), away: await detachedRows(moment) }
}

/**
 * Compares the rows of a kind that is no journal with the seals behind this one: what may change by the newest seal of
 * each row, what never does by its first.
 */
export async function checkSealedRows(
  moment: Reader,
  findings: Findings,
  { kind, since, reach }: { kind: Sealed; since: bigint; reach: SealReach },
): Promise<void> {
  const unsealed = ({ journal }: { journal: Journal }) => ({
    after: at(reach.positions, nameOf(journal)),
    through: null,
  })
  const values = [kind.name, since, ...rangesOf(reach.away, kind)]
  const found = (await moment.run(changedRows(kind, unsealed), values)) as DifferentRow[]
  findings.differ(...found.map((row) => differenceOf(kind, row)))
}

type DifferentRow = { key: string; seal_id: bigint | null; sealed: boolean; actual: boolean }

/** Row by row in the order of their numbers, so that one that was put in between is found as well. */
async function checkJournal(
  moment: Reader,
  findings: Findings,
  sealed: Sealed,
  { range, away }: { range: SealRange; away: Away },
): Promise<void> {
  const name = nameOf(sealed.feeds[0]!.journal)
  // The first range begins below all numbers: a row by hand may have any.
  const rows = { after: range.from === 0n ? lowest : at(range.before, name), through: at(range.after, name) }
  if (rows.after === rows.through) return
  const values = [sealed.name, range.from, range.through, ...rangesOf(away, sealed)]
  const found = (await moment.run(journalDifferences(sealed, rows), values)) as DifferentRow[]
  findings.differ(...found.map((row) => differenceOf(sealed, row)))
}

const lowest = `(${-(2n ** 63n)})`

const at = (positions: Positions, name: string): bigint => BigInt(positions[name] ?? 0)

type NumberRange = readonly [from: bigint, through: bigint]
type Away = ReadonlyMap<string, readonly NumberRange[]>

/** What the chain says is gone on purpose, by table: these rows are not looked for. */
async function detachedRows(moment: Reader): Promise<Away> {
  const rows = await moment.run('select detached from seals.seals where detached is not null', [])
  const byTable = Map.groupBy(
    rows.map(({ detached }) => detached as Detached),
    ({ table }) => table,
  )
  return new Map([...byTable].map(([table, detached]) => [table, merged(detached)]))
}

/** What is deleted every day is the same range, a little longer. */
function merged(detached: readonly Detached[]): NumberRange[] {
  const ranges = detached.map(({ from, through }) => [BigInt(from), BigInt(through)] as const)
  const all: NumberRange[] = []
  for (const [from, through] of ranges.toSorted(([one], [other]) => Number(one - other))) {
    const last = all.at(-1)
    if (last && from <= last[1] + 1n) all[all.length - 1] = [last[0], through > last[1] ? through : last[1]]
    else all.push([from, through])
  }
  return all
}

const rangesOf = (away: Away, { table }: Sealed): [readonly bigint[], readonly bigint[]] => {
  const ranges = away.get(table) ?? []
  return [ranges.map(([from]) => from), ranges.map(([, through]) => through)]
}

function differenceOf(
  { what, table, key: columns }: Sealed,
  { key, seal_id, sealed, actual }: DifferentRow,
): Difference {
  const values = key.split('/')
  const where = columns.map(({ column }, index) => `${column} = '${values[index]}'`).join(' and ')
  const about = `${what} ${values.join(' ')}`
  const look = `${table} where ${where}`
  if (!sealed) {
    const wrong = 'it was added by hand among rows that were sealed before'
    return { about, wrong, actual: `a row of ${table}`, should: 'none: no seal covers it', look }
  }
  const should = `as seal ${seal_id} covers it`
  return actual
    ? { about, wrong: 'it was altered after it was sealed', actual: `other facts in ${table}`, should, look }
    : { about, wrong: 'it was removed after it was sealed', actual: 'none', should, look }
}
