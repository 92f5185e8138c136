import { afterAll, beforeAll } from 'vitest'
import { acquirerConformance } from '#connectors/acquirer/conformance.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { capabilitiesOf } from '#connectors/acquirer/stripe/limits.ts'
import { stripeUnits } from '#connectors/acquirer/stripe/units.ts'
import { withTimeout } from '#connectors/acquirer/with-timeout.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import type { StripeEmulator } from '../emulators/stripe/emulator.ts'
import { copyOfTemplate } from '../world/database.ts'
import { emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let db: Db
let emulator: StripeEmulator
const clock = clockInHand()
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
  emulator = await emulatorAt(clock)
})
afterAll(async () => {
  await emulator.close()
  await db.close()
})

const capabilities = {
  payOut: false,
  settlements: 'whole' as const,
  networkTransactionId: 'sometimes' as const,
  walletTokens: false,
  currencies: stripeUnits.currencies,
  amounts: { minMinor: 30n, maxMinor: 999_999_999_999n },
  amountsIn: capabilitiesOf({ lineItems: false, mitExemption: true, networkTokens: false, descriptorSuffix: false })
    .amountsIn,
}
const means = { challenges: true, disputes: true, afterwards: ['refund', 'reverse'] as const, unreachable: true }
/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'

/** As the program calls it. */
const opened = (url: string) => withTimeout(openStripe({ db, clock, url }).acquirer, { timeoutMs: 20_000 })

acquirerConformance('the connector for Stripe', { ...means, capabilities }, async () =>
  stripeUnderTest(emulator, opened(emulator.url), {
    unreachable: opened(nowhere),
    untilSettled: async () => {
      clock.pass({ hours: 72 })
      emulator.payOut()
    },
  }),
)
