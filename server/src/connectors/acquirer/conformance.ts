import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { AuthorizeAsk } from './acquirer.ts'
import { type AcquirerUnderTest, approvalIn, asText, counter } from './conformance-counter.ts'
import { disputes } from './conformance-disputes.ts'
import { captures, payouts, refunds } from './conformance-money.ts'

export type { AcquirerUnderTest } from './conformance-counter.ts'

/**
 * Every connector answers these questions in the same way: what the port promises, tried from the outside.
 * `makeAcquirer` is called once for each test; `challenges` says whether this connector ever challenges a cardholder, and
 * `disputes` whether it brings the means to have a payment disputed.
 */
export function acquirerConformance(
  name: string,
  { challenges, disputes: isDisputed }: { challenges: boolean; disputes: boolean },
  makeAcquirer: () => Promise<AcquirerUnderTest>,
): void {
  describe(name, () => {
    describe('an ask', () => asksAreOnce(makeAcquirer))
    describe('a capture', () => captures(makeAcquirer))
    describe('a refund', () => refunds(makeAcquirer))
    describe('a payout', () => payouts(makeAcquirer))
    describe('a reversal', () => reversals(makeAcquirer))
    describe('a card', () => cards(makeAcquirer))
    if (challenges) describe('a challenge', () => challengesEnd(makeAcquirer))
    if (isDisputed) describe('a dispute', () => disputes(makeAcquirer))
  })
}

type Make = () => Promise<AcquirerUnderTest>

function asksAreOnce(make: Make): void {
  test('asked again with its key has the answer of the first time', async () => {
    const { acquirer, ask } = counter(await make())
    const asked = ask('auth', 1000n)
    const first = await acquirer.authorize(asked)
    expect(first.outcome).toBe('approved')
    expect(await acquirer.authorize(asked)).toEqual(first)
    expect(await acquirer.authorize({ ...asked, amount: ask('auth', 9900n).amount })).toEqual(first)
  })

  test('made many times at once is made once', async () => {
    const { acquirer, ask, following } = counter(await make())
    const asked = ask('auth', 1000n)
    const answers = await Promise.all(Array.from({ length: 8 }, () => acquirer.authorize(asked)))
    expect(new Set(answers.map(asText)).size).toBe(1)
    const capture = following(asked, 'capture', 1000n)
    const captured = await Promise.all(Array.from({ length: 8 }, () => acquirer.follow(capture)))
    expect(new Set(captured.map(asText)).size).toBe(1)
    expect(captured[0]?.outcome).toBe('done')
  })

  test('whose answer was lost can be asked about', async () => {
    const { acquirer, ask, following, fateOf } = counter(await make())
    const sale = ask('sale', 1000n)
    const said = await acquirer.authorize(sale)
    expect(await fateOf(sale.key)).toEqual(said)
    const refund = following(sale, 'refund', 400n)
    const refunded = await acquirer.follow(refund)
    expect(await fateOf(refund.key)).toEqual(refunded)
    const tooMuch = following(sale, 'refund', 601n)
    const declined = await acquirer.follow(tooMuch)
    expect(declined.outcome).toBe('declined')
    expect(await fateOf(tooMuch.key)).toEqual(declined)
  })

  test('that never came is not known', async () => {
    const { fateOf } = counter(await make())
    expect(await fateOf(randomUUID())).toEqual({ outcome: 'never heard of it' })
  })

  test('without an amount is declined', async () => {
    const { authorize } = counter(await make())
    expect((await authorize('sale', 0n)).answer.outcome).toBe('declined')
    expect((await authorize('auth', 0n)).answer.outcome).toBe('declined')
  })
}

function reversals(make: Make): void {
  test('lets go of an authorization, which cannot be taken any more', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    expect((await follow(asked, 'reverse', 1000n)).outcome).toBe('done')
    expect((await follow(asked, 'capture', 1000n)).outcome).toBe('declined')
  })

  test('takes back a payment that is not settled, which cannot be refunded then', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('sale', 1000n)
    expect((await follow(asked, 'reverse', 1000n)).outcome).toBe('done')
    expect((await follow(asked, 'refund', 1000n)).outcome).toBe('declined')
  })

  test('raced with a capture leaves nothing taken', async () => {
    const { authorize, follow } = counter(await make())
    const { asked } = await authorize('auth', 1000n)
    const kinds = ['capture', 'reverse'] as const
    const [, reversed] = await Promise.all(kinds.map((kind) => follow(asked, kind, 1000n)))
    expect(reversed?.outcome).toBe('done')
    expect((await follow(asked, 'refund', 1000n)).outcome).toBe('declined')
    expect((await follow(asked, 'capture', 1000n)).outcome).toBe('declined')
  })

  test('that overtakes its authorization stops it', async () => {
    const { acquirer, ask, follow } = counter(await make())
    const asked = ask('sale', 1000n)
    expect((await follow(asked, 'reverse', 1000n)).outcome).toBe('done')
    expect((await acquirer.authorize(asked)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 1000n)).outcome).toBe('declined')
    expect(await acquirer.whatBecameOf(asked.key)).toMatchObject({ outcome: 'declined' })
  })

  test('raced with its authorization leaves nothing taken, whoever is first', async () => {
    const { acquirer, ask, follow } = counter(await make())
    for (let round = 0; round < 10; round++) {
      const asked = ask('sale', 1000n)
      const both = [() => acquirer.authorize(asked), () => follow(asked, 'reverse', 1000n)]
      const answers = await Promise.all((round % 2 ? both : both.toReversed()).map((start) => start()))
      expect(answers.map(({ outcome }) => outcome)).toContain('done')
      expect((await follow(asked, 'refund', 1000n)).outcome).toBe('declined')
    }
  })
}

