import { expect, test } from 'vitest'
import { fieldRulesInRomanian, refusalsInRomanian } from './ro.ts'
import { type RefusalTexts, translatedWith } from './translate.ts'

const inRomanian = (refusal: RefusalTexts) => translatedWith(refusal, refusalsInRomanian, fieldRulesInRomanian)

test('a refusal is said with its values, a field by its rule, and what is not known as the server says it', () => {
  const tooMuch = { message: 'At most 5 EUR …', reason: 'refund_too_large', values: { most: '5.00', currency: 'EUR' } }
  expect(inRomanian(tooMuch).message).toBe('Din această tranzacție se mai pot rambursa cel mult 5.00 EUR.')
  expect(inRomanian({ ...tooMuch, values: { most: '5.00' } }).message).toBe(tooMuch.message)

  const days = { field: 'days', message: 'days must be …', rule: 'whole_number', values: { min: '0', max: '90' } }
  const name = { field: 'name', message: 'name must be what it is.' }
  const broken = { message: days.message, reason: 'invalid_field', problems: [days, name] }
  expect(inRomanian(broken)).toMatchObject({
    message: 'Scrie un număr întreg de la 0 la 90.',
    problems: [{ message: 'Scrie un număr întreg de la 0 la 90.' }, { message: 'name must be what it is.' }],
  })
})
