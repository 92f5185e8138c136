import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { failedCaptures, failedReversals, returnedPayouts, returnedRefunds } from './conformance-afterwards.ts'
import { type AcquirerUnderTest, approvalIn, asText, counter, type FailingAfterwards } from './conformance-counter.ts'
import { disputeResponses, disputes } from './conformance-disputes.ts'
import { limits, settlements, unreached } from './conformance-limits.ts'
import { captures, noPayouts, payouts, refunds } from './conformance-money.ts'
import { type AuthorizeRequest, type Capabilities, fullCapabilities, NoResponse } from './port.ts'

export type { AcquirerUnderTest } from './conformance-counter.ts'

/**
 * Tests what the port and the connector's own `capabilities` state, from the outside. `makeAcquirer` is called once for
 * each test; `challenges` says whether this connector ever challenges a cardholder, `disputes` whether it can
 * have a payment disputed, `afterwards` what can fail after it was done, `unreachable` whether it tells a request that has not left (`NotSent`) from one whose response
 * is lost, and `capabilities` in which flags it differs from the port.
 */
export function acquirerConformance(
  name: string,
  means: {
    challenges: boolean
    disputes: boolean
    afterwards?: readonly FailingAfterwards[]
    unreachable?: boolean
    capabilities?: Partial<Capabilities>
  },
  makeAcquirer: () => Promise<AcquirerUnderTest>,
): void {
  const capabilities = { ...fullCapabilities, ...means.capabilities }
  const isDisputed = means.disputes && capabilities.disputeList
  describe(name, () => {
    describe('a request', () => requestsAreIdempotent(makeAcquirer))
    describe('a capture', () => captures(makeAcquirer, capabilities))
    describe('a refund', () => refunds(makeAcquirer, capabilities))
    describe('a payout', () => (capabilities.payOut ? payouts : noPayouts)(makeAcquirer))
    describe('a reversal', () => reversals(makeAcquirer))
    describe('a card', () => cards(makeAcquirer, capabilities))
    describe('the limits of the connector', () => limits(makeAcquirer, capabilities))
    if (means.unreachable) describe('a connector that cannot be reached', () => unreached(makeAcquirer))
    if (means.afterwards?.includes('payout') && capabilities.payOut)
      describe('a payout', () => returnedPayouts(makeAcquirer))
    if (means.afterwards?.includes('refund')) describe('a refund', () => returnedRefunds(makeAcquirer))
    if (means.afterwards?.includes('reverse')) describe('a reversal', () => failedReversals(makeAcquirer))
    // The amount that fails is a part of what was authorized.
    if (means.afterwards?.includes('capture') && capabilities.partialCapture)
      describe('a capture', () => failedCaptures(makeAcquirer))
    if (means.challenges) describe('a challenge', () => challengesEnd(makeAcquirer))
    if (isDisputed) describe('a dispute', () => disputes(makeAcquirer))
    if (isDisputed && capabilities.disputeResponses)
      describe('a response to a dispute', () => disputeResponses(makeAcquirer))
    if (capabilities.settlements) describe('a settlement', () => settlements(makeAcquirer))
  })
}

type Make = () => Promise<AcquirerUnderTest>

function requestsAreIdempotent(make: Make): void {
  test('repeated with its key has the result of the first time', async () => {
    const { acquirer, request } = counter(await make())
    const requested = request('auth', 1000n)
    const first = await acquirer.authorize(requested)
    expect(first.outcome).toBe('approved')
    expect(await acquirer.authorize(requested)).toEqual(first)
    // With other parameters nothing is done, and nothing said that would decline it.
    const other = acquirer.authorize({ ...requested, amount: request('auth', 9900n).amount })
    const unknown = (error: unknown) => (error instanceof NoResponse ? first : Promise.reject(error))
    expect(await other.catch(unknown)).toEqual(first)
  })

  test('made many times at once is made once', async () => {
    const { acquirer, request, following, final } = counter(await make())
    const requested = request('auth', 1000n)
    const results = await Promise.all(Array.from({ length: 8 }, () => acquirer.authorize(requested)))
    expect(new Set(results.map(asText)).size).toBe(1)
    const capture = following(requested, 1000n)
    const captured = await Promise.all(Array.from({ length: 8 }, () => acquirer.capture(capture)))
    expect(new Set(captured.map(asText)).size).toBe(1)
    expect((await final(capture.key, acquirer.capture(capture))).outcome).toBe('done')
  })

  test('whose response was lost can be inquired about', async () => {
    const { acquirer, request, following, final, inquiryOf } = counter(await make())
    const sale = request('sale', 1000n)
    const result = await acquirer.authorize(sale)
    expect(await inquiryOf(sale.key)).toEqual(result)
    const refund = following(sale, 400n)
    const refunded = await final(refund.key, acquirer.refund(refund))
    expect(await inquiryOf(refund.key)).toEqual(refunded)
    const tooMuch = following(sale, 601n)
    const declined = await final(tooMuch.key, acquirer.refund(tooMuch))
    expect(declined.outcome).toBe('declined')
    expect(await inquiryOf(tooMuch.key)).toEqual(declined)
  })

  test('that never arrived is not found', async () => {
    const { inquiryOf } = counter(await make())
    expect(await inquiryOf(randomUUID())).toEqual({ outcome: 'not_found' })
  })

  test('takes a sub-merchant and level 3 data along', async () => {
    const { acquirer, request, kept } = counter(await make())
    const facts = { subMerchantId: 'baker-7', level3: { type: 'airline', ticketNumber: 'T-1' } } as const
    const requested = { ...request('sale', 1000n), ...facts }
    const first = await acquirer.authorize(requested)
    expect(first.outcome).toBe('approved')
    expect(await acquirer.authorize(requested)).toEqual(first)
    if (kept) expect(await kept(requested.key)).toEqual(facts)
  })

  test('without an amount is declined', async () => {
    const { authorize } = counter(await make())
    expect((await authorize('sale', 0n)).result.outcome).toBe('declined')
    expect((await authorize('auth', 0n)).result.outcome).toBe('declined')
  })
}

