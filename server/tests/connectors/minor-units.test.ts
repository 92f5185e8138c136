import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { merchantCurrencies } from '#acquiring/ids'
import type { AdyenBody } from '#connectors/acquirer/adyen/api.ts'
import { capabilities as adyenCapabilities } from '#connectors/acquirer/adyen/capabilities.ts'
import { adyenUnits } from '#connectors/acquirer/adyen/units.ts'
import { counter } from '#connectors/acquirer/conformance-counter.ts'
import {
  type Acquirer,
  amountsOf,
  type DisputeEvent,
  exclusionBy,
  type SettlementEntry,
} from '#connectors/acquirer/port.ts'
import { clockInHand } from '#connectors/acquirer/sandbox/sandbox-under-test.ts'
import type { FormValue } from '#connectors/acquirer/stripe/form.ts'
import { capabilitiesOf as stripeCapabilities } from '#connectors/acquirer/stripe/limits.ts'
import { captureParams } from '#connectors/acquirer/stripe/params.ts'
import { stripeUnits } from '#connectors/acquirer/stripe/units.ts'
import type { WireUnits } from '#connectors/acquirer/wire-units.ts'
import { isoCurrencies } from '#kernel/base/assets.ts'
import { NumberText, writeJson } from '#kernel/base/json.ts'
import { type Currency, formatMoney, type Money, money, parseMoney } from '#kernel/base/money.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { conformant, openAdyenUnderTest } from '../emulators/adyen/adyen-under-test.ts'
import { decimalsOf as decimalsOfAdyen } from '../emulators/adyen/currencies.ts'
import { decimalsOf as decimalsOfStripe } from '../emulators/stripe/currencies.ts'
import { copyOfTemplate } from '../world/database.ts'
import { emulatorAt, openStripe, stripeUnderTest } from '../world/stripe.ts'

let db: Db
beforeAll(async () => {
  db = openDb(await copyOfTemplate(), { role: 'florin_app' })
})
afterAll(() => db.close())

/** 5000 of it is held, 4000 captured, 1000 refunded and 500 charged back, in amounts that both sides can count. */
const [held, captured, refunded, disputed] = ['5000', '4000', '1000', '500'] as const
const of = (text: string, currency: Currency): Money => parseMoney(text, currency)!
/** In the unit of the emulator, which has a table of its own. */
const wire = (text: string, decimals: number | undefined): number => Number(text) * 10 ** decimals!

async function disputesOf(acquirer: Acquirer): Promise<readonly DisputeEvent[]> {
  return (await acquirer.disputesSince(undefined)).events
}

async function settledBy(acquirer: Acquirer): Promise<SettlementEntry[]> {
  const entries: SettlementEntry[] = []
  for (let place: string | undefined; ; ) {
    const page = await acquirer.settlementsSince(place)
    if (page.entries.length === 0) return entries
    entries.push(...page.entries)
    place = page.place
  }
}

const grossOf = (entries: readonly SettlementEntry[], kind: SettlementEntry['kind']) =>
  entries.filter((one) => one.kind === kind).map(({ gross }) => gross)

const noSettings = { lineItems: false, mitExemption: false, networkTokens: false, descriptorSuffix: false }
/** What a connector says it takes, and its unit, against the table of the emulator. */
const tables = [
  {
    processor: 'Stripe',
    units: stripeUnits as WireUnits<string>,
    capabilities: stripeCapabilities(noSettings),
    decimalsOf: (currency: string) => decimalsOfStripe(currency.toLowerCase()),
    /** By its page: the last digits of what is sent are 0. */
    zerosOf: (currency: string) => ({ ISK: 2, UGX: 2, BHD: 1, JOD: 1, KWD: 1, OMR: 1, TND: 1 })[currency] ?? 0,
  },
  {
    processor: 'Adyen',
    units: adyenUnits as WireUnits<string>,
    capabilities: adyenCapabilities,
    decimalsOf: decimalsOfAdyen,
    zerosOf: () => 0,
  },
]

