/** The machine-readable lines of a travel document (ICAO 9303, parts 4 to 6), as people type them. Nothing is read off pictures. */
export type Mrz = {
  format: 'TD1' | 'TD2' | 'TD3'
  /** `P` of a passport; `I`, `A` or `C` of a card; a second letter is the country's own. */
  code: string
  /** As in the lines: three letters, or `D`. */
  issuer: string
  nationality: string
  number: string
  surname: string
  givenNames: string
  sex: 'F' | 'M' | 'X'
  /** Undefined where the document says that it is not known. */
  birthDate: Temporal.PlainDate | undefined
  /** Undefined of a document without an end. */
  expiresOn: Temporal.PlainDate | undefined
}

/** What is wrong, and in which line from 1. */
export type MrzProblem =
  | { problem: 'mrz_lines' }
  | { problem: 'mrz_length'; line: number; has: number; should: number }
  | { problem: 'mrz_signs'; line: number }
  | { problem: 'mrz_digit'; line: number; what: 'number' | 'birth' | 'expiry' | 'personal' | 'whole' }
  | { problem: 'mrz_date'; line: number; what: 'birth' | 'expiry' }

/** Reads the lines; `today` decides about the century of a birth. */
export function readMrz(text: string, today: Temporal.PlainDate): Mrz | { problems: MrzProblem[] } {
  const lines = linesOf(text)
  const format = formatOf(lines)
  if (!format) return { problems: [{ problem: 'mrz_lines' }] }
  const { length: should } = layouts[format]
  const shape = lines.flatMap((line, index): MrzProblem[] => {
    if (!/^[A-Z0-9<]*$/.test(line)) return [{ problem: 'mrz_signs', line: index + 1 }]
    if (line.length !== should) return [{ problem: 'mrz_length', line: index + 1, has: line.length, should }]
    return []
  })
  if (shape.length > 0) return { problems: shape }
  const fields = layouts[format].fields(lines)
  const problems = [...digitProblems(fields), ...dateProblems(fields, today)]
  if (problems.length > 0) return { problems }
  const [surname = '', givenNames = ''] = fields.names.split('<<').map(spaced)
  return {
    ...{ format, code: bare(fields.code), issuer: bare(fields.issuer), nationality: bare(fields.nationality) },
    ...{ number: numberOf(fields).number, surname, givenNames },
    sex: fields.sex === 'F' || fields.sex === 'M' ? fields.sex : 'X',
    birthDate: isUnknown(fields.birth.text) ? undefined : birthOf(fields.birth.text, today),
    expiresOn: isUnknown(fields.expiry.text) ? undefined : dateOf(`20${fields.expiry.text}`),
  }
}

/** Lines without what typing and copying leave in them. Lines that were copied as one are parted. */
function linesOf(text: string): string[] {
  const lines = text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('«', '<<')
    .split(/[\r\n]+/)
    .map((line) => line.replaceAll(/\s/g, ''))
    .filter((line) => line !== '')
  const [only = ''] = lines
  const whole = Object.values(layouts).find(({ count, length }) => lines.length === 1 && only.length === count * length)
  if (!whole) return lines
  return Array.from({ length: whole.count }, (_, index) => only.slice(index * whole.length, (index + 1) * whole.length))
}

/** By the number of lines; of two lines, by which length they come nearer to. */
function formatOf(lines: readonly string[]): Mrz['format'] | undefined {
  if (lines.length === 3) return 'TD1'
  if (lines.length !== 2) return undefined
  return Math.max(...lines.map((line) => line.length)) >= 40 ? 'TD3' : 'TD2'
}

type Checked = { text: string; digit: string; line: number }
type Fields = {
  code: string
  issuer: string
  nationality: string
  names: string
  sex: string
  number: Checked
  /** Where the rest of a number stands that is longer than nine signs. */
  optional: string
  birth: Checked
  expiry: Checked
  personal: Checked | undefined
  whole: Checked
}
type Layout = { count: number; length: number; fields(lines: readonly string[]): Fields }

/** Of both formats with two lines the second one has the same places. */
function twoLines([first = '', second = '']: readonly string[], length: number): Omit<Fields, 'personal'> {
  const checked = (from: number, to: number): Checked => ({ text: second.slice(from, to), digit: second[to]!, line: 2 })
  return {
    ...{ code: first.slice(0, 2), issuer: first.slice(2, 5), names: first.slice(5) },
    ...{ nationality: second.slice(10, 13), sex: second[20]!, optional: length === 36 ? second.slice(28, 35) : '' },
    ...{ number: checked(0, 9), birth: checked(13, 19), expiry: checked(21, 27) },
    whole: {
      text: second.slice(0, 10) + second.slice(13, 20) + second.slice(21, length - 1),
      digit: second[length - 1]!,
      line: 2,
    },
  }
}

