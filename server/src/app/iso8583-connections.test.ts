import { describe, expect, test } from 'vitest'
import { readIso8583 } from './iso8583-connections.ts'

const read = (connections: unknown, keys?: string) =>
  readIso8583({ connections: JSON.stringify(connections), keys }, { isStaging: false })
const first = (connections: unknown, keys?: string) => {
  const result = read(connections, keys)
  if ('problem' in result) throw new Error(result.problem)
  return result.connections[0]!
}

describe('the connections of card networks', () => {
  test('are one on this machine in staging, none in production, and can be turned off', () => {
    const nothing = { connections: undefined, keys: undefined }
    const staging = readIso8583(nothing, { isStaging: true })
    expect(staging).toMatchObject({ connections: [{ name: 'staging', host: '127.0.0.1', port: 0 }] })
    expect(readIso8583(nothing, { isStaging: false })).toEqual({ connections: [] })
    expect(readIso8583({ connections: 'off', keys: undefined }, { isStaging: true })).toEqual({ connections: [] })
  })

  test('need a name and a port, and have defaults for the rest', () => {
    const one = first([{ name: 'switch-a', port: 8583 }])
    expect(one).toMatchObject({ name: 'switch-a', port: 8583, connectionsMax: 4 })
    expect(one.session).toMatchObject({
      dialect: { network: 'switch-a', zone: 'switch-a', nameLayout: 'visa', additionalData: 'subelements' },
      macKey: undefined,
      echoAfterMs: 45_000,
      answerWithinMs: 2_500,
      inFlightMax: 1_000,
      whenLate: 'silent',
    })
    expect([one.from.includes('127.0.0.1'), one.from.includes('10.0.0.1')]).toEqual([true, false])
  })

  test('of one network share its name, and find their keys by name', () => {
    const one = first(
      [{ name: 'switch-a', port: 8583, network: 'visa', pinZone: 'zone-7', macKey: 'mac-a', from: ['10.0.0.0/8'] }],
      'mac-a=0123456789ABCDEFFEDCBA9876543210',
    )
    expect(one.session.dialect).toMatchObject({ network: 'visa', zone: 'zone-7' })
    expect([...one.session.macKey!.reveal().subarray(0, 2)]).toEqual([0x01, 0x23])
    expect(String(one.session.macKey)).toBe('[secret]')
    expect(one.from.includes('10.1.2.3')).toBe(true)
  })

  test('may lay out single fields otherwise', () => {
    const one = first([{ name: 'a', port: 1, fields: { 55: { length: 255 }, 2: { lengthAs: 'binary' } } }])
    expect(one.session.packaging.codecs.get(55)!.definition).toMatchObject({ length: 255, prefix: 3 })
  })

  test.each([
    ['{', 'the list'],
    [[], 'the list'],
    [[{ name: 'Switch A', port: 1 }], '0.name'],
    [[{ name: 'a' }], '0.port'],
    [[{ name: 'a', port: 1, colour: 'red' }], 'colour'],
    [[{ name: 'a', port: 1, from: ['everywhere'] }], 'a.from: everywhere'],
    [[{ name: 'a', port: 1, macKey: 'b' }], 'a.macKey: there is no key b in FLORIN_NETWORK_MAC_KEYS'],
    [
      [
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ],
      'a: each connection needs a name of its own',
    ],
    [[{ name: 'a', port: 1, fields: { 55: { length: 2_000 } } }], '0.fields.55.length'],
    [[{ name: 'a', port: 1, fields: { 65: { length: 2 } } }], 'a.fields.65: there is no such field'],
    [[{ name: 'a', port: 1, fields: { 48: { content: 'packed' } } }], 'a.fields.48: its content can be text'],
    [[{ name: 'a', port: 1, fields: { 55: { content: 'text' } } }], 'a.fields.55: its content can be bytes or hex'],
  ])('are refused when they are %j', (connections, problem) => {
    expect(read(connections)).toEqual({ problem: expect.stringContaining(problem) })
  })

  test('show no key in what is wrong with it', () => {
    const result = read([{ name: 'a', port: 1 }], 'mac-a=0123456789ABCDEF')
    expect(result).toEqual({ problem: 'the key mac-a: write a name and 32 hexadecimal digits, name=0123…' })
  })
})
