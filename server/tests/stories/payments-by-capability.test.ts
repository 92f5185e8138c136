import { expect, onTestFinished, test } from 'vitest'
import { disableConnection, enableConnection } from '#acquiring/processors'
import { findCard } from '#acquiring/shoppers'
import { memoryRecord } from '#connectors/acquirer/sandbox/index.ts'
import type { Currency } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { by } from '../world/author.ts'
import { openConnected, operator } from '../world/connected.ts'
import { longTest } from '../world/length.ts'
import {
  type FixtureLimits,
  fixtureOf,
  goodCard,
  openPaymentsFixture,
  type PaymentsFixture,
} from '../world/payments-fixture.ts'
import { openPeople } from '../world/staff.ts'

/** Rules that send payments to the second connector first, and then to the first. */
async function openAtSecond(limits: FixtureLimits) {
  const fixture = await openPaymentsFixture({}, limits)
  await fixture.world.app.routing.addRule({ by, rule: { priority: 10, connector: 'sandbox-2' } })
  return fixture
}

const asked = ({ acquirerProxy, second }: PaymentsFixture) => ({
  first: acquirerProxy.requests.length,
  second: second.acquirerProxy.requests.length,
})

const skippedOf = async (fixture: PaymentsFixture, more = '') => {
  const owner = await (await openPeople(fixture.world)).person()
  const { body } = await owner.call('GET', `/routing/try?siteId=${fixture.site.id}${more}`)
  return (body.data as { connector: string; skipped?: string }[]).map(({ connector, skipped }) => [connector, skipped])
}

test('a currency that a connector does not take goes to the next, and is refused by its field where none takes it', async () => {
  const onlyLei = { currencies: ['RON'] as readonly Currency[] }
  const fixture = await openAtSecond({ second: onlyLei })
  expect((await fixture.pays()).connector).toBe('sandbox')
  expect(await skippedOf(fixture)).toEqual([
    ['sandbox-2', 'currency'],
    ['sandbox', undefined],
  ])
  const none = await openPaymentsFixture({}, { sandbox: onlyLei, second: onlyLei })
  await expect(none.pays()).rejects.toMatchObject({ code: 'currency_not_supported', field: 'currency' })
  expect(asked(none)).toEqual({ first: 0, second: 0 })
})

// In small: a currency that a connector does not take goes to the next, and is refused by its field where none takes it
longTest('a merchant-initiated payment goes where its first payment was, if a connector asks for that', async () => {
  const fixture = await openAtSecond({ second: { merchantInitiated: 'own' } })
  const { world } = fixture
  const { app } = world
  const [rule] = await app.routing.rules()
  await app.routing.removeRule({ by, id: rule!.id })
  const ordered = await fixture.order()
  const first = await fixture.tries(ordered, { save: true })
  expect(first.connector).toBe('sandbox')
  await app.routing.addRule({ by, rule: { priority: 10, connector: 'sandbox-2' } })

  const card = (await findCard(app.db, ordered.shopperId, first.cardId!))!
  const bill = async () => {
    const again = await fixture.order()
    const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: card.networkTransactionId! } as const
    const mine = { ...again, shopperId: ordered.shopperId }
    return fixture.tries(mine, { initiator, source: 're-bill', card: { from: 'stored', card } })
  }
  expect(await bill()).toMatchObject({ status: 'captured', connector: 'sandbox' })
  expect(asked(fixture).second).toBe(0)
  expect(await skippedOf(fixture, '&firstPaymentBy=sandbox')).toEqual([
    ['sandbox-2', 'merchant_initiated'],
    ['sandbox', undefined],
  ])
})

// In small: a currency that a connector does not take goes to the next, and is refused by its field where none takes it
longTest(
  'where no connector takes a merchant-initiated payment it is declined unsent, and the log says why',
  async () => {
    const own = { merchantInitiated: 'own' } as const
    const fixture = await openPaymentsFixture({}, { sandbox: own, second: own })
    const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: 'FROM-ELSEWHERE' } as const
    const payment = await fixture.pays({ initiator })
    expect(payment).toMatchObject({ status: 'failed', declineReason: 'rejected_by_processor', connector: 'sandbox' })
    expect(asked(fixture)).toEqual({ first: 0, second: 0 })
    expect(fixture.world.logged.join('')).toContain('no connector takes this merchant-initiated payment')
  },
)