const layouts: Readonly<Record<Mrz['format'], Layout>> = {
  TD1: {
    count: 3,
    length: 30,
    fields: ([first = '', second = '', third = '']) => ({
      ...{ code: first.slice(0, 2), issuer: first.slice(2, 5), names: third, optional: first.slice(15) },
      ...{ nationality: second.slice(15, 18), sex: second[7]!, personal: undefined },
      number: { text: first.slice(5, 14), digit: first[14]!, line: 1 },
      birth: { text: second.slice(0, 6), digit: second[6]!, line: 2 },
      expiry: { text: second.slice(8, 14), digit: second[14]!, line: 2 },
      whole: {
        text: first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29),
        digit: second[29]!,
        line: 2,
      },
    }),
  },
  TD2: { count: 2, length: 36, fields: (lines) => ({ ...twoLines(lines, 36), personal: undefined }) },
  TD3: {
    count: 2,
    length: 44,
    fields: (lines) => ({
      ...twoLines(lines, 44),
      personal: { text: lines[1]!.slice(28, 42), digit: lines[1]![42]!, line: 2 },
    }),
  },
}

/** A number of more than nine signs goes on in the optional field, with its check digit behind it (9303-5, note j). */
function numberOf({ number, optional }: Fields): { number: string; digit: string } {
  const rest = number.digit === '<' ? (/^[A-Z0-9]{2,}/.exec(optional)?.[0] ?? '') : ''
  if (rest === '') return { number: bare(number.text), digit: number.digit }
  return { number: number.text + rest.slice(0, -1), digit: rest.at(-1)! }
}

/** The whole is looked at only where its parts are right: else one mistyped sign would be two problems. */
function digitProblems(fields: Fields): MrzProblem[] {
  const { birth, expiry, personal, whole } = fields
  const { number, digit } = numberOf(fields)
  const wrong: MrzProblem[] = []
  const check = (what: (MrzProblem & { problem: 'mrz_digit' })['what'], { text, digit, line }: Checked): void => {
    const isEmpty = /^<+$/.test(text) && (digit === '<' || digit === '0')
    if (!isEmpty && checkDigit(text) !== digit) wrong.push({ problem: 'mrz_digit', line, what })
  }
  check('number', { ...fields.number, text: number, digit })
  check('birth', birth)
  check('expiry', expiry)
  if (personal) check('personal', personal)
  if (wrong.length === 0) check('whole', whole)
  return wrong
}

/** Weights 7, 3 and 1, modulo 10 (ICAO 9303-3, section 4.9). */
function checkDigit(text: string): string {
  let sum = 0
  for (const [index, sign] of [...text].entries()) {
    const value = sign === '<' ? 0 : Number.parseInt(sign, 36)
    sum += value * [7, 3, 1][index % 3]!
  }
  return String(sum % 10)
}

function dateProblems({ birth, expiry }: Fields, today: Temporal.PlainDate): MrzProblem[] {
  const problems: MrzProblem[] = []
  if (!isUnknown(birth.text) && !birthOf(birth.text, today))
    problems.push({ problem: 'mrz_date', line: birth.line, what: 'birth' })
  if (!isUnknown(expiry.text) && !dateOf(`20${expiry.text}`))
    problems.push({ problem: 'mrz_date', line: expiry.line, what: 'expiry' })
  return problems
}

/** The day, the month or all of a date may be left open. */
const isUnknown = (text: string): boolean => /^(?:\d{2}|<<)(?:\d{2}<<|<<<<)$/.test(text)

/** A birth in the future is one of the century before. */
function birthOf(text: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined {
  const recent = dateOf(`20${text}`)
  if (recent && Temporal.PlainDate.compare(recent, today) <= 0) return recent
  return dateOf(`19${text}`)
}

function dateOf(digits: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(digits) ?? []
  if (!year) return undefined
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    )
  } catch {
    return undefined
  }
}

const bare = (text: string): string => text.replaceAll('<', '')
const spaced = (text: string): string => text.replaceAll('<', ' ').trim()
