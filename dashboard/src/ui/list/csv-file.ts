/** Stores rows that the page has as a file of values with commas (RFC 4180), under the names of the interface. */
export function csvFile(name: string, rows: readonly object[]): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** What is no plain value is written as JSON. A cell that a spreadsheet would calculate is made a text, unless it is a number. */
export function csvOf(rows: readonly object[]): string {
  const heads = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = rows.map((row) => heads.map((head) => cellOf((row as Record<string, unknown>)[head])))
  return [heads.map(cellOf), ...lines].map((cells) => `${cells.join(',')}\r\n`).join('')
}

function cellOf(value: unknown): string {
  const text =
    value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^-?\d+(?:\.\d+)?$/.test(text)
  const safe = isFormula ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