describe.each(tables)('the table of $processor', ({ units, capabilities, decimalsOf, zerosOf }) => {
  test('has the currencies of the emulator, and every one that merchants are paid in', () => {
    expect([...units.currencies].toSorted()).toEqual(
      isoCurrencies.filter((code) => decimalsOf(code) !== undefined).toSorted(),
    )
    for (const currency of merchantCurrencies)
      expect(exclusionBy(capabilities, { currency, minor: 10_000n })).toBeUndefined()
  })

  test.each(isoCurrencies)('%s is counted alike in requests and in answers, or by no route', (currency) => {
    const decimals = decimalsOf(currency)
    // From one minor unit to a thousand: some are a fraction of what the processor counts.
    for (const minor of [1n, 10n, 50n, 100n, 1_234n, 1_230n, 1_200n, 1_000n, 15_000_050n, 15_000_000n]) {
      const [whole, part = ''] = formatMoney({ minor, currency }).split('.')
      const isUnit = decimals !== undefined && /^0*$/.test(part.slice(Math.max(decimals - zerosOf(currency), 0)))
      expect(units.fits({ minor, currency })).toBe(isUnit)
      const { minMinor } = amountsOf(capabilities, currency)
      const isTaken = exclusionBy(capabilities, { currency, minor }) === undefined
      expect(isTaken).toBe(isUnit && minor >= minMinor)
      if (!isUnit) {
        expect(() => units.write({ minor, currency })).toThrow(TypeError)
        continue
      }
      const sent = String(BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals)))
      const wire = units.write({ minor, currency })
      expect(String(wire)).toBe(sent)
      expect(writeJson({ wire })).toBe(`{"wire":${sent}}`)
      expect(units.read(currency, wire)).toEqual({ minor, currency })
      expect(units.read(currency, units.received.parse(new NumberText(`-${sent}`)))).toEqual({
        minor: -minor,
        currency,
      })
    }
  })
})

test('the largest amount has twelve digits as Stripe counts them', () => {
  const largest = (currency: Currency) => amountsOf(tables[0]!.capabilities, currency).maxMinor
  expect(largest('EUR')).toBe(999_999_999_999n)
  expect(largest('IDR')).toBe(999_999_999_999n)
  expect(largest('MGA')).toBe(99_999_999_999_900n)
  expect(largest('ISK')).toBe(9_999_999_999n)
  expect(largest('KWD')).toBe(999_999_999_990n)
})

test('our minor units are no amounts of a processor, nor the other way round', () => {
  const minor = 500n
  // @ts-expect-error: our minor units in a request
  captureParams({ key: 'k', settings: noSettings, amount: minor })
  // @ts-expect-error: a number of the wire as money
  const taken: Money = money(stripeUnits.write({ minor, currency: 'EUR' }), 'EUR')
  // @ts-expect-error: an amount of another processor
  const other: FormValue = adyenUnits.write({ minor, currency: 'EUR' })
  // @ts-expect-error: our minor units in a form
  const form: FormValue = minor
  // @ts-expect-error: our minor units in a body
  const body: AdyenBody = { amount: { currency: 'EUR', value: minor } }
  expect([taken, other, form, body]).toHaveLength(4)
})

describe('Stripe counts as its page of currencies says', () => {
  test.each<Currency>(['EUR', 'JPY', 'ISK', 'UGX', 'MGA', 'HUF', 'KWD', 'IDR'])('%s', async (currency) => {
    const clock = clockInHand()
    const emulator = await emulatorAt(clock)
    const connection = openStripe({ db, clock, url: emulator.url, connector: `stripe-${currency.toLowerCase()}` })
    const shop = counter({ ...stripeUnderTest(emulator, connection.acquirer), currency })
    const sent = (text: string) => wire(text, decimalsOfStripe(currency.toLowerCase()))
    const { requested, result } = await shop.authorize('auth', of(held, currency).minor)
    expect(result.outcome).toBe('approved')
    expect(emulator.intentFor(requested.key).amount).toBe(sent(held))
    expect((await shop.capture(requested, of(captured, currency).minor)).outcome).toBe('done')
    expect((await shop.refund(requested, of(refunded, currency).minor)).outcome).toBe('done')
    expect([...emulator.state.charges.values()]).toMatchObject([
      { amount: sent(held), captured: sent(captured), refunded: sent(refunded) },
    ])
    emulator.dispute(requested.key, sent(disputed))
    expect(await disputesOf(connection.acquirer)).toMatchObject([{ kind: 'opened', amount: of(disputed, currency) }])
    clock.pass({ hours: 72 })
    emulator.payOut()
    const entries = await settledBy(connection.acquirer)
    expect(grossOf(entries, 'capture')).toEqual([of(captured, currency)])
    expect(grossOf(entries, 'refund')).toEqual([{ minor: -of(refunded, currency).minor, currency }])
    expect(grossOf(entries, 'chargeback')).toEqual([{ minor: -of(disputed, currency).minor, currency }])
    expect(entries.reduce((sum, { gross, fee }) => sum + gross.minor - fee.minor, 0n)).toBe(0n)
    // What was captured is refunded as a whole, which is compared with what Stripe has received.
    const sale = await shop.authorize('sale', of(held, currency).minor)
    expect((await shop.reverse(sale.requested, of(held, currency).minor)).outcome).toBe('done')
    expect(emulator.state.refunds.values().toArray().at(-1)).toMatchObject({ amount: sent(held) })
    await connection.close()
    await emulator.close()
  })
})

