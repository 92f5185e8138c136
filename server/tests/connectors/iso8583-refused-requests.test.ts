import { expect, test } from 'vitest'
import { giveUpPayment } from '#acquiring/payments'
import { decideRefusedRequest, disableConnection, listRefusedRequests } from '#acquiring/processors'
import type { RefusedRequestDecision } from '#connectors/acquirer/processor.ts'
import { operator } from '../world/connected.ts'
import { openIso8583World } from '../world/iso8583.ts'

/** A host that approves sales and refuses their completions, and an operator who decides about each. */
async function openRefusingHost() {
  const at = await openIso8583World({ respondWithinSeconds: 1 })
  at.host.ledger.refusesCompletions = true
  const listed = () => listRefusedRequests(at.app.processors, {})
  const sells = async () => {
    const payment = await at.fixture.pays({ kind: 'sale' })
    await expect.poll(async () => (await listed()).some(({ paymentId }) => paymentId === String(payment.id))).toBe(true)
    return payment
  }
  const decides = async (decision: RefusedRequestDecision, id?: bigint) => {
    const named = { connection: 'host', id: id ?? (await listed())[0]!.id }
    return decideRefusedRequest(at.app.processors, { by: operator, decision, ...named })
  }
  const passes = async (span: Parameters<typeof at.world.clock.pass>[0]) => {
    at.world.clock.pass(span)
    await at.runUntilIdle()
  }
  const received = () => at.host.received.map(({ type, stan }) => [type, stan])
  return { at, host: at.host, listed, sells, decides, passes, received, end: () => at[Symbol.asyncDispose]() }
}

const audited = ({ world }: Awaited<ReturnType<typeof openIso8583World>>) =>
  world.query(`select action from directory.audit where action like 'refused%' order by id`)

/** Whether all messages that wait are looked after at one time. */
async function dueTogether({ world }: Awaited<ReturnType<typeof openIso8583World>>): Promise<boolean> {
  const [row] = await world.query(
    `select count(*) = 2 and count(distinct due_at) = 1 as together from isohost.messages where status = 'open'`,
  )
  return row!.together as boolean
}

test('a capture that is given up is reversed at the host, its refund is not sent, and the payment has failed', async () => {
  const { at, host, listed, sells, decides, passes, end } = await openRefusingHost()
  const payment = await sells()
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captured' })
  expect(await listed()).toMatchObject([
    { paymentId: String(payment.id), code: '12', tries: 1, status: 'open', amount: { minor: 1000n } },
  ])
  await passes({ hours: 24 })
  expect((await listed())[0]!.tries).toBe(2)
  const refund = await at.fixture.reverses(payment, '4.00')
  expect(refund.status).toBe('refunding')
  await passes({ minutes: 1 })
  expect((await listed())[0]!.tries, 'a refund behind it does not hasten it').toBe(2)
  expect(await dueTogether(at)).toBe(true)
  const before = host.received.filter(({ type }) => type.startsWith('022')).length

  expect(await decides('giveUp')).toMatchObject({ status: 'givenUp', decidedAt: expect.anything() })
  await expect(decides('tryAgain')).rejects.toMatchObject({ code: 'refused_request_decided' })
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
    await expect(decides(decision)).rejects.toMatchObject({ code: 'refused_request_under_way' })
  await passes({ hours: 1 })
  expect(await listed()).toMatchObject([{ status: 'taken' }])
  await expect(decides('giveUp')).rejects.toMatchObject({ code: 'refused_request_decided' })
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

/** A payment whose answer is lost, at a host that refuses to reverse it. */
async function openUnanswered() {
  const opened = await openRefusingHost()
  const { at, host, listed } = opened
  host.ledger.refusesReversals = true
  host.next('0100', 'answer is lost')
  const payment = await at.fixture.pays({ kind: 'sale' })
  expect(payment.status).toBe('uncertain')
  expect(await listed()).toMatchObject([{ request: 'reversal', paymentId: String(payment.id), code: '12', tries: 1 }])
  return { ...opened, payment, reversals: () => host.received.filter(({ type }) => type.startsWith('042')) }
}

test.each(['uncertain', 'reversing'] as const)(
  'a payment without an answer whose reversal is given up while it is %s is declined, and nothing more is sent',
  async (status) => {
    const { at, host, payment, decides, passes, reversals, listed, end } = await openUnanswered()
    await passes({ hours: 12 })
    const named = { by: operator, siteId: payment.siteId, paymentId: payment.id }
    if (status === 'reversing') await giveUpPayment(at.app, named)
    expect(await at.fixture.now(payment)).toMatchObject({ status })
    expect(await decides('giveUp')).toMatchObject({ status: 'givenUp', request: 'reversal' })
    const sent = reversals().length
    await passes({ minutes: 1 })
    expect(await at.fixture.now(payment)).toMatchObject({ status: 'failed' })
    await passes({ hours: 3 })
    expect(reversals()).toHaveLength(sent)
    expect(await audited(at)).toEqual([{ action: 'refusedReversalGivenUp' }])
    expect((await listed()).map((one) => one.status)).toEqual(['givenUp'])
    expect(host.ledger, 'what the host holds lapses by itself').toMatchObject({ held: 1000, captured: 0 })
    await end()
  },
)

test('a reversal that is tried again has another number, and declines its payment when the host takes it', async () => {
  const { at, host, payment, decides, passes, reversals, listed, end } = await openUnanswered()
  host.ledger.refusesReversals = false
  await passes({ hours: 1 })
  expect(await listed(), 'a host that has refused a number repeats that').toMatchObject([{ status: 'open', tries: 2 }])
  await decides('tryAgain')
  await passes({ minutes: 1 })
  expect(host.ledger).toMatchObject({ held: 0, captured: 0 })
  await passes({ hours: 1 })
  expect(new Set(reversals().map(({ stan }) => stan)).size).toBe(2)
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'failed' })
  await end()
})

