import { expect, test } from 'vitest'
import { type AcquirerUnderTest, asText, counter, inOtherCurrency } from './conformance-counter.ts'

type Make = () => Promise<AcquirerUnderTest>

export function captures(make: Make): void {
  test('takes what was authorized, once', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    expect((await follow(asked, 'capture', 1000n)).outcome).toBe('done')
    expect((await follow(asked, 'capture', 1000n)).outcome).toBe('declined')
  })

  test('may take less, and then no more', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    expect((await follow(asked, 'capture', 700n)).outcome).toBe('done')
    expect((await follow(asked, 'capture', 300n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 701n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 700n)).outcome).toBe('done')
  })

  test('never takes a cent more than was authorized, and one that was refused leaves the authorization as it was', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    expect((await follow(asked, 'capture', 1001n)).outcome).toBe('declined')
    expect((await follow(asked, 'capture', 0n)).outcome).toBe('declined')
    expect((await follow(asked, 'capture', 1000n)).outcome).toBe('done')
  })

  test('among many at once, one is done', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    const answers = await Promise.all(Array.from({ length: 6 }, () => follow(asked, 'capture', 1000n)))
    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
  })

  test('is for authorizations that were approved and not taken yet', async () => {
    const { authorize, follow, stranger } = counter(await make())
    const sale = await authorize('sale', 1000n)
    expect((await follow(sale.asked, 'capture', 1000n)).outcome).toBe('declined')
    const refused = await authorize('auth', 1000n, 'declined')
    expect(refused.answer.outcome).toBe('declined')
    expect((await follow(refused.asked, 'capture', 1000n)).outcome).toBe('declined')
    expect((await follow(stranger(), 'capture', 1000n)).outcome).toBe('declined')
  })

  test('is made in the currency of the authorization', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    expect((await follow(inOtherCurrency(asked), 'capture', 1000n)).outcome).toBe('declined')
  })
}

export function refunds(make: Make): void {
  test('gives back in parts up to what was taken, to the cent', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    expect((await follow(asked, 'refund', 1n)).outcome).toBe('done')
    expect((await follow(asked, 'refund', 998n)).outcome).toBe('done')
    expect((await follow(asked, 'refund', 2n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 1n)).outcome).toBe('done')
    expect((await follow(asked, 'refund', 1n)).outcome).toBe('declined')
  })

  test('counts exactly in amounts that no float can hold', async () => {
    const { authorize, follow } = counter(await make())
    const most = 999_999_999_999_999n
    const { asked } = await authorize('sale', most)
    expect((await follow(asked, 'refund', most - 1n)).outcome).toBe('done')
    expect((await follow(asked, 'refund', 2n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 1n)).outcome).toBe('done')
  })

  test('among many at once, no more is given back than was taken', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    const answers = await Promise.all(Array.from({ length: 6 }, () => follow(asked, 'refund', 400n)))
    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
  })

  test('needs something that was taken, in its currency', async () => {
    const { authorize, follow, stranger } = counter(await make())
    const held = await authorize('auth', 1000n)
    expect((await follow(held.asked, 'refund', 1000n)).outcome).toBe('declined')
    expect((await follow(stranger(), 'refund', 1000n)).outcome).toBe('declined')
    const sale = await authorize('sale', 1000n)
    expect((await follow(inOtherCurrency(sale.asked), 'refund', 1000n)).outcome).toBe('declined')
    expect((await follow(sale.asked, 'refund', 0n)).outcome).toBe('declined')
  })
}

export function payouts(make: Make): void {
  test('asked again with its key is one payout, also when it is asked many times at once', async () => {
    const { acquirer, payout, fateOf } = counter(await make())
    const asked = payout(1000n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => acquirer.payOut(asked)))
    expect(new Set(answers.map(asText)).size).toBe(1)
    expect(answers[0]?.outcome).toBe('done')
    expect(await acquirer.payOut({ ...asked, amount: payout(9900n).amount })).toEqual(answers[0])
    expect(await fateOf(asked.key)).toEqual(answers[0])
  })

  test('has a reference of its own', async () => {
    const { acquirer, payout } = counter(await make())
    const [one, other] = [await acquirer.payOut(payout(1000n)), await acquirer.payOut(payout(1000n))]
    expect(one).not.toEqual(other)
  })

  test('that was made is not taken back, captured or refunded', async () => {
    const { acquirer, payout, follow, ask, fateOf } = counter(await make())
    const asked = payout(1000n)
    const answer = await acquirer.payOut(asked)
    const itself = { ...ask('sale', 1000n), key: asked.key }
    for (const kind of ['reverse', 'capture', 'refund'] as const)
      expect((await follow(itself, kind, 1000n)).outcome).toBe('declined')
    expect(await fateOf(asked.key)).toEqual(answer)
  })

  test('to a card that declines is declined, and stays so', async () => {
    const { acquirer, payout, declinedCard, fateOf } = counter(await make())
    const asked = payout(1000n, declinedCard)
    const answer = await acquirer.payOut(asked)
    expect(answer.outcome).toBe('declined')
    expect(await fateOf(asked.key)).toEqual(answer)
  })

  test('of nothing is declined', async () => {
    const { acquirer, payout } = counter(await make())
    expect((await acquirer.payOut(payout(0n))).outcome).toBe('declined')
  })
}
