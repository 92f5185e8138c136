import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import { NoResponse } from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import { copyOfTemplate } from '../world/database.ts'
import { query } from '../world/shop.ts'
import { emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let url: string
let db: Db
beforeAll(async () => {
  url = await copyOfTemplate()
  db = openDb(url, { role: 'florin_app' })
})
afterAll(() => db.close())

/** A merchant at an acquirer, whose database can be put back to the moment before its requests. */
const acquirers = {
  stripe: async () => {
    const clock = clockInHand()
    const emulator = await emulatorAt(clock)
    onTestFinished(() => emulator.close())
    const { acquirer } = openStripe({ db, clock, url: emulator.url, timeoutMs: 2_000 })
    const charged = () => [...emulator.state.charges.values()].map(({ amount }) => amount)
    return { ...counter(stripeUnderTest(emulator, acquirer)), charged }
  },
  adyen: async () => {
    const underTest = await openAdyenUnderTest(db, clockInHand())
    onTestFinished(async () => {
      await underTest.connection.close()
      await underTest.emulator[Symbol.asyncDispose]()
    })
    const charged = () => [...underTest.emulator.state.payments.values()].map(({ amount }) => amount.value)
    return { ...counter(conformant(underTest)), acquirer: underTest.acquirer, charged }
  },
}
const goesBack = async () => {
  for (const table of ['stripe.requests', 'adyen.requests']) await query(url, `truncate ${table} cascade`)
}

test.each(Object.keys(acquirers) as (keyof typeof acquirers)[])(
  'after a restore %s knows a key from the same request: it is charged once, with the result that it had',
  async (name) => {
    const { acquirer, request, charged } = await acquirers[name]()
    const requested = request('sale', 1000n)
    const first = await acquirer.authorize(requested)
    await goesBack()
    const again = await acquirer.authorize(requested)
    expect([again.outcome, charged().length]).toEqual([first.outcome, 1])
  },
)

test.each(Object.keys(acquirers) as (keyof typeof acquirers)[])(
  'after a restore %s knows a key from another request: the result is unknown, and never declined',
  async (name) => {
    const { acquirer, request, charged } = await acquirers[name]()
    const requested = request('sale', 1000n)
    expect((await acquirer.authorize(requested)).outcome).toBe('approved')
    await goesBack()
    const other = { ...requested, amount: { ...requested.amount, minor: 2000n } }
    await expect(acquirer.authorize(other)).rejects.toThrow(NoResponse)
    expect(charged()).toHaveLength(1)
    const inquiry = await acquirer.inquire(other.key).catch((error: unknown) => error)
    expect(inquiry).not.toMatchObject({ outcome: 'declined' })
    expect(inquiry).not.toMatchObject({ outcome: 'approved' })
  },
)
