import { describe, expect, test } from 'vitest'
import { assets } from '#kernel/base/assets.ts'
import { NumberText } from '#kernel/base/json.ts'
import { money } from '#kernel/base/money.ts'
import * as field from './field.ts'
import { Complaints, Field, email as formEmail, text as formText, yesOrNo } from './form-field.ts'
import { Fault, isEmailAddress, readMoney, text } from './read.ts'
import { moment } from './read-time.ts'

describe('one pattern of e-mail addresses', () => {
  test.each([
    'ana@example.com',
    'ana+bread@sub.example.co',
    "o'neill@example.com",
    'müller@bäckerei.example',
    '购物@例子.测试',
    `${'x'.repeat(242)}@example.com`,
  ])('%s is one', (address) => expect(isEmailAddress(address)).toBe(true))

  test.each([
    ['no host', 'ana@'],
    ['no name', '@example.com'],
    ['a host without a dot', 'ana@localhost'],
    ['two addresses', 'ana@example.com,bob@example.com'],
    ['two addresses, of another mail program', 'ana@example.com;bob@example.com'],
    ['a separator in the name', 'ana;bob@example.com'],
    ['a name with an address', 'Ana <ana@example.com>'],
    ['a line of another header', 'ana@example.com\r\nBcc: bob@example.com'],
    ['a zero character', 'ana\0@example.com'],
    ['a quoted name', '"ana"@example.com'],
    ['a host of digits in brackets', 'ana@[127.0.0.1]'],
    ['a dot at the end', 'ana@example.com.'],
    ['255 characters', `${'x'.repeat(243)}@example.com`],
  ])('%s is none', (_what, address) => expect(isEmailAddress(address)).toBe(false))
})

/** What the two adapters say about the same value: the words of fields, and those of forms. */
function complaintsOf(sent: string | NumberText | boolean) {
  const complaints = new Complaints()
  const place = new Field('here', sent, complaints)
  const rule = { max: 5, min: 2, pattern: /^[a-z]+$/, what: 'a code' }
  return {
    text: () => [formText(rule)(place), field.text(rule).safeParse(sent).error?.issues[0]?.message, ruleOf(complaints)],
    email: () => [formEmail(20)(place), field.email(20).safeParse(sent).error?.issues[0]?.message, ruleOf(complaints)],
    yesNo: () => [yesOrNo(place), field.yesNo().safeParse(sent).error?.issues[0]?.message, ruleOf(complaints)],
  }
}
const ruleOf = ({ problems }: Complaints) => problems[0]?.rule

describe('a rule is one, and is worded for fields and for forms', () => {
  test('text that is too long', () => {
    expect(complaintsOf('abcdef').text()).toEqual([
      undefined,
      'must be a code, at most 5 characters; it is "abcdef"',
      'may have at most 5 characters; it has 6',
    ])
  })

  test('text that is too short, in both', () => {
    expect(complaintsOf('a').text()).toEqual([
      undefined,
      'must be a code, at most 5 characters; it is "a"',
      'must have at least 2 characters; it has 1',
    ])
  })

  test('text of other letters; digits are shown as they were sent', () => {
    expect(complaintsOf(new NumberText('12')).text()).toEqual([
      undefined,
      'must be a code, at most 5 characters; it is "12"',
      'must be a code; it is 12',
    ])
  })

  test('an e-mail address', () => {
    expect(complaintsOf('ana@').email()).toEqual([
      undefined,
      'must be an e-mail address such as ana@example.com, at most 20 characters; it is "ana@"',
      'must be an e-mail address, such as ana@example.com; it is "ana@"',
    ])
    expect(complaintsOf(' ana@example.com ').email()).toEqual(['ana@example.com', undefined, undefined])
  })

  test('yes or no', () => {
    expect(complaintsOf('perhaps').yesNo()).toEqual([
      undefined,
      'must be 1 or 0 (true, false, yes and no are read too); it is "perhaps"',
      'must be true or false; it is "perhaps"',
    ])
    expect(field.trueOrFalse().safeParse('perhaps').error?.issues[0]?.message).toBe(
      'must be true or false (1, 0, yes and no are read too); it is "perhaps"',
    )
    expect(complaintsOf('YES').yesNo()).toEqual([true, undefined, undefined])
  })

  test('one of so many that they are described, not listed', () => {
    const ofMany = field.oneOf(assets, { what: 'the code of a currency, such as EUR' })
    expect(ofMany.parse('RON')).toBe('RON')
    for (const [sent, complaint] of [
      [undefined, 'is required: the code of a currency, such as EUR'],
      ['XXZ', 'must be the code of a currency, such as EUR; it is "XXZ"'],
    ])
      expect(ofMany.safeParse(sent).error?.issues[0]?.message).toBe(complaint)
    expect(ofMany.meta()?.enum).toEqual(assets)
  })

  test('a card number is masked in every complaint', () => {
    const [, inField, inForm] = complaintsOf('4111111111111111 is mine').yesNo()
    expect([inField, inForm].join()).not.toContain('411111111111')
  })
})

