import { expect, test } from 'vitest'
import { type AcquirerUnderTest, counter } from './conformance-counter.ts'

type Make = () => Promise<AcquirerUnderTest>

/** What was done, and has not lasted: the money of a refund that came back, and a capture that failed after all. */
export function returnedRefunds(make: Make): void {
  test('that came back says so as often as it is asked about, and its money can be refunded again', async () => {
    const { acquirer, authorize, following, refund, final, inquiryOf, afterwards } = counter(await make())
    const { minor, fails } = afterwards('refund')
    const { requested } = await authorize('sale', 1000n)
    const first = following(requested, minor)
    expect((await final(first.key, acquirer.refund(first))).outcome).toBe('done')
    await fails(first.key, requested.key)
    const returned = await inquiryOf(first.key)
    expect(returned).toMatchObject({ outcome: 'returned', reference: expect.stringMatching(/./) })
    expect(await inquiryOf(first.key)).toEqual(returned)
    expect((await refund(requested, 1000n)).outcome).toBe('done')
    expect((await refund(requested, 1n)).outcome).toBe('declined')
  })

  test('that came back is not made again by its own key', async () => {
    const { acquirer, authorize, following, refund, final, afterwards } = counter(await make())
    const { minor, fails } = afterwards('refund')
    const { requested } = await authorize('sale', 1000n)
    const first = following(requested, minor)
    await final(first.key, acquirer.refund(first))
    await fails(first.key, requested.key)
    await acquirer.refund(first)
    expect((await refund(requested, 1000n)).outcome).toBe('done')
  })
}

export function failedCaptures(make: Make): void {
  test('that failed after it was done says so, by its own key and by that of the authorization', async () => {
    const { acquirer, authorize, following, refund, final, inquiryOf, afterwards } = counter(await make())
    const { minor, fails } = afterwards('capture')
    const { requested } = await authorize('auth', 1000n)
    const captured = following(requested, minor)
    expect((await final(captured.key, acquirer.capture(captured))).outcome).toBe('done')
    await fails(captured.key, requested.key)
    for (const key of [captured.key, requested.key])
      expect(await inquiryOf(key)).toMatchObject({
        outcome: 'failed',
        request: 'capture',
        authorization: requested.key,
      })
    expect((await refund(requested, minor)).outcome).toBe('declined')
  })
}

/** What was reversed is charged all the same. Where the money of a capture is refunded for it, that refund may come back. */
export function failedReversals(make: Make): void {
  test('that failed after it was done says so, as often as it is asked about', async () => {
    const { acquirer, authorize, following, final, inquiryOf, afterwards } = counter(await make())
    const { minor, fails } = afterwards('reverse')
    const { requested } = await authorize('sale', minor)
    const reversal = following(requested, minor)
    expect((await final(reversal.key, acquirer.reverse(reversal))).outcome).toBe('done')
    await fails(reversal.key, requested.key)
    const failed = { outcome: 'failed', request: 'reverse', authorization: requested.key }
    for (const _ of [1, 2]) expect(await inquiryOf(reversal.key)).toMatchObject(failed)
  })
}

export function returnedPayouts(make: Make): void {
  test('that came back says so as often as it is asked about, and is not made again by its own key', async () => {
    const { acquirer, payout, inquiryOf, afterwards } = counter(await make())
    const { minor, fails } = afterwards('payout')
    const requested = payout(minor)
    expect((await acquirer.payOut(requested)).outcome).toBe('done')
    await fails(requested.key, requested.key)
    await acquirer.payOut(requested)
    const returned = { outcome: 'returned', reference: expect.stringMatching(/./) }
    for (const _ of [1, 2]) expect(await inquiryOf(requested.key)).toMatchObject(returned)
  })
}