function reversals(make: Make): void {
  test('releases an authorization, which cannot be captured any more', async () => {
    const { authorize, capture, reverse } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    expect((await reverse(requested, 1000n)).outcome).toBe('done')
    expect((await capture(requested, 1000n)).outcome).toBe('declined')
  })

  test('cancels a payment that is not settled, which cannot be refunded then', async () => {
    const { authorize, reverse, refund } = counter(await make())
    const { requested } = await authorize('sale', 1000n)
    expect((await reverse(requested, 1000n)).outcome).toBe('done')
    expect((await refund(requested, 1000n)).outcome).toBe('declined')
  })

  test('raced with a capture leaves nothing captured', async () => {
    const { authorize, capture, reverse, refund } = counter(await make())
    const { requested } = await authorize('auth', 1000n)
    const [, reversed] = await Promise.all([capture(requested, 1000n), reverse(requested, 1000n)])
    expect(reversed?.outcome).toBe('done')
    expect((await refund(requested, 1000n)).outcome).toBe('declined')
    expect((await capture(requested, 1000n)).outcome).toBe('declined')
  })

  test('that overtakes its authorization stops it', async () => {
    const { acquirer, request, reverse, refund, inquiryOf } = counter(await make())
    const requested = request('sale', 1000n)
    expect((await reverse(requested, 1000n)).outcome).toBe('done')
    expect((await acquirer.authorize(requested)).outcome).toBe('declined')
    expect((await refund(requested, 1000n)).outcome).toBe('declined')
    expect(await inquiryOf(requested.key)).toMatchObject({ outcome: 'declined' })
  })

  test('raced with its authorization leaves nothing captured, whichever is first', async () => {
    const { acquirer, request, reverse, refund } = counter(await make())
    for (let round = 0; round < 10; round++) {
      const requested = request('sale', 1000n)
      const both = [() => acquirer.authorize(requested), () => reverse(requested, 1000n)]
      const results = await Promise.all((round % 2 ? both : both.toReversed()).map((start) => start()))
      expect(results.map(({ outcome }) => outcome)).toContain('done')
      expect((await refund(requested, 1000n)).outcome).toBe('declined')
    }
  })
}

function cards(make: Make, { networkTransactionId: whenGiven }: Capabilities): void {
  test('is approved with the identifiers of the network and what was checked', async () => {
    const { authorize } = counter(await make())
    const [first, second] = [await authorize('sale', 1000n), await authorize('sale', 1000n)]
    const [one, other] = [approvalIn(first.result), approvalIn(second.result)]
    expect(one.authorizationCode).toMatch(/^[A-Z0-9]{5,8}$/)
    expect(one.checks.securityCode).toBe('match')
    expect(one.reference).not.toBe(other.reference)
    if (whenGiven === 'sometimes') return
    expect(one.networkTransactionId).toMatch(/^[A-Z0-9]{9,20}$/)
    expect(one.networkTransactionId).not.toBe(other.networkTransactionId)
  })

  test('is verified without an amount, and nothing can be captured for it', async () => {
    const { verify, capture, refund } = counter(await make())
    const { requested, result } = await verify()
    expect(result.outcome).toBe('approved')
    expect((await capture(requested, 1n)).outcome).toBe('declined')
    expect((await refund(requested, 1n)).outcome).toBe('declined')
  })

  test('is charged by the merchant with the network id of the first payment, and not without', async () => {
    const { acquirer, request, authorize } = counter(await make())
    // Another acquirer's network id is as good as this one's own.
    const { networkTransactionId = '400000000000001' } = approvalIn((await authorize('sale', 1000n)).result)
    const later = { ...request('sale', 1000n), threeDSecure: undefined }
    const card = { ...later.card, cvv: undefined }
    const merchantInitiated = (id: string): AuthorizeRequest['initiator'] => ({
      type: 'mit',
      reason: 'recurring',
      networkTransactionId: id,
    })
    const charged = await acquirer.authorize({ ...later, card, initiator: merchantInitiated(networkTransactionId) })
    expect(charged).toMatchObject({ outcome: 'approved', checks: { securityCode: 'unavailable' } })
    const without = await acquirer.authorize({ ...later, key: randomUUID(), card, initiator: merchantInitiated('') })
    expect(without.outcome).toBe('declined')
  })

  test('that is declined holds nothing, and its reversal is done', async () => {
    const { authorize, reverse, refund, inquiryOf } = counter(await make())
    const { requested, result } = await authorize('sale', 1000n, 'declined')
    expect(result.outcome).toBe('declined')
    expect(await inquiryOf(requested.key)).toEqual(result)
    expect((await refund(requested, 1000n)).outcome).toBe('declined')
    expect((await reverse(requested, 1000n)).outcome).toBe('done')
  })
}