describe('Adyen counts as its page of currency codes says', () => {
  test.each<Currency>(['EUR', 'JPY', 'ISK', 'CLP', 'CVE', 'IDR', 'KWD'])('%s', async (currency) => {
    const underTest = await openAdyenUnderTest(db, clockInHand())
    const { emulator, acquirer, settle, clock } = underTest
    const shop = counter({ ...conformant(underTest), currency })
    const sent = (text: string) => wire(text, decimalsOfAdyen(currency))
    const { requested, result } = await shop.authorize('auth', of(held, currency).minor)
    expect(result.outcome).toBe('approved')
    await shop.capture(requested, of(captured, currency).minor)
    await shop.refund(requested, of(refunded, currency).minor)
    expect(emulator.state.payments.values().toArray()).toMatchObject([
      { amount: { value: sent(held) }, captured: sent(captured), refunded: sent(refunded) },
    ])
    emulator.chargeBack(requested.key, sent(disputed))
    await settle()
    expect(await disputesOf(acquirer)).toMatchObject([{ kind: 'opened', amount: of(disputed, currency) }])
    // The answer to this one is lost: its webhook says what came of it.
    for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'failedAfter')
    const lost = shop.request('sale', of(held, currency).minor)
    await expect(acquirer.authorize(lost)).rejects.toThrow()
    expect((await settle()).find(({ key }) => key === lost.key)).toMatchObject({ result: { outcome: 'approved' } })
    clock.pass({ hours: 24 })
    emulator.closeBatch()
    await settle()
    const entries = await settledBy(acquirer)
    expect(grossOf(entries, 'capture').toSorted((a, b) => Number(a.minor - b.minor))).toEqual(
      [captured, held].map((text) => of(text, currency)),
    )
    expect(grossOf(entries, 'refund')).toEqual([{ minor: -of(refunded, currency).minor, currency }])
    await emulator[Symbol.asyncDispose]()
  })
})

test('what a processor cannot count is declined before anything is sent, also when it follows a payment', async () => {
  const clock = clockInHand()
  const emulator = await emulatorAt(clock)
  const connection = openStripe({ db, clock, url: emulator.url, connector: 'stripe-fractions' })
  const shop = counter({ ...stripeUnderTest(emulator, connection.acquirer), currency: 'KWD' })
  expect((await shop.authorize('sale', 1_234n)).result).toMatchObject({ outcome: 'declined' })
  const { requested } = await shop.authorize('auth', 1_230n)
  const before = emulator.seen.length
  expect((await shop.capture(requested, 1_229n)).outcome).toBe('declined')
  expect(emulator.seen).toHaveLength(before)
  await shop.capture(requested, 1_230n)
  expect((await shop.refund(requested, 1n)).outcome).toBe('declined')
  await connection.close()
  await emulator.close()

  const adyen = await openAdyenUnderTest(db, clock)
  const indonesian = counter({ ...conformant(adyen), currency: 'IDR' })
  expect((await indonesian.authorize('sale', 15_000_050n)).result).toMatchObject({ outcome: 'declined' })
  const held = await indonesian.authorize('auth', 15_000_000n)
  expect((await indonesian.capture(held.requested, 14_999_950n)).outcome).toBe('declined')
  expect(adyen.emulator.exchanges.map(({ path }) => path)).toEqual(['/v72/payments'])
  await adyen.emulator[Symbol.asyncDispose]()
})
