import type { Payment } from '#acquiring/payments'
import type { AuthorizeResult, DeclineReason } from '#connectors/acquirer/port.ts'
import { type FixtureLimits, openPaymentsFixture, type PaymentsFixture } from './payments-fixture.ts'

const by = { actor: 'operator', fromWhere: 'command line' }
export const sandbox = 'sandbox'
export const second = 'sandbox-2'

/** A fixture in which a payment goes to the second connector first, and falls back to the default. */
export async function openFallback(limits: FixtureLimits = {}): Promise<PaymentsFixture> {
  const fixture = await openPaymentsFixture({ payoutsAllowed: true }, limits)
  await fixture.world.app.routing.addRule({ by, rule: { priority: 10, connector: second } })
  return fixture
}

export const declined = (reason: DeclineReason): AuthorizeResult => ({
  outcome: 'declined',
  reason,
  reference: 'r-1',
  checks: undefined,
})
export const technical = declined('provider_error')

/** The requests of the first connector, and of the one where payments go on. */
export const asked = ({ acquirerProxy, second: { acquirerProxy: other } }: PaymentsFixture) => ({
  first: other.requests.map(({ kind }) => kind),
  fallback: acquirerProxy.requests.map(({ kind }) => kind),
})

/** What is recorded of the declines of a payment that went on. */
export const fallbacksOf = ({ world }: PaymentsFixture, { id }: Payment) =>
  world.app.db.run(
    'select connector, key, reference, decline_reason, next_connector from payments.fallbacks where payment_id = $1',
    [id],
  )
