import type { Difference, Findings } from '#kernel/audit/findings.ts'
import type { Reader } from '#kernel/db/db.ts'
import type { Page } from './chain.ts'

/**
 * A row of a journal that could not be sealed as one kind, even alone: its digests, or the keys of what it names, fail in
 * the database. A page of the seal records it, which cannot be removed unnoticed, and sealing continues behind it.
 */
export type NotSealed = {
  journal: string
  id: bigint
  /** The name of the kind. */
  kind: string
  /** The SQLSTATE with which the database refused it. */
  code: string
}

/** Errors that rows cause: values that cannot be read, too much of them, or too long for the time of a statement. */
export function codeOfRows(error: unknown): string | undefined {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^(?:21|22|54)\w{3}$|^(?:53200|57014)$/.test(code) ? code : undefined
}

/** The names of the pages; kinds are named by tables. */
const [failed, repaired] = ['rows not sealed', 'rows sealed after all']

const lineOf = ({ journal, id, kind, code }: NotSealed): string => [journal, id, code, kind].join('|')

function readLine(line: string): NotSealed {
  const [journal = '', id = '0', code = '', ...kind] = line.split('|')
  return { journal, id: BigInt(id), code, kind: kind.join('|') }
}

const pageOf = (name: string, rows: readonly NotSealed[]): Page[] =>
  rows.length === 0 ? [] : [{ name, keys: rows.map(lineOf).join('\n'), digests: new Uint8Array() }]

export const notSealedPage = (rows: readonly NotSealed[]): Page[] => pageOf(failed, rows)

export const sealedAfterAllPage = (rows: readonly NotSealed[]): Page[] => pageOf(repaired, rows)

/** The rows that are still not sealed, in their order; of very many the first. */
export async function rowsNotSealed(db: Pick<Reader, 'run'>): Promise<NotSealed[]> {
  const rows = await db.run(
    `select line from seals.pages p cross join lateral string_to_table(p.keys, e'\\n') as line where p.name = $1
      and not exists (select from seals.pages d where d.name = $2 and line = any(string_to_array(d.keys, e'\\n')))
     order by p.seal_id limit ${rowsMax}`,
    [failed, repaired],
  )
  return rows.map(({ line }) => readLine(line as string))
}
const rowsMax = 1_000

/** Each row that could not be sealed is a difference, since what it says is not compared. */
export async function checkNotSealed(moment: Reader, findings: Findings): Promise<void> {
  findings.differ(...(await rowsNotSealed(moment)).map(differenceOf))
}

const differenceOf = ({ journal, id, kind, code }: NotSealed): Difference => ({
  about: `row ${id} of ${journal}`,
  wrong: `it could not be sealed as ${kind}`,
  actual: `the database refused its facts (${code})`,
  should: 'a digest in a seal',
  look: `${journal} where id = ${id}; when that is corrected: florin seal now`,
})
