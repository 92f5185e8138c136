/** A row of a file, by the names of its columns. */
export type UncheckedRow = Readonly<Partial<Record<string, string>>>

/** What is wrong with a row, by column. It never has the value, which may be a secret in the wrong column. */
export type RowProblem = { field: string; message: string }

/** A row of a file, by the line on which it ends; a row that cannot be read has a problem instead of columns. */
export type FileRow = { line: number } & ({ columns: UncheckedRow } | { problem: RowProblem })

/** A column of a file, and whether it must be there. */
export type Column = { name: string; isRequired: boolean }

/** The field stands before the message, so it need not begin it. */
export const rowProblem = ({ field, message }: RowProblem): RowProblem => ({
  field,
  message: message.startsWith(field) ? message.slice(field.length).replace(/^:? /, '') : message,
})

/** What a schema has found, without the value. */
export const problemOf = ({ path, message }: { path: readonly PropertyKey[]; message: string }): RowProblem =>
  rowProblem({ field: String(path[0]), message: message.replace(/; it is .*$/s, '') })

/** The rows, `size` at a time: so many are in memory, and under way. */
export async function* inParts<Row>(rows: AsyncIterable<Row>, size: number): AsyncGenerator<readonly Row[]> {
  let part: Row[] = []
  for await (const row of rows) {
    part.push(row)
    if (part.length < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
