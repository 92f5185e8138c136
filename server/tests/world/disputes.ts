import { randomUUID } from 'node:crypto'
import type { Payment } from '#acquiring/payments'
import type { DisputeEvent } from '#connectors/acquirer/port.ts'
import { decideDispute, openDispute } from '#connectors/acquirer/sandbox/index.ts'
import { euros, type PaymentsFixture } from './payments-fixture.ts'

/** Cards of the sandbox that dispute by themselves, five days after the capture; ten days later it is decided. */
export const losesDispute = '4000050000001005'
export const winsDispute = '4000050000002003'
/** Long enough for Florin to poll the acquirer for events. */
export const soon = { minutes: 5 }

/** The cardholders of a payments fixture, and their banks. */
export function banksOf(fixture: PaymentsFixture) {
  const bench = { record: fixture.record, clock: fixture.world.clock }
  return {
    /**
     * A cardholder disputes a payment, in full by default, and Florin receives the event. Returns the dispute's name.
     */
    async disputes(
      payment: Payment,
      amount?: string,
      reason: DisputeEvent['reason'] = 'not_received',
    ): Promise<string> {
      const input = { authorization: payment.key, amount: amount === undefined ? undefined : euros(amount), reason }
      const { result } = await openDispute(bench, input)
      await fixture.world.pass(soon)
      return result.dispute
    },
    async decides(payment: Payment, dispute: string, outcome: 'won' | 'lost'): Promise<void> {
      await decideDispute(bench, { authorization: payment.key, dispute, outcome })
      await fixture.world.pass(soon)
    },
    /** The acquirer sends these events, whatever its own record says. */
    async sends(...events: readonly Partial<DisputeEvent>[]): Promise<void> {
      const place = String(++places)
      fixture.acquirerProxy.next('disputesSince', {
        place,
        events: events.map((one) => ({ ...someDisputeEvent(fixture), ...one })),
      })
      await fixture.world.pass(soon)
    },
    /** What followed a payment: its refunds, charge-backs and representments, as `type status amount`. */
    async followers(payment: Pick<Payment, 'id'>): Promise<string[]> {
      const all = await fixture.followersOf(payment)
      return all.map(({ type, status, amount }) => `${type} ${status} ${amount.minor}`)
    },
  }
}
let places = 1_000_000

const someDisputeEvent = ({ world }: PaymentsFixture): DisputeEvent => ({
  id: randomUUID(),
  dispute: randomUUID(),
  authorization: randomUUID(),
  kind: 'opened',
  amount: euros('10.00'),
  reason: 'other',
  at: world.clock.now(),
})
