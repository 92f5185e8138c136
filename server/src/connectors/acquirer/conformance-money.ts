import { expect, test } from 'vitest'
import { type AcquirerUnderTest, asText, counter, inOtherCurrency } from './conformance-counter.ts'
import { amountsOf, type Capabilities, NotSupported } from './port.ts'

type Make = () => Promise<AcquirerUnderTest>

export function captures(make: Make, { partialCapture }: Capabilities): void {
  test('captures what was authorized, once', async () => {
    const { authorize, capture } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    expect((await capture(requested, 1000n)).outcome).toBe('done')
    expect((await capture(requested, 1000n)).outcome).toBe('declined')
  })

  if (partialCapture)
    test('may capture less, and then no more', async () => {
      const { authorize, capture, refund } = counter(await make())
      const { requested } = await authorize('auth', 1000n)
      expect((await capture(requested, 700n)).outcome).toBe('done')
      expect((await capture(requested, 300n)).outcome).toBe('declined')
      expect((await refund(requested, 701n)).outcome).toBe('declined')
      expect((await refund(requested, 700n)).outcome).toBe('done')
    })

  if (!partialCapture)
    test('of a part is declined, and the authorization stays as it was', async () => {
      const { authorize, capture } = counter(await make())
      const { requested } = await authorize('auth', 1000n)
      expect((await capture(requested, 700n)).outcome).toBe('declined')
      expect((await capture(requested, 1000n)).outcome).toBe('done')
    })

  test('never captures a cent more than was authorized, and one that was declined leaves the authorization as it was', async () => {
    const { authorize, capture } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    expect((await capture(requested, 1001n)).outcome).toBe('declined')
    expect((await capture(requested, 0n)).outcome).toBe('declined')
    expect((await capture(requested, 1000n)).outcome).toBe('done')
  })

  test('among many at once, one is done', async () => {
    const { authorize, capture } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    const results = await Promise.all(Array.from({ length: 6 }, () => capture(requested, 1000n)))
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
  })

  test('is for authorizations that were approved and not captured yet', async () => {
    const { authorize, capture, stranger } = counter(await make())
    const sale = await authorize('sale', 1000n)
    expect((await capture(sale.requested, 1000n)).outcome).toBe('declined')
    const refused = await authorize('auth', 1000n, 'declined')
    expect(refused.result.outcome).toBe('declined')
    expect((await capture(refused.requested, 1000n)).outcome).toBe('declined')
    expect((await capture(stranger(), 1000n)).outcome).toBe('declined')
  })

  test('is made in the currency of the authorization', async () => {
    const { authorize, capture } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    expect((await capture(inOtherCurrency(requested), 1000n)).outcome).toBe('declined')
  })
}

export function refunds(make: Make, capabilities: Capabilities): void {
  test('may be made in parts up to what was captured, to the cent', async () => {
    const { authorize, refund } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    expect((await refund(requested, 1n)).outcome).toBe('done')
    expect((await refund(requested, 998n)).outcome).toBe('done')
    expect((await refund(requested, 2n)).outcome).toBe('declined')
    expect((await refund(requested, 1n)).outcome).toBe('done')
    expect((await refund(requested, 1n)).outcome).toBe('declined')
  })

  test('counts exactly in amounts that no float can hold', async () => {
    const underTest = await make()
    const { authorize, refund } = counter(underTest)
    const most = amountsOf(capabilities, underTest.currency).maxMinor
    const { requested } = await authorize('sale', most)
    expect((await refund(requested, most - 1n)).outcome).toBe('done')
    expect((await refund(requested, 2n)).outcome).toBe('declined')
    expect((await refund(requested, 1n)).outcome).toBe('done')
  })

  test('among many at once, no more is refunded than was captured', async () => {
    const { authorize, refund } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    const results = await Promise.all(Array.from({ length: 6 }, () => refund(requested, 400n)))
    expect(results.filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
  })

  test('needs something that was captured, in its currency', async () => {
    const { authorize, refund, stranger } = counter(await make())
    const held = await authorize('auth', 1000n)
    expect((await refund(held.requested, 1000n)).outcome).toBe('declined')
    expect((await refund(stranger(), 1000n)).outcome).toBe('declined')
    const sale = await authorize('sale', 1000n)
    expect((await refund(inOtherCurrency(sale.requested), 1000n)).outcome).toBe('declined')
    expect((await refund(sale.requested, 0n)).outcome).toBe('declined')
  })
}

/** A connector that cannot pay out says so, and sends nothing. */
export function noPayouts(make: Make): void {
  test('is not supported', async () => {
    const { acquirer, payout } = counter(await make())
    await expect(acquirer.payOut(payout(1000n))).rejects.toThrow(NotSupported)
  })
}

export function payouts(make: Make): void {
  test('repeated with its key is one payout, also many times at once', async () => {
    const { acquirer, payout, inquiryOf } = counter(await make())
    const requested = payout(1000n)
    const results = await Promise.all(Array.from({ length: 8 }, () => acquirer.payOut(requested)))
    expect(new Set(results.map(asText)).size).toBe(1)
    expect(results[0]?.outcome).toBe('done')
    expect(await acquirer.payOut({ ...requested, amount: payout(9900n).amount })).toEqual(results[0])
    expect(await inquiryOf(requested.key)).toEqual(results[0])
  })

  test('has a reference of its own', async () => {
    const { acquirer, payout } = counter(await make())
    const [one, other] = [await acquirer.payOut(payout(1000n)), await acquirer.payOut(payout(1000n))]
    expect(one).not.toEqual(other)
  })

  test('that was made cannot be reversed, captured or refunded', async () => {
    const { acquirer, payout, capture, reverse, refund, request, inquiryOf } = counter(await make())
    const requested = payout(1000n)
    const result = await acquirer.payOut(requested)
    const itself = { ...request('sale', 1000n), key: requested.key }
    for (const follow of [reverse, capture, refund]) expect((await follow(itself, 1000n)).outcome).toBe('declined')
    expect(await inquiryOf(requested.key)).toEqual(result)
  })

  test('to a card that declines is declined, and stays so', async () => {
    const { acquirer, payout, closedCard, inquiryOf } = counter(await make())
    const requested = payout(1000n, closedCard)
    const result = await acquirer.payOut(requested)
    expect(result.outcome).toBe('declined')
    expect(await inquiryOf(requested.key)).toEqual(result)
  })

  test('of nothing is declined', async () => {
    const { acquirer, payout } = counter(await make())
    expect((await acquirer.payOut(payout(0n))).outcome).toBe('declined')
  })
}
