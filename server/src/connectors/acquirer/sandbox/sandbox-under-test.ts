import assert from 'node:assert/strict'
import type { Clock } from '#kernel/base/clock.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { AcquirerUnderTest } from '../conformance-counter.ts'
import type { CardDetails } from '../port.ts'
import { rightCode, visitBank } from './bank.ts'
import { decideDispute, openDispute } from './decide-dispute.ts'
import { failedCaptureMinor, failedReversalMinor, pendingHours, returnedMinor } from './magic-amounts.ts'
import { isAuthorization, isDispute, type SandboxRecord } from './record.ts'
import { inquiryOf, type SandboxLimits, sandboxAcquirer } from './sandbox-acquirer.ts'

export const bankUrl = 'https://pay.example.com/sandbox/bank'

/** A sandbox as the conformance suite wants it; the cardholder talks to the bank without a browser. */
export function sandboxUnderTest(
  record: SandboxRecord,
  clock: ReturnType<typeof clockInHand>,
  limits: SandboxLimits = {},
): AcquirerUnderTest {
  return {
    acquirer: sandboxAcquirer({ record, clock, bankUrl, limits }),
    unreachable: sandboxAcquirer({ record, clock, bankUrl, limits: { ...limits, unreachable: true } }),
    kept: async (key) => {
      const entry = await record.find(key)
      assert(entry && isAuthorization(entry), 'it was authorized')
      return { subMerchantId: entry.subMerchantId, level3: entry.level3 }
    },
    incoming: (key) => inquiryOf({ record, clock }, key),
    untilSettled: async () => clock.pass({ hours: 24 }),
    afterwards: {
      refund: { minor: returnedMinor, fails: async () => clock.pass({ hours: pendingHours }) },
      payout: { minor: returnedMinor, fails: async () => clock.pass({ hours: pendingHours }) },
      reverse: { minor: failedReversalMinor, fails: async () => clock.pass({ hours: pendingHours }) },
      capture: { minor: failedCaptureMinor, fails: async () => clock.pass({ hours: pendingHours }) },
    },
    currency: 'EUR',
    approved: typedCard('4111111111111111'),
    declined: typedCard('4000020000002006'),
    dispute: {
      open: async (authorization, amount) => {
        await openDispute({ record, clock }, { authorization, amount, reason: 'other' })
      },
      decide: async (authorization, outcome) => {
        const last = (await record.story(authorization)).filter(isDispute).at(-1)
        await decideDispute({ record, clock }, { authorization, dispute: last?.result.dispute ?? '', outcome })
      },
    },
    challenge: {
      card: typedCard('5555555555555599'),
      result: async ({ redirect }, as) => {
        const input = as === 'cardholder' ? { code: rightCode } : 'cancel'
        const visit = await visitBank({ record, clock }, redirect.fields.PaReq ?? '', input)
        return visit.shows === 'way back' ? visit.fields : {}
      },
    },
  }
}

/** A card as a cardholder types it. */
export function typedCard(number: string, expiry = '12/34', cvv = '123'): CardDetails {
  const [month, year] = expiry.split('/').map(Number)
  return {
    pan: new Secret(number),
    cvv: new Secret(cvv),
    expiryMonth: month ?? 0,
    expiryYear: 2000 + (year ?? 0),
    holderName: 'JANE DOE',
  }
}

/** A clock that only `pass` advances. */
export function clockInHand(start = '2026-06-15T10:00:00Z'): Clock & { pass(time: Temporal.DurationLike): void } {
  let now = Temporal.Instant.from(start)
  return {
    now: () => now,
    wall: () => now,
    pass: (time) => {
      now = now.add(time)
    },
  }
}