function challengesEnd(make: Make): void {
  test('that the cardholder passes ends in an approval that can be captured', async () => {
    const { acquirer, challenge, capture, inquiryOf } = counter(await make())
    const { requested, redirect } = await challenge.begin()
    expect((await capture(requested, 3000n)).outcome).toBe('declined')
    const completeChallenge = {
      key: randomUUID(),
      authorization: requested.key,
      response: await challenge.result(redirect, 'cardholder'),
    }
    const result = await acquirer.completeChallenge(completeChallenge)
    expect(result).toMatchObject({ outcome: 'approved', threeDSecure: 'challenged' })
    expect(await acquirer.completeChallenge(completeChallenge)).toEqual(result)
    expect(await inquiryOf(completeChallenge.key)).toEqual(result)
    expect((await capture(requested, 3000n)).outcome).toBe('done')
  })

  test('that another person fails ends in a decline', async () => {
    const { acquirer, challenge, capture } = counter(await make())
    const { requested, redirect } = await challenge.begin()
    const response = await challenge.result(redirect, 'stranger')
    const result = await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response })
    expect(result).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
    expect((await capture(requested, 3000n)).outcome).toBe('declined')
  })

  test('that was passed is not proven by the response of another one', async () => {
    const { acquirer, challenge } = counter(await make())
    const [mine, another] = [await challenge.begin(), await challenge.begin()]
    await challenge.result(mine.redirect, 'cardholder')
    const ofAnother = await challenge.result(another.redirect, 'cardholder')
    const result = await acquirer.completeChallenge({
      key: randomUUID(),
      authorization: mine.requested.key,
      response: ofAnother,
    })
    expect(result).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
  })

  test('that the cardholder never came to is not passed by an empty response', async () => {
    const { acquirer, challenge } = counter(await make())
    const { requested } = await challenge.begin()
    const result = await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response: {} })
    expect(result).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
  })

  test('that was reversed meanwhile ends in a decline', async () => {
    const { acquirer, challenge, reverse } = counter(await make())
    const { requested, redirect } = await challenge.begin()
    const response = await challenge.result(redirect, 'cardholder')
    expect((await reverse(requested, 3000n)).outcome).toBe('done')
    const result = await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response })
    expect(result.outcome).toBe('declined')
  })

  test('that is required comes before anything is said of the card, good or bad, and not without the cardholder', async () => {
    const underTest = await make()
    const { acquirer, challenge, request } = counter(underTest)
    for (const card of [underTest.approved, underTest.declined]) {
      const { requested, redirect } = await challenge.begin({ card, authentication: 'required' })
      const response = await challenge.result(redirect, 'stranger')
      const result = await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response })
      expect(result).toMatchObject({ outcome: 'declined', reason: 'authentication_failed' })
      const absent = { ...request('sale', 1000n, card), authentication: 'required' as const }
      expect(await acquirer.authorize(absent)).toMatchObject({ reason: 'authentication_required' })
    }
  })

  test('that is requested is left to the bank, and changes nothing where the cardholder is not there', async () => {
    const underTest = await make()
    const { acquirer, challenge, request } = counter(underTest)
    expect((await challenge.begin({ authentication: 'requested' })).redirect.outcome).toBe('challenge')
    const absent = { ...request('sale', 1000n, underTest.approved), authentication: 'requested' as const }
    expect(await acquirer.authorize(absent)).toMatchObject({ outcome: 'approved' })
  })

  test('that is required and passed ends in what the bank says of the card', async () => {
    const underTest = await make()
    const { acquirer, challenge } = counter(underTest)
    for (const outcome of ['approved', 'declined'] as const) {
      const { requested, redirect } = await challenge.begin({
        card: underTest[outcome],
        authentication: 'required',
      })
      const response = await challenge.result(redirect, 'cardholder')
      const result = await acquirer.completeChallenge({ key: randomUUID(), authorization: requested.key, response })
      expect(result.outcome).toBe(outcome)
    }
  })
}