test('text that PostgreSQL cannot store is refused, and lines are allowed only where they are asked for', () => {
  const line = text({ max: 10, what: 'a line' })
  expect([line.read('a\0b'), line.read('a\ud800'), line.read('a\nb')]).toEqual([
    new Fault('control_characters'),
    new Fault('control_characters'),
    new Fault('control_characters'),
  ])
  expect(text({ max: 10, what: 'lines', lines: true }).read('a\n\tb')).toBe('a\n\tb')
  expect(line.read('👩‍🍳👩‍🍳👩‍🍳')).toBe('👩‍🍳👩‍🍳👩‍🍳')
})

describe('money is read from its own digits, in the decimals of its currency', () => {
  test.each([
    ['9.90', 'EUR', {}, money(990n, 'EUR')],
    [new NumberText('9.9'), 'EUR', {}, money(990n, 'EUR')],
    ['100', 'JPY', {}, money(100n, 'JPY')],
    ['100.5', 'JPY', {}, undefined],
    ['1.005', 'KWD', {}, money(1005n, 'KWD')],
    ['9.9000', 'EUR', {}, undefined],
    ['9.9000', 'EUR', { zeros: true }, money(990n, 'EUR')],
    ['100.00', 'JPY', { zeros: true }, money(100n, 'JPY')],
    ['9.9001', 'EUR', { zeros: true }, undefined],
    ['9.', 'EUR', { zeros: true }, undefined],
    ['-5', 'EUR', {}, undefined],
    ['-5', 'EUR', { signed: true }, money(-500n, 'EUR')],
    ['--5', 'EUR', { signed: true }, undefined],
    ['1e3', 'EUR', {}, undefined],
  ] as const)('%s in %s with %o', (sent, currency, options, read) => {
    expect(readMoney(sent, currency, options)).toEqual(read)
  })
})

describe('dates and times', () => {
  const at = (sent: string, edge: 'from' | 'to' = 'from') => {
    const read = moment.read(sent)
    return read instanceof Fault ? 'wrong' : String(read.in('Europe/Bucharest', edge))
  }
  test.each([
    ['2031-01-31T12:00:00+00:00', '2031-01-31T12:00:00Z'],
    ['2031-01-31T12:00:00 02:00', '2031-01-31T10:00:00Z'],
    ['2031-01-31 12:00+02', '2031-01-31T10:00:00Z'],
    ['2031-01-31T12:00:00', '2031-01-31T10:00:00Z'],
    ['2031-01-31', '2031-01-30T22:00:00Z'],
    ['2031-02-29', 'wrong'],
    ['2031-01-31Z', 'wrong'],
    ['31.01.2031', 'wrong'],
  ])('%s is %s', (sent, instant) => expect(at(sent)).toBe(instant))

  test('a date alone ends with its last microsecond', () =>
    expect(at('2031-01-31', 'to')).toBe('2031-01-31T21:59:59.999999Z'))
})
