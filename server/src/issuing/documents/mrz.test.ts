import { describe, expect, test } from 'vitest'
import { readMrz } from './mrz.ts'

const today = Temporal.PlainDate.from('2026-05-04')
const read = (...lines: string[]) => readMrz(lines.join('\n'), today)

const passport = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<',
  'L898902C36UTO7408122F1204159ZE184226B<<<<<10',
] as const
const card = [
  'I<UTOD231458907<<<<<<<<<<<<<<<',
  '7408122F1204159UTO<<<<<<<<<<<6',
  'ERIKSSON<<ANNA<MARIA<<<<<<<<<<',
] as const
const anna = { surname: 'ERIKSSON', givenNames: 'ANNA MARIA', sex: 'F', issuer: 'UTO', nationality: 'UTO' }
const dates = { birthDate: Temporal.PlainDate.from('1974-08-12'), expiresOn: Temporal.PlainDate.from('2012-04-15') }

describe('the specimens of the standard (ICAO 9303) are read', () => {
  test.each([
    ['a passport (TD3)', passport, { format: 'TD3', code: 'P', number: 'L898902C3', ...anna, ...dates }],
    ['an identity card (TD1)', card, { format: 'TD1', code: 'I', number: 'D23145890', ...anna, ...dates }],
    [
      'a larger card (TD2)',
      ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6'],
      { format: 'TD2', code: 'I', number: 'D23145890', ...anna, ...dates },
    ],
    [
      'a card with a number of more than nine signs',
      ['I<UTOD23145890<7349<<<<<<<<<<<', '3407127M9507122UTO<<<<<<<<<<<2', 'STEVENSON<<PETER<JOHN<<<<<<<<<'],
      { number: 'D23145890734', birthDate: Temporal.PlainDate.from('1934-07-12') },
    ],
    [
      'a passport of a country with one letter and no personal number',
      ['P<D<<MUELLER<<HANS<<<<<<<<<<<<<<<<<<<<<<<<<<', 'C01X00T478D<<6408125F3007310<<<<<<<<<<<<<<<4'],
      { issuer: 'D', nationality: 'D', surname: 'MUELLER', expiresOn: Temporal.PlainDate.from('2030-07-31') },
    ],
    [
      'a card with a number of eight signs',
      ['I<ROURX123456<9<<<<<<<<<<<<<<<', '8501156F2901156ROU<<<<<<<<<<<2', 'IONESCU<<MARIA<ELENA<<<<<<<<<<'],
      { number: 'RX123456', issuer: 'ROU', surname: 'IONESCU', givenNames: 'MARIA ELENA' },
    ],
  ] as const)('%s', (_what, lines, expected) => expect(read(...lines)).toMatchObject(expected))

  test('typed in small letters, with spaces, or as one line', () => {
    const small = passport.map((line) => line.toLowerCase().replaceAll(/(.{5})/g, '$1 '))
    expect(read(...small)).toEqual(read(...passport))
    expect(read(card.join(''))).toEqual(read(...card))
  })
})

describe('what is wrong is named by its line', () => {
  const second = (line: string) => read(passport[0], line)

  test('a day that no year has, though every digit is right', () => {
    const lines = ['P<ROUPOPESCU<<ION<ANDREI<<<<<<<<<<<<<<<<<<<<', '0543219871ROU9002292M31112081900229123456<08']
    expect(read(...lines)).toEqual({ problems: [{ problem: 'mrz_date', line: 2, what: 'birth' }] })
  })

  test.each([
    ['the number', 'L898902C46UTO7408122F1204159ZE184226B<<<<<10', 'number'],
    ['the date of birth', 'L898902C36UTO7408132F1204159ZE184226B<<<<<10', 'birth'],
    ['the expiry date', 'L898902C36UTO7408122F1204169ZE184226B<<<<<10', 'expiry'],
    ['the personal number', 'L898902C36UTO7408122F1204159ZE184226C<<<<<10', 'personal'],
    ['the line as a whole', 'L898902C36UTO7408122F1204159ZE184226B<<<<<11', 'whole'],
  ])('a mistyped sign in %s', (_what, line, what) =>
    expect(second(line)).toEqual({ problems: [{ problem: 'mrz_digit', line: 2, what }] }),
  )

  test('the number of a card is in its first line', () =>
    expect(read(card[0].replace('D23', 'D24'), card[1], card[2])).toEqual({
      problems: [{ problem: 'mrz_digit', line: 1, what: 'number' }],
    }))

  test('a line that is too short, and one with another sign', () => {
    const short = { problem: 'mrz_length', line: 2, has: 43, should: 44 }
    expect(second(passport[1].slice(1))).toEqual({ problems: [short] })
    expect(second(passport[1].replace('<', '-'))).toEqual({ problems: [{ problem: 'mrz_signs', line: 2 }] })
  })

  test.each([[['']], [['P<UTO']], [['A', 'B', 'C', 'D']]])('too few or too many lines', (lines) =>
    expect(read(...lines)).toEqual({ problems: [{ problem: 'mrz_lines' }] }),
  )
})

test('a digit that is typed as another digit is always found', () => {
  for (const [at, sign] of [...passport[1]].entries()) {
    if (!/\d/.test(sign)) continue
    for (const other of '0123456789') {
      const typed = passport[1].slice(0, at) + other + passport[1].slice(at + 1)
      expect([at, other, 'problems' in read(passport[0], typed)]).toEqual([at, other, other !== sign])
    }
  }
})

test('a child of this century, and a document that has no end', () => {
  const young = read(
    'I<ROURX123456<9<<<<<<<<<<<<<<<',
    `100115${digitOf('100115')}F<<<<<<<ROU<<<<<<<<<<<${digitOf(`RX123456<9<<<<<<<<<<<<<<<100115${digitOf('100115')}<<<<<<<<<<<<<<<<<<`)}`,
    'IONESCU<<MARIA<ELENA<<<<<<<<<<',
  )
  expect(young).toMatchObject({ birthDate: Temporal.PlainDate.from('2010-01-15'), expiresOn: undefined })
})

const digitOf = (text: string): number =>
  [...text].reduce((sum, sign, at) => sum + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * [7, 3, 1][at % 3]!, 0) % 10
