import { expect, test } from 'vitest'
import { passesLuhn } from '#kernel/base/mask-numbers.ts'
import { Secret } from '#kernel/base/secret.ts'
import { counter } from '../conformance-counter.ts'
import { makeCryptogram } from './cryptogram.ts'
import { deviceNumbers } from './device-numbers.ts'
import { memoryRecord } from './memory-record.ts'
import { clockInHand, sandboxUnderTest } from './sandbox-under-test.ts'

/** A shopper's payment of 10.00 with the number of a device and this cryptogram. */
async function taps(number: string, cryptogram: string | undefined) {
  const { acquirer, request } = counter(sandboxUnderTest(memoryRecord(), clockInHand()))
  const sale = request('sale', 1000n)
  const wallet = { type: 'applePay', cryptogram: cryptogram && new Secret(cryptogram), eci: '05' } as const
  const card = {
    ...sale.card,
    pan: new Secret(number),
    cvv: undefined,
    wallet: { ...wallet, cryptogram: wallet.cryptogram || undefined },
  }
  return acquirer.authorize({ ...sale, card })
}

test('every number of a device has the right check digit', () => {
  for (const { number } of deviceNumbers) expect(passesLuhn(number), number).toBe(true)
})

test('the number of a device pays with its own cryptogram, and with no other', async () => {
  const [visa, mastercard] = [deviceNumbers[0]!.number, deviceNumbers[1]!.number]
  expect(await taps(visa, makeCryptogram(new Secret(visa)))).toMatchObject({ outcome: 'approved' })
  expect(await taps(visa, makeCryptogram(new Secret(mastercard)))).toMatchObject({
    outcome: 'declined',
    reason: 'authentication_failed',
  })
  expect(await taps(visa, undefined)).toMatchObject({ outcome: 'declined', reason: 'authentication_required' })
})
