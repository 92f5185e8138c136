import { beforeEach, describe, expect, test } from 'vitest'
import { pack } from '#connectors/iso8583/codec.ts'
import { isoMessage, isoVector } from '#connectors/iso8583/messages-under-test.ts'
import { Secret } from '#kernel/base/secret.ts'
import { openTestSession, packaging, settled, signedOn, type TestSession } from './session-under-test.ts'

describe('a line', () => {
  test('begins with a sign-on', () => {
    const { receive, sent, asked } = openTestSession()
    receive('D05')
    expect([sent[0]!.mti, sent[0]!.fields[39], asked.length]).toEqual(['0110', '91', 0])
    receive('D01')
    expect(sent[1]).toEqual({ mti: '0810', fields: isoVector('D02').fields })
    receive('D05')
    expect(asked).toHaveLength(1)
  })

  test('takes nothing after a sign-off', () => {
    const { receive, sent, asked, session } = signedOn()
    receive('D01', { 70: '002' })
    expect([sent.at(-1)!.fields[39], session.status().signedOn]).toEqual(['00', false])
    receive('D05')
    expect([sent.at(-1)!.fields[39], asked.length]).toEqual(['91', 0])
  })

  test('answers an echo as it came, before the sign-on too', () => {
    const { receive, sent } = openTestSession()
    receive('D03')
    expect(sent).toEqual([{ mti: '0810', fields: isoVector('D04').fields }])
  })

  test.each([
    ['1100', '30'],
    ['2100', '30'],
    ['9100', '30'],
    ['1800', '30'],
    ['1220', '30'],
    ['0302', '12'],
    ['0620', '12'],
  ])('messages of type %s are not taken', (mti, code) => {
    const { receive, asked, sent } = signedOn()
    receive('D05', {}, mti)
    if (code === '12') receive('D01', { 70: '001' }, mti)
    expect(sent.slice(1).map(({ fields }) => fields[39])).toEqual(code === '12' ? [code, code] : [code])
    expect(asked).toEqual([])
  })

  test('does not change keys when asked to', () => {
    const { receive, codes } = signedOn()
    receive('D01', { 70: '101' })
    expect(codes().at(-1)).toBe('12')
  })

  test('is tested by an echo when it is silent, and closed after three without an answer', () => {
    const { pass, sent, closed, receive } = signedOn()
    pass(44_999)
    expect(sent).toHaveLength(1)
    pass(1)
    expect(sent.at(-1)).toEqual({ mti: '0800', fields: { 7: '1122080045', 11: '000001', 70: '301' } })
    receive('D04')
    pass(45_000)
    pass(45_000)
    pass(45_000)
    expect([sent.length, closed()]).toEqual([5, undefined])
    pass(45_000)
    expect(closed()).toBe('nothing was received for 180000 ms')
  })

  test('is closed when there is no sign-on', () => {
    const { pass, closed, sent } = openTestSession()
    pass(45_000)
    expect([closed(), sent]).toEqual(['nothing was received for 45000 ms', []])
  })
})

describe('messages under way', () => {
  test('are answered in the order in which they are decided', async () => {
    const { receive, asked, sent, session } = signedOn()
    receive('D05')
    receive('D07')
    receive('D16')
    expect(session.status().inFlight).toBe(3)
    asked[2]!.resolve({ code: '00', authorizationCode: 'F00150' })
    asked[0]!.resolve({ code: '51' })
    await settled()
    expect(sent.slice(1).map(({ mti, fields }) => [mti, fields[11], fields[39]])).toEqual([
      ['0210', '000150', '00'],
      ['0110', '000123', '51'],
    ])
    expect(session.status()).toMatchObject({ inFlight: 1, answered: 3 })
  })

  test('are limited: requests above the limit are declined, advices come again', () => {
    const { receive, asked, sent } = signedOn({ inFlightMax: 1 })
    receive('D05')
    receive('D07')
    receive('D14')
    expect(asked).toHaveLength(1)
    expect(sent.slice(1).map(({ mti, fields }) => [mti, fields[39]])).toEqual([['0110', '91']])
  })

  test('are waited for when the process stops, and no more are taken', async () => {
    const { receive, asked, session, codes } = signedOn()
    receive('D05')
    let drained = false
    const draining = session.drain().then(() => {
      drained = true
    })
    receive('D07')
    receive('D14')
    await settled()
    expect([codes().slice(1), drained]).toEqual([['91'], false])
    asked[0]!.resolve({ code: '00' })
    await draining
    expect(codes().slice(1)).toEqual(['91', '00'])
    await session.drain()
    expect(asked).toHaveLength(1)
  })

  test('that fail are declined; an advice or a reversal that fails has no answer, and comes again', async () => {
    const { receive, asked, declined, sent, lines } = signedOn()
    for (const id of ['D05', 'D10', 'D14', 'D18']) receive(id)
    for (const { reject } of asked) reject(new Error('the database is away'))
    await settled()
    expect([sent.length, declined.map(({ code }) => code)]).toEqual([1, ['96']])
    declined[0]!.resolve()
    await settled()
    expect(sent.slice(1).map(({ mti, fields }) => [mti, fields[39]])).toEqual([['0110', '96']])
    expect(lines.filter((line) => line.includes('the database is away'))).toHaveLength(4)
  })
})

describe('what cannot be understood', () => {
  let line: TestSession
  beforeEach(() => {
    line = signedOn()
  })

  test('is answered with code 30 and the number of the field', () => {
    const bytes = Buffer.from(isoVector('D05').bcd!, 'hex').subarray(2)
    bytes[bytes.indexOf(Buffer.from('000000004299', 'hex'))] = 0xc0
    line.session.receive(bytes)
    line.receive('D10', { 49: '999' })
    line.receive('D05', { 3: '280000' })
    expect(line.sent.slice(1).map(({ mti, fields }) => [mti, fields[11], fields[39], fields[44]])).toEqual([
      ['0110', '000123', '30', '004'],
      ['0410', '000130', '30', '049'],
      ['0110', '000123', '12', undefined],
    ])
    expect([line.asked, line.closed()]).toEqual([[], undefined])
  })

  test('ends the line if not even its name can be read', () => {
    line.session.receive(Buffer.from('0100', 'hex'))
    expect(line.closed()).toMatch(/a message that cannot be read: field 1/)
  })

  test('is nothing to answer when it is a response', () => {
    line.receive('D06')
    expect([line.sent.length, line.asked, line.closed()]).toEqual([1, [], undefined])
  })

  test('is in the log without card data', () => {
    line.receive('D16', { 49: '999' })
    line.receive('D05', { 49: '999' })
    const log = line.lines.join('\n')
    expect(log).toContain('2=400000******0002')
    expect(log).toContain('field 49: it is not the number of a currency')
    expect(log).not.toMatch(/4000000000000002|1122334455667788|9203123|AAABBZ/)
  })
})

describe('authentication codes', () => {
  const macKey = new Secret(Uint8Array.from(Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex')))

  test('are expected where there is a key, and written', async () => {
    const line = openTestSession({ macKey })
    line.session.receive(pack(isoMessage('0800', isoVector('D01').fields), packaging))
    line.receive('D05')
    line.asked[0]!.resolve({ code: '00' })
    await settled()
    expect(line.sent[0]!.fields).not.toHaveProperty('64')
    expect(line.sent[1]!.fields).toMatchObject({ 39: '00', 64: expect.stringMatching(/^[0-9A-F]{16}$/) })
    line.session.receive(pack(isoMessage('0100', isoVector('D05').fields), packaging))
    expect([line.sent[2]!.fields[39], line.asked.length]).toEqual(['63', 1])
  })
})
