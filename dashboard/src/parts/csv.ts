/**
 * The rows of a file of values with commas (RFC 4180), each by the names of its columns; empty values are left out. What
 * the values mean is for the server to judge.
 */
export function rowsOfCsv(text: string): Record<string, string>[] {
  const [heads = [], ...rows] = cellsOf(text.replace(/^\uFEFF/, '')).filter((cells) =>
    cells.some((cell) => cell !== ''),
  )
  return rows.map((cells) =>
    Object.fromEntries(cells.flatMap((cell, index) => (cell === '' ? [] : [[heads[index] ?? `${index + 1}`, cell]]))),
  )
}

function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? '').trim() : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows
}
