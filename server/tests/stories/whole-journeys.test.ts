import { expect, onTestFinished, test } from 'vitest'
import { completeChallenge, type Payment } from '#acquiring/payments'
import { importSettlements, listBreaks, listReports } from '#acquiring/reconciliation'
import { findCard } from '#acquiring/shoppers'
import type { Connection } from '#connectors/acquirer/processor.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import type { App } from '../../src/app/compose.ts'
import { typedCard } from '../emulators/adyen/adyen-under-test.ts'
import { openAdyenWorld } from '../world/adyen.ts'
import { emulateHost } from '../world/iso8583-host/emulated-host.ts'
import { macKey, openProcess, type Process, profileFor } from '../world/iso8583-host/host-under-test.ts'
import { fixtureOf, type PaymentsFixture } from '../world/payments-fixture.ts'
import { openStripeWorld } from '../world/stripe.ts'
import { createWorld } from '../world/world.ts'

/** What a customer of a bakery does in a month, at one processor after the other. */

type Fixture = Omit<PaymentsFixture, 'second'>
const page = { page: 1, size: 50 }

/** The merchant charges the card that this payment has stored, naming the network's id of it. */
async function renews(fixture: Fixture, app: App, first: Payment): Promise<Payment> {
  const card = (await findCard(app.db, first.shopperId, first.cardId!))!
  expect(card.networkTransactionId).toBe(first.networkTransactionId)
  const ordered = { ...(await fixture.order()), shopperId: first.shopperId }
  const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: card.networkTransactionId! } as const
  return fixture.tries(ordered, { initiator, source: 're-bill', card: { from: 'stored', card } })
}

test('Stripe: 3-D Secure, a stored card, a part captured, a part refunded, a renewal whose answer is lost, a dispute, and the payout agrees', async () => {
  await using fixture = await openStripeWorld()
  const { world, emulator, site } = fixture
  const challenged = await fixture.pays({
    ...{ kind: 'auth', amount: '50.00', pan: '4000002500003155' },
    ...{ atBrowser: true, save: true },
  })
  expect(challenged).toMatchObject({ status: 'challenging', connector: 'stripe' })
  const response = await emulator.atTheBank(challenged.challenge!.url, 'pass')
  const first = await completeChallenge(world.app, { siteId: site.id, paymentId: challenged.id, response })
  expect(first).toMatchObject({ status: 'authorized', threeDSecure: 'challenged' })
  await fixture.captures(first, '40.00')

  emulator.faults.plan(/\/confirm$/, 'closeAfter')
  const renewal = await renews(fixture, world.app, first)
  expect(renewal.status).toBe('uncertain')
  await world.pass({ minutes: 5 })
  expect(await fixture.now(renewal)).toMatchObject({ status: 'captured' })
  await world.pass({ hours: 24 })
  await fixture.reverses(first, '12.50')
  emulator.dispute(renewal.key, 1000, 'product_not_received')
  await world.pass({ hours: 72 })
  expect((await fixture.now(renewal)).status).toBe('disputed')
  emulator.payOut()
  await world.pass({ hours: 2 })
  expect((await listReports(world.app.db, page)).data).toMatchObject([{ connector: 'stripe', isWhole: true }])
  expect((await listBreaks(world.app.db, {}, page)).data).toEqual([])
})

test('Adyen: the same, with its webhooks, and the settlement report agrees', async () => {
  await using adyen = await openAdyenWorld()
  const { world, emulator, app, fixture, site } = adyen
  const challenged = await adyen.pays({
    ...{ kind: 'auth', amount: '50.00', pan: '4212345678901237' },
    ...{ atBrowser: true, save: true },
  })
  expect(challenged).toMatchObject({ status: 'challenging', connector: 'main' })
  const response = await emulator.passThroughBank(challenged.challenge!.url, 'password')
  const first = await completeChallenge(app, { siteId: site.id, paymentId: challenged.id, response })
  expect(first).toMatchObject({ status: 'authorized', threeDSecure: 'challenged' })
  await fixture.captures(first, '40.00')
  await adyen.settle()

  for (let tries = 0; tries < 3; tries++) emulator.fault(/payments$/, 'closedAfter')
  const renewal = await renews(fixture, app, first)
  expect(renewal.status).toBe('uncertain')
  await adyen.settle()
  expect(await fixture.now(renewal)).toMatchObject({ status: 'captured' })
  const refund = await fixture.reverses(first, '12.50')
  emulator.chargeBack(renewal.key, 1000)
  await adyen.settle()
  world.clock.pass({ hours: 2 })
  await adyen.settle()
  expect([(await fixture.now(refund)).status, (await fixture.now(renewal)).status]).toEqual(['refunded', 'disputed'])
  expect(emulator.exchanges.find(({ body }) => body.reference === renewal.key)?.body.additionalData).toMatchObject({
    networkTxReference: first.networkTransactionId,
  })
  emulator.closeBatch()
  await adyen.settle()
  while ((await importSettlements(app)) === 'more') {}
  expect((await listReports(app.db, page)).data).toMatchObject([{ connector: 'main', isWhole: true }])
  expect((await listBreaks(app.db, {}, page)).data).toEqual([])
})

test('a host of ISO 8583: a stored card, a part captured, a part refunded, a renewal whose answer is lost, and its ledger agrees', async () => {
  const host = await emulateHost({ macKey: Buffer.from(macKey, 'hex') })
  const { session } = JSON.parse(profileFor([host]))
  const profile = profileFor([host], { session: { ...session, respondWithinSeconds: 1 } })
  let process: Process | undefined
  const world = await createWorld({
    acquirer: ({ db, clock }) => {
      process = openProcess(db, { profile, macKey }, { clock, connector: 'sandbox' })
      return process.acquirer
    },
  })
  const jobs: Connection['jobs'] = process!.jobs
  onTestFinished(async () => {
    await process!.close()
    const { differences } = await world.verify()
    await world[Symbol.asyncDispose]()
    await host.close()
    expect(differences).toEqual([])
  })
  const passes = async (minutes: number) => {
    world.clock.pass({ minutes })
    await runDueWorkUntilIdle(jobs, silentLog)
    await world.runUntilIdle()
  }
  const { site } = await world.merchant()
  const fixture = fixtureOf(world, undefined as never, undefined as never, site)
  const card = { from: 'typed', brand: 'visa', details: typedCard('4111111111111111'), store: true } as const
  const first = await fixture.pays({ kind: 'auth', amount: '50.00', save: true, card })
  expect(first.status).toBe('authorized')
  await fixture.captures(first, '40.00')
  host.next('0100', 'answer is lost')
  const renewal = await renews(fixture, world.app, first)
  for (let minute = 0; minute < 3; minute++) await passes(1)
  // What a host has not answered is reversed, and declined when that is confirmed.
  expect(await fixture.now(renewal)).toMatchObject({ status: 'failed', declineReason: 'provider_error' })
  expect(await renews(fixture, world.app, first)).toMatchObject({ status: 'captured' })
  const refund = await fixture.reverses(first, '12.50')
  await passes(1)
  expect((await fixture.now(refund)).status).toBe('refunded')
  expect(host.ledger).toMatchObject({ held: 0, captured: 5_000, refunded: 1_250, clashes: 0 })
})
