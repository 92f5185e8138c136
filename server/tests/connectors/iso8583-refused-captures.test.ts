import { expect, test } from 'vitest'
import { decideRefusedCapture, listRefusedCaptures } from '#acquiring/processors'
import type { RefusedCaptureDecision } from '#connectors/acquirer/processor.ts'
import { operator } from '../world/connected.ts'
import { openIso8583World } from '../world/iso8583.ts'

/** A host that approves sales and refuses their completions, and an operator who decides about each. */
async function openRefusingHost() {
  const at = await openIso8583World({ respondWithinSeconds: 1 })
  at.host.ledger.refusesCompletions = true
  const listed = () => listRefusedCaptures(at.app.processors, {})
  const sells = async () => {
    const payment = await at.fixture.pays({ kind: 'sale' })
    await expect.poll(async () => (await listed()).some(({ paymentId }) => paymentId === String(payment.id))).toBe(true)
    return payment
  }
  const decides = async (decision: RefusedCaptureDecision, id?: bigint) => {
    const named = { connection: 'host', id: id ?? (await listed())[0]!.id }
    return decideRefusedCapture(at.app.processors, { by: operator, decision, ...named })
  }
  const passes = async (span: Parameters<typeof at.world.clock.pass>[0]) => {
    at.world.clock.pass(span)
    await at.runUntilIdle()
  }
  const received = () => at.host.received.map(({ type, stan }) => [type, stan])
  return { at, host: at.host, listed, sells, decides, passes, received, end: () => at[Symbol.asyncDispose]() }
}

const audited = ({ world }: Awaited<ReturnType<typeof openIso8583World>>) =>
  world.query(`select action from directory.audit where action like 'refusedCapture%' order by id`)

test('a capture that is given up is reversed at the host, its refund is not sent, and the payment has failed', async () => {
  const { at, host, listed, sells, decides, passes, end } = await openRefusingHost()
  const payment = await sells()
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await listed()).toMatchObject([
    { paymentId: String(payment.id), code: '12', tries: 1, status: 'open', amount: { minor: 1000n } },
  ])
  await passes({ hours: 24 })
  const refund = await at.fixture.reverses(payment, '4.00')
  expect(refund.status).toBe('refunding')
  const before = host.received.filter(({ type }) => type.startsWith('022')).length
  expect((await listed())[0]!.tries).toBeGreaterThan(1)

  expect(await decides('giveUp')).toMatchObject({ status: 'givenUp', decidedAt: expect.anything() })
  await expect(decides('tryAgain')).rejects.toMatchObject({ code: 'refused_capture_decided' })
  await passes({ hours: 2 })
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captureFailed' })
  const followers = (await at.fixture.followersOf(payment)).map(({ type, status }) => [type, status])
  expect(followers.toSorted()).toEqual([
    ['capture-failure', 'captureFailed'],
    ['refund', 'failed'],
  ])
  expect(host.received.filter(({ type }) => type.startsWith('022'))).toHaveLength(before)
  expect(host.received.at(-1)).toMatchObject({ type: '0420' })
  expect(host.ledger).toMatchObject({ held: 0, captured: 0, refunded: 0, clashes: 0 })
  expect(await audited(at)).toEqual([{ action: 'refusedCaptureGivenUp' }])
  await expect(at.fixture.reverses(payment)).rejects.toMatchObject({ code: 'unexpected_payment_status' })
  await end()
})

test('a capture that is tried again has another number, keeps its place before a refund, and may be refused again', async () => {
  const { at, host, listed, sells, decides, passes, received, end } = await openRefusingHost()
  const payment = await sells()
  await passes({ hours: 24 })
  await at.fixture.reverses(payment, '4.00')
  await decides('tryAgain')
  await passes({ minutes: 1 })
  const [again, first] = await listed()
  expect([again, first]).toMatchObject([
    { status: 'open', code: '12' },
    { status: 'triedAgain', code: '12' },
  ])
  host.ledger.refusesCompletions = false
  await passes({ hours: 3 })
  expect((await listed())[0], 'a host that has refused a number repeats that').toMatchObject({ status: 'open' })
  await decides('tryAgain')
  await passes({ minutes: 1 })
  expect(await listed()).toMatchObject([{ status: 'triedAgain' }, { status: 'triedAgain' }])
  expect(
    received()
      .slice(-2)
      .map(([type]) => type),
  ).toEqual(['0220', '0220'])
  const completions = received()
    .slice(0, -1)
    .filter(([type]) => type!.startsWith('022'))
  expect(new Set(completions.map(([, stan]) => stan)).size).toBe(3)
  expect(host.ledger).toMatchObject({ held: 0, captured: 1000, refunded: 400, clashes: 0 })
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await audited(at)).toEqual([{ action: 'refusedCaptureTriedAgain' }, { action: 'refusedCaptureTriedAgain' }])
  await end()
})

test('while an answer is awaited nothing is decided: the host may take it, and then it is captured', async () => {
  const { at, host, listed, sells, decides, passes, end } = await openRefusingHost()
  host.ledger.refusesCompletions = false
  host.next('0220', 'refused')
  const payment = await sells()
  host.next('0220', 'answer is lost')
  await passes({ hours: 1 })
  expect(await listed()).toMatchObject([{ status: 'open', tries: 1 }])
  for (const decision of ['giveUp', 'tryAgain'] as const)
    await expect(decides(decision)).rejects.toMatchObject({ code: 'refused_capture_under_way' })
  await passes({ hours: 1 })
  expect(await listed()).toMatchObject([{ status: 'taken' }])
  await expect(decides('giveUp')).rejects.toMatchObject({ code: 'refused_capture_decided' })
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(host.ledger).toMatchObject({ held: 0, captured: 1000 })
  await end()
})

test('a decision and a repeat at the same moment: one of them counts, and the host and the books agree', async () => {
  const { at, host, listed, sells, decides, passes, end } = await openRefusingHost()
  const payments = [await sells(), await sells(), await sells()]
  const open = (await listed()).map(({ id }) => id)
  at.world.clock.pass({ hours: 1 })
  const outcomes = await Promise.allSettled([
    ...open.map((id) => decides('giveUp', id)),
    at.runUntilIdle(),
    ...open.map((id) => decides('giveUp', id)),
  ])
  const given = outcomes.filter(({ status }) => status === 'fulfilled').length - 1
  expect(given).toBeLessThanOrEqual(payments.length)
  for (const hours of [1, 2, 2]) await passes({ hours })
  for (const { id, status } of await listed()) if (status === 'open') await decides('giveUp', id)
  await passes({ minutes: 5 })
  for (const payment of payments) expect(await at.fixture.now(payment)).toMatchObject({ status: 'captureFailed' })
  expect(await audited(at)).toHaveLength(payments.length)
  expect(host.ledger).toMatchObject({ held: 0, captured: 0, clashes: 0 })
  await end()
})

test('a program that dies after a capture was given up leaves the rest to the next one', async () => {
  const { at, host, sells, decides, passes, end } = await openRefusingHost()
  const payment = await sells()
  await decides('giveUp')
  await at.dies()
  await passes({ minutes: 1 })
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captureFailed' })
  expect(host.ledger).toMatchObject({ held: 0, captured: 0 })
  await end()
})
