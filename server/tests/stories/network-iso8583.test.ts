import { expect, test } from 'vitest'
import type { NetworkCard } from '#connectors/network/message.ts'
import { dialSwitch, type SwitchMessage } from '../../src/surfaces/network/independent-switch-under-test.ts'
import { openIso8583Listener } from '../../src/surfaces/network/iso8583-listener.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { createWorld } from '../world/world.ts'

const environment = { FLORIN_ISO8583: '[{"name":"switch","port":0,"packaging":"ascii-binary-bitmap"}]' }

/** Messages about one card as its acquirer sends them; the world begins on 4 May 2026 at 10:00 UTC. */
const messagesAbout = ({ number, expiry, cvv2 }: NetworkCard) => {
  const common = (stan: string, amount: string): SwitchMessage => ({
    2: number!.reveal(),
    3: '000000',
    4: amount.padStart(12, '0'),
    7: '0504100000',
    11: stan,
    12: '120000',
    13: '0504',
    14: expiry!,
    18: '5411',
    22: '812',
    25: '59',
    32: '400001',
    41: 'TERM0001',
    42: 'MERCHANT0000001',
    43: 'FLORIN BAKERY            BRASOV       RO',
    49: '978',
  })
  const original = (stan: string) => `0100${stan}050410000000000400001${'0'.repeat(11)}`
  return {
    signOn: { 0: '0800', 7: '0504100000', 11: '000001', 70: '001' },
    authorize: (stan: string, amount: string, mti = '0100') => ({
      0: mti,
      ...common(stan, amount),
      37: `612410${stan}`,
      48: `T9203${cvv2!.reveal()}`,
    }),
    reverse: (stan: string, amount: string, of: string, stays?: string) => ({
      0: stays ? '0420' : '0400',
      ...common(stan, amount),
      37: `612410${of}`,
      39: stays ? '32' : '17',
      90: original(of),
      ...(stays && { 95: `${stays.padStart(12, '0')}${'0'.repeat(12)}C00000000C00000000` }),
    }),
    clear: (stan: string, amount: string, of: string) => ({
      0: '0220',
      ...common(stan, amount),
      37: `612410${of}`,
      39: '00',
      90: original(of),
    }),
  }
}

test('a switch of another make signs on, and an issued card is used, reversed and cleared over its line', async () => {
  await using world = await createWorld({ environment })
  const { app } = world
  const spender = await openSpender(world, await openPartner(world), { funds: '100.00' })
  const listener = await openIso8583Listener(app, app.config.iso8583[0]!)
  const line = await dialSwitch(listener.port)
  const about = messagesAbout(spender.shown)
  const answered = async (message: SwitchMessage) => {
    const before = line.received.length
    line.send(message)
    await expect.poll(() => line.received.length).toBe(before + 1)
    return line.received.at(-1)!
  }
  const accountHas = async () => {
    const { held, available } = await spender.funds()
    return { held, available }
  }

  expect(await answered(about.authorize('000100', '4299'))).toMatchObject({ 0: '0110', 39: '91' })
  expect(await answered(about.signOn)).toMatchObject({ 0: '0810', 39: '00' })

  const approved = await answered(about.authorize('000101', '4299'))
  expect(approved).toMatchObject({ 0: '0110', 11: '000101', 39: '00', 44: '  M' })
  expect(approved[38]).toMatch(/^[A-Z0-9]{6}$/)
  expect(await answered(about.authorize('000101', '4299', '0101'))).toEqual(approved)
  expect(await answered(about.authorize('000101', '9999'))).toMatchObject({ 39: '94' })
  expect(await accountHas()).toEqual({ held: '42.99', available: '57.01' })

  expect(await answered(about.reverse('000102', '4299', '000101', '3000'))).toMatchObject({ 0: '0430', 39: '00' })
  expect(await accountHas()).toEqual({ held: '30.00', available: '70.00' })
  expect(await answered(about.clear('000103', '3000', '000101'))).toMatchObject({ 0: '0230', 39: '00' })
  expect(await accountHas()).toEqual({ held: '0.00', available: '70.00' })

  expect(await answered(about.authorize('000104', '2000'))).toMatchObject({ 39: '00' })
  expect(await answered(about.reverse('000105', '2000', '000104'))).toMatchObject({ 0: '0410', 39: '00' })
  expect(await answered(about.authorize('000106', '999900'))).toMatchObject({ 0: '0110', 39: '51' })
  expect(await accountHas()).toEqual({ held: '0.00', available: '70.00' })

  line.close()
  await listener.close()
  expect((await world.verify()).differences).toEqual([])
  expect(world.logged.join('')).not.toContain(spender.shown.number.reveal())
})