// In small: what a wallet returns pays an order, and all records say by which wallet
longTest('a number out of a wallet goes to a connector that takes its cryptogram', async () => {
  const fixture = await openAtSecond({ second: { walletTokens: false } })
  expect(await skippedOf(fixture, '&wallet=true')).toEqual([
    ['sandbox-2', 'wallet'],
    ['sandbox', undefined],
  ])
  expect((await fixture.pays()).connector).toBe('sandbox-2')
  const wallet = { type: 'applePay', cryptogram: new Secret('AgAAAAAAAIR8CQrXcIhbQAAAAAA='), eci: '05' } as const
  const number = { pan: new Secret(goodCard), cvv: undefined, expiryMonth: 12, expiryYear: 2034, holderName: 'Ada' }
  const paysByWallet = (where: typeof fixture, { cryptogram } = wallet as { cryptogram: Secret<string> | undefined }) =>
    where.pays({
      card: { from: 'typed', brand: 'visa', details: { ...number, wallet: { ...wallet, cryptogram } }, store: false },
    })
  expect((await paysByWallet(fixture)).connector).toBe('sandbox')
  // Without a cryptogram it is the number that is printed on the card.
  expect((await paysByWallet(fixture, { cryptogram: undefined })).connector).toBe('sandbox-2')
  const none = await openPaymentsFixture({}, { sandbox: { walletTokens: false }, second: { walletTokens: false } })
  await expect(paysByWallet(none)).rejects.toMatchObject({ code: 'wallet_not_supported' })
})

// In small: a payment whose answer was lost waits as long as its connection is disabled, and goes on when it is enabled
longTest('a connection that was disabled gets nothing more: its payments go on at the next', async () => {
  const { app, fixture, world } = await openConnected()
  expect((await fixture.pays()).connector).toBe('main')
  await disableConnection(world.app.processors, { by: operator, name: 'main' })
  app.connections.forget()
  await expect(fixture.pays({ amount: '11.00' })).rejects.toMatchObject({ code: 'payments_paused' })
  await app.routing.addRule({ by, rule: { priority: 10, connector: 'sandbox' } })
  expect((await fixture.pays({ amount: '12.00' })).connector).toBe('sandbox')
})

test('a payment whose answer was lost waits as long as its connection is disabled, and goes on when it is enabled', async () => {
  const { app, fixture, world, acquirer, runUntilIdle } = await openConnected()
  acquirer.next('authorize', 'response lost')
  const lost = await fixture.pays()
  const change = { by: operator, name: 'main' }
  await disableConnection(world.app.processors, change)
  app.connections.forget()
  // Longer than the inquiries without a response after which an authorization is reversed.
  for (let hour = 0; hour < 12; hour++) {
    world.clock.pass({ hours: 1 })
    await runUntilIdle()
  }
  expect(await fixture.now(lost)).toMatchObject({ status: 'uncertain', dueTries: 0 })
  expect(acquirer.requests.map(({ kind }) => kind)).toEqual(['authorize'])
  await enableConnection(world.app.processors, change)
  app.connections.forget()
  world.clock.pass({ minutes: 1 })
  await runUntilIdle()
  expect(await fixture.now(lost)).toMatchObject({ status: 'captured' })
})

test('a renewal waits for the disabled connection that took its first payment, also in a program that was started without it', async () => {
  const { app, fixture, world, start, acquirer } = await openConnected()
  const ordered = await fixture.order()
  const first = await fixture.tries(ordered, { save: true })
  const card = (await findCard(app.db, ordered.shopperId, first.cardId!))!
  await disableConnection(world.app.processors, { by: operator, name: 'main' })
  const started = await start()
  onTestFinished(started.close)
  const { connectors } = started.app
  const ownAlone: typeof connectors = {
    ...connectors,
    get: (id) => {
      const acquirer = connectors.get(id)
      return { ...acquirer, capabilities: { ...acquirer.capabilities, merchantInitiated: 'own' } }
    },
  }
  const without = fixtureOf(
    { ...world, app: { ...started.app, connectors: ownAlone } },
    acquirer,
    memoryRecord(),
    fixture.site,
  )
  const again = { ...(await without.order()), shopperId: ordered.shopperId }
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: card.networkTransactionId! } as const
  await expect(without.tries(again, { card: { from: 'stored', card }, initiator })).rejects.toMatchObject({
    code: 'payments_paused',
  })
  expect(await started.app.routing.enabledAmong(['main', 'sandbox'] as never)).toEqual(['sandbox'])
})
