/**
 * A line of CSV (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe in front, by which
 * spreadsheets show it as text; numbers stay as they are.
 */
export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`

function csvField(text: string): string {
  const safe = startsFormula.test(text) && !isNumber.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
/** Spreadsheets skip spaces in front, and take the wide forms of these characters for the same. */
const startsFormula = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u
const isNumber = /^-?\d+(?:\.\d+)?$/