test('what a disabled connection has refused is listed and can be given up, and nothing is sent to it', async () => {
  const { at, host, sells, decides, passes, listed, end } = await openRefusingHost()
  const payment = await sells()
  await disableConnection(at.app.processors, { by: operator, name: 'host' })
  await at.dies()
  expect(await listed()).toMatchObject([{ paymentId: String(payment.id), status: 'open', isEnabled: false }])
  await expect(decides('tryAgain')).rejects.toMatchObject({ code: 'connection_is_disabled' })
  const sent = host.received.length
  await decides('giveUp')
  await passes({ minutes: 1 })
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captureFailed' })
  expect(host.received).toHaveLength(sent)
  await end()
})

test('a capture that the host may have taken is listed as not known, and tried again under its own number', async () => {
  const at = await openIso8583World({ respondWithinSeconds: 1 })
  const { host } = at
  const posted = new Set<string>()
  const answer = host.ledger.answer.bind(host.ledger)
  // A host that posts each number once, and answers its repeat with what says nothing.
  host.ledger.answer = (message) => {
    if (!message[0]!.startsWith('022')) return answer(message)
    posted.add(message[11]!)
    return { 39: '00' }
  }
  const listed = () => listRefusedRequests(at.app.processors, {})
  host.next('0220', 'answer is lost')
  host.next('0220', 'unlisted')
  const payment = await at.fixture.pays({ kind: 'sale' })
  const passes = async (span: Parameters<typeof at.world.clock.pass>[0]) => {
    at.world.clock.pass(span)
    await at.runUntilIdle()
  }
  await expect
    .poll(
      async () => {
        await passes({ minutes: 1 })
        return listed()
      },
      { timeout: 10_000 },
    )
    .toMatchObject([{ status: 'open', isKnown: false, code: 'Z9' }])
  const [{ id } = { id: 0n }] = await listed()
  await decideRefusedRequest(at.app.processors, { by: operator, decision: 'tryAgain', connection: 'host', id })
  await passes({ minutes: 1 })
  expect(posted.size).toBe(1)
  expect(await listed()).toMatchObject([{ status: 'triedAgain' }])
  expect(await at.fixture.now(payment)).toMatchObject({ status: 'captured' })
  await at[Symbol.asyncDispose]()
})
