import { describe, expect, test } from 'vitest'
import { readDetails, readDocument, readStatement } from './typed-answers.ts'

const today = Temporal.PlainDate.from('2026-05-04')
const romanian = [
  'I<ROURX123456<9<<<<<<<<<<<<<<<',
  '8501156F2901156ROU<<<<<<<<<<<2',
  'IONESCU<<MARIA<ELENA<<<<<<<<<<',
].join('\r\n')
const german = 'P<D<<MUELLER<<HANS<<<<<<<<<<<<<<<<<<<<<<<<<<\nC01X00T478D<<6408125F3007310<<<<<<<<<<<<<<<4'
const card = { kind: 'identity_card', country: 'RO' } as const
const passport = { kind: 'passport', country: 'DE' } as const

describe('of an identity document', () => {
  test('the kind and the country are chosen, and another choice makes the rest new', () => {
    expect(readDocument(passport)).toEqual({ value: { document: passport, details: undefined } })
    expect(readDocument({ kind: 'library_card', country: 'QQ' })).toEqual({
      errors: [
        { field: 'kind', problem: 'kind_missing' },
        { field: 'country', problem: 'country_unknown' },
      ],
    })
  })

  test('the machine-readable lines say who it is', () => {
    expect(readDetails({ mrz: romanian }, card, today)).toEqual({
      value: {
        details: {
          number: 'RX123456',
          expiresOn: '2029-01-15',
          person: {
            surname: 'IONESCU',
            givenNames: 'MARIA ELENA',
            birthDate: '1985-01-15',
            sex: 'F',
            nationality: 'ROU',
          },
        },
      },
    })
    expect(readDetails({ mrz: german }, passport, today)).toMatchObject({ value: { details: { number: 'C01X00T47' } } })
  })

  test.each([
    ['of another kind', german, { kind: 'identity_card', country: 'DE' }, 'mrz_other_kind'],
    ['a card as a passport', romanian, { kind: 'passport', country: 'RO' }, 'mrz_other_kind'],
    ['of another country', romanian, { kind: 'identity_card', country: 'DE' }, 'mrz_other_country'],
  ] as const)('lines %s are refused', (_what, mrz, document, problem) =>
    expect(readDetails({ mrz }, document, today)).toEqual({ errors: [{ field: 'mrz', problem }] }),
  )

  test('an expired one is refused from the day after, typed either way', () => {
    const last = Temporal.PlainDate.from('2029-01-15')
    const by = (day: Temporal.PlainDate) => [
      readDetails({ mrz: romanian }, card, day),
      readDetails({ number: 'RX 123-456', expiresOn: '2029-01-15' }, card, day),
    ]
    for (const read of by(last)) expect(read).toMatchObject({ value: { details: { number: 'RX123456' } } })
    const fields = ['mrz', 'expiresOn']
    for (const [index, read] of by(last.add({ days: 1 })).entries())
      expect(read).toEqual({ errors: [{ field: fields[index], problem: 'expired' }] })
  })

  test.each([
    [{}, [['mrz', 'details_missing']]],
    [{ number: 'RX123456' }, [['expiresOn', 'expiry_wrong']]],
    [
      { number: '<b>', expiresOn: '2029-02-30' },
      [
        ['number', 'number_wrong'],
        ['expiresOn', 'expiry_wrong'],
      ],
    ],
    [{ number: ['RX'], mrz: { a: 1 } }, [['mrz', 'details_missing']]],
  ])('%o is not enough', (form, expected) => {
    const errors = expected.map(([field, problem]) => ({ field, problem }))
    expect(readDetails(form, card, today)).toEqual({ errors })
  })
})

describe('a proof of address', () => {
  const on = (issuedOn: string) => readStatement({ kind: 'tax_notice', issuedOn }, today)

  test('is three months old at most', () => {
    expect(on('2026-02-04')).toEqual({ value: { statement: { kind: 'tax_notice', issuedOn: '2026-02-04' } } })
    expect(on('2026-05-04')).toHaveProperty('value')
    expect(on('2026-02-03')).toEqual({ errors: [{ field: 'issuedOn', problem: 'issued_old' }] })
    expect(on('2026-05-05')).toEqual({ errors: [{ field: 'issuedOn', problem: 'issued_future' }] })
    expect(on('4 May')).toEqual({ errors: [{ field: 'issuedOn', problem: 'issued_wrong' }] })
  })

  test('is one of three kinds', () =>
    expect(readStatement({ kind: 'postcard', issuedOn: '2026-05-04' }, today)).toEqual({
      errors: [{ field: 'kind', problem: 'kind_missing' }],
    }))
})