function cards(make: Make): void {
  test('is approved with the marks of the network and what was checked', async () => {
    const { authorize } = counter(await make())
    const [first, second] = [await authorize('sale', 1000n), await authorize('sale', 1000n)]
    const [one, other] = [approvalIn(first.answer), approvalIn(second.answer)]
    expect(one.networkTransactionId).toMatch(/^[A-Z0-9]{9,20}$/)
    expect(one.authorizationCode).toMatch(/^[A-Z0-9]{6}$/)
    expect(one.checks.securityCode).toBe('match')
    expect(one.reference).not.toBe(other.reference)
    expect(one.networkTransactionId).not.toBe(other.networkTransactionId)
  })

  test('is verified without an amount, and nothing can be taken for it', async () => {
    const { authorize, follow } = counter(await make())
    const { asked, answer } = await authorize('verify', 0n)
    expect(answer.outcome).toBe('approved')
    expect((await follow(asked, 'capture', 1n)).outcome).toBe('declined')
    expect((await follow(asked, 'refund', 1n)).outcome).toBe('declined')
    expect((await authorize('verify', 1n)).answer.outcome).toBe('declined')
  })

  test('is charged by the merchant with the network id of the first payment, and not without', async () => {
    const { acquirer, ask, authorize } = counter(await make())
    const { networkTransactionId } = approvalIn((await authorize('sale', 1000n)).answer)
    const later = { ...ask('sale', 1000n), threeDSecure: undefined }
    const card = { ...later.card, cvv: undefined }
    const byMerchant = (id: string): AuthorizeAsk['origin'] => ({
      by: 'merchant',
      reason: 'recurring',
      networkTransactionId: id,
    })
    const charged = await acquirer.authorize({ ...later, card, origin: byMerchant(networkTransactionId) })
    expect(charged).toMatchObject({ outcome: 'approved', checks: { securityCode: 'unavailable' } })
    const without = await acquirer.authorize({ ...later, key: randomUUID(), card, origin: byMerchant('') })
    expect(without.outcome).toBe('declined')
  })

  test('that is declined holds nothing, and taking back nothing is done', async () => {
    const { authorize, follow, fateOf } = counter(await make())
    const { asked, answer } = await authorize('sale', 1000n, 'declined')
    expect(answer.outcome).toBe('declined')
    expect(await fateOf(asked.key)).toEqual(answer)
    expect((await follow(asked, 'refund', 1000n)).outcome).toBe('declined')
    expect((await follow(asked, 'reverse', 1000n)).outcome).toBe('done')
  })
}

function challengesEnd(make: Make): void {
  test('that the cardholder passes ends in an approval that can be captured', async () => {
    const { acquirer, challenge, follow } = counter(await make())
    const { asked, redirect } = await challenge.begin()
    expect((await follow(asked, 'capture', 3000n)).outcome).toBe('declined')
    const proceed = {
      key: randomUUID(),
      authorization: asked.key,
      response: await challenge.answer(redirect, 'cardholder'),
    }
    const answer = await acquirer.proceed(proceed)
    expect(answer).toMatchObject({ outcome: 'approved', threeDSecure: 'challenged' })
    expect(await acquirer.proceed(proceed)).toEqual(answer)
    expect(await acquirer.whatBecameOf(proceed.key)).toEqual(answer)
    expect((await follow(asked, 'capture', 3000n)).outcome).toBe('done')
  })

  test('that somebody else fails ends in a decline', async () => {
    const { acquirer, challenge, follow } = counter(await make())
    const { asked, redirect } = await challenge.begin()
    const response = await challenge.answer(redirect, 'stranger')
    const answer = await acquirer.proceed({ key: randomUUID(), authorization: asked.key, response })
    expect(answer).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
    expect((await follow(asked, 'capture', 3000n)).outcome).toBe('declined')
  })

  test('that was passed is not proven by what the bank said of another', async () => {
    const { acquirer, challenge } = counter(await make())
    const [mine, another] = [await challenge.begin(), await challenge.begin()]
    await challenge.answer(mine.redirect, 'cardholder')
    const ofAnother = await challenge.answer(another.redirect, 'cardholder')
    const answer = await acquirer.proceed({ key: randomUUID(), authorization: mine.asked.key, response: ofAnother })
    expect(answer).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
  })

  test('that the cardholder never came to is not passed by an empty response', async () => {
    const { acquirer, challenge } = counter(await make())
    const { asked } = await challenge.begin()
    const answer = await acquirer.proceed({ key: randomUUID(), authorization: asked.key, response: {} })
    expect(answer).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
  })

  test('that was reversed meanwhile ends in a decline', async () => {
    const { acquirer, challenge, follow } = counter(await make())
    const { asked, redirect } = await challenge.begin()
    const response = await challenge.answer(redirect, 'cardholder')
    expect((await follow(asked, 'reverse', 3000n)).outcome).toBe('done')
    const answer = await acquirer.proceed({ key: randomUUID(), authorization: asked.key, response })
    expect(answer.outcome).toBe('declined')
  })
}
