import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { type AcquirerUnderTest, approvalIn, counter } from './conformance-counter.ts'
import { amountsOf, type Capabilities, NotSent, NotSupported, type SettlementEntry } from './port.ts'

type Make = () => Promise<AcquirerUnderTest>

/** A connector says what it cannot do, and then does not do it. */
export function limits(make: Make, capabilities: Capabilities): void {
  test('are those that its capabilities state', async () => {
    expect(counter(await make()).acquirer.capabilities).toEqual(capabilities)
  })

  if (capabilities.inquiry === 'webhook')
    test('leave nothing to inquire about', async () => {
      const { acquirer, authorize } = counter(await make())
      const { requested } = await authorize('sale', 1000n)
      await expect(acquirer.inquire(requested.key)).rejects.toThrow(NotSupported)
    })

  if (!capabilities.disputeList)
    test('leave no list of disputes', async () => {
      await expect(counter(await make()).acquirer.disputesSince(undefined)).rejects.toThrow(NotSupported)
    })

  if (!capabilities.disputeResponses)
    test('leave no way to respond to a dispute', async () => {
      const { acquirer, stranger } = counter(await make())
      const { key } = stranger()
      const response = { key, authorization: key, dispute: 'd-1', text: '', documents: [] }
      await expect(acquirer.submitEvidence(response)).rejects.toThrow(NotSupported)
      await expect(acquirer.acceptDispute(response)).rejects.toThrow(NotSupported)
    })

  if (!capabilities.settlements)
    test('leave no list of settlements', async () => {
      await expect(counter(await make()).acquirer.settlementsSince(undefined)).rejects.toThrow(NotSupported)
    })

  if (!capabilities.walletTokens)
    test('leave numbers of wallets to others: one with a cryptogram is declined', async () => {
      const { acquirer, request } = counter(await make())
      const sale = request('sale', 1000n)
      const wallet = { type: 'applePay', cryptogram: new Secret('AAAAAAAAAAAAAAAAAAAAAAAAAAA='), eci: '05' } as const
      expect(await acquirer.authorize({ ...sale, card: { ...sale.card, wallet } })).toMatchObject({
        outcome: 'declined',
      })
    })

  test('of amounts are kept to the cent', async () => {
    const underTest = await make()
    const { authorize, inquiryOf } = counter(underTest)
    const { minMinor, maxMinor } = amountsOf(capabilities, underTest.currency)
    approvalIn((await authorize('sale', maxMinor)).result)
    for (const minor of [minMinor - 1n, maxMinor + 1n]) {
      const { requested, result } = await authorize('sale', minor)
      expect(result.outcome).toBe('declined')
      expect(await inquiryOf(requested.key)).toEqual(result)
    }
  })
}

export function settlements(make: Make): void {
  test('has what was captured and refunded, once, with the keys of their authorizations', async () => {
    const underTest = await make()
    const { acquirer, authorize, capture, refund, reverse } = counter(underTest)
    const [held, sold, reversed] = [
      await authorize('auth', 1000n),
      await authorize('sale', 500n),
      await authorize('sale', 700n),
    ]
    await capture(held.requested, 1000n)
    await refund(sold.requested, 200n)
    await reverse(reversed.requested, 700n)
    await underTest.untilSettled?.()
    const entries: SettlementEntry[] = []
    for (let place: string | undefined; ; ) {
      const page = await acquirer.settlementsSince(place)
      expect(await acquirer.settlementsSince(place)).toEqual(page)
      if (page.entries.length === 0) break
      entries.push(...page.entries)
      place = page.place
    }
    const of = ({ key }: { key: string }) =>
      entries.filter(({ authorization }) => authorization === key).map(({ kind, gross }) => [kind, gross.minor])
    expect(of(held.requested)).toEqual([['capture', 1000n]])
    expect(of(sold.requested).toSorted()).toEqual([
      ['capture', 500n],
      ['refund', -200n],
    ])
    const net = entries.filter(({ authorization }) => authorization === reversed.requested.key)
    expect(net.reduce((sum, { gross }) => sum + gross.minor, 0n)).toBe(0n)
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  })
}

/** Where no connection can be made, the connector says that nothing has left, and is right. */
export function unreached(make: Make): void {
  test('says that the request has not left, and its key is unused', async () => {
    const { acquirer, unreachable, request, following, inquiryOf } = counter(await make())
    const [requested, sold] = [request('sale', 1000n), request('sale', 1000n)]
    await expect(unreachable().authorize(requested)).rejects.toThrow(NotSent)
    await acquirer.authorize(sold)
    await expect(unreachable().refund(following(sold, 400n))).rejects.toThrow(NotSent)
    expect(await inquiryOf(requested.key)).toEqual({ outcome: 'not_found' })
    expect((await acquirer.authorize(requested)).outcome).toBe('approved')
  })
}
