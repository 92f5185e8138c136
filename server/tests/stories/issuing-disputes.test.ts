import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setRate } from '#core/rates'
import { decideDispute } from '#issuing/chargebacks'
import type { DisputeId } from '#issuing/ids'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { longTest } from '../world/length.ts'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('disputes about payments with issued cards', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld({ environment: { FLORIN_SPENDING_VELOCITY: 'off' } })
    nordwind = await openPartner(world)
  })
  /** Whatever was disputed here, in any order, the books agree at the end. */
  afterAll(async () => {
    await world.runUntilIdle()
    await sealAll(world.app)
    expect((await world.verify()).differences).toEqual([])
    await world[Symbol.asyncDispose]()
  })

  const by = { actor: 'operator', fromWhere: 'test', reason: 'case 7' }
  const decides = (id: unknown, action: 'raise' | 'win' | 'lose', app = world.app) =>
    decideDispute(app, { id: id as DisputeId, action, by })
  const claim = { reason: 'notReceived', explanation: 'The bread never came.' }

  /** A holder of 100.00 whose payment of 40.00 was cleared. */
  async function paid(amount = '40.00') {
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const { transactionId } = await ana.clear(amount)
    const disputes = (body: Record<string, unknown> = {}, call = ana.call) =>
      call('POST', `/transactions/${transactionId}/disputes`, { body: { ...claim, ...body } })
    return { ana, transactionId, disputes }
  }
  const balanceOf = async (ana: Spender) => (await ana.funds()).balance
  const eventsOf = async () => {
    const { body } = await nordwind.asServer('GET', '/events?size=100')
    return (body.data as { eventType: string; data: Record<string, unknown> }[]).filter(({ eventType }) =>
      eventType.startsWith('dispute'),
    )
  }

  test('a payment that was cleared in two currencies is disputed in that of the card', async () => {
    for (const [quote, rate] of [
      ['USD', '1.25'],
      ['JPY', '100.00'],
    ] as const)
      await setRate(world.app, { by, base: 'EUR', quote, rate })
    const ana = await openSpender(world, nordwind, { funds: '100.00' })
    const sequence = { number: 2, of: 2 }
    const authorized = ana.authorization('20.00 USD')
    await ana.send(authorized)
    const original = { key: authorized.key }
    await ana.clear('10.00 USD', { original, sequence: { number: 1, of: 2 } })
    const cleared = await ana.clear('1000 JPY', { original, sequence })
    const { body } = await ana.call('POST', `/transactions/${cleared.transactionId}/disputes`, { body: claim })
    const { amount } = body as { amount: string }
    await decides(body.id, 'raise')
    expect(
      await world.query(`select owed_minor, network_minor, network_currency from chargebacks.transitions
        where dispute_id = '${body.id}' and action = 'raise'`),
    ).toMatchObject([{ network_minor: null, network_currency: null }])
    expect(amount).toBe((await ana.transaction(cleared.transactionId)).amount)
  })

  test('a payment is disputed, credited when it is charged back, and the credit is final when it is won', async () => {
    const { ana, transactionId, disputes } = await paid()
    const { status, body } = await disputes()
    expect([status, body]).toMatchObject([
      201,
      { transactionId, accountId: ana.accountId, status: 'submitted', amount: '40.00', currency: 'EUR', ...claim },
    ])
    expect(await balanceOf(ana)).toBe('60.00')

    expect(await decides(body.id, 'raise')).toMatchObject({ status: 'chargedBack' })
    expect(await balanceOf(ana)).toBe('100.00')
    expect(await decides(body.id, 'win')).toMatchObject({ status: 'won' })

    expect(await balanceOf(ana)).toBe('100.00')
    const seen = (await ana.call('GET', `/disputes/${body.id}`)).body
    expect(seen.status).toBe('won')
    expect((seen.history as { status: string }[]).map((one) => one.status)).toEqual(['submitted', 'chargedBack', 'won'])
    const list = (await ana.call('GET', `/transactions/${transactionId}/disputes`)).body
    expect(list).toMatchObject({ data: [{ id: body.id, status: 'won' }], page: 1, total: 1 })
    const { id: disputeId } = body
    expect((await eventsOf()).slice(-3).map(({ eventType, data }) => [eventType, data])).toEqual([
      ['disputeCreated', { disputeId, transactionId }],
      ['disputeUpdated', { disputeId, transactionId, status: 'chargedBack' }],
      ['disputeUpdated', { disputeId, transactionId, status: 'won' }],
    ])
    const day = world.clock.now().toString().slice(0, 10)
    const { movements } = (await ana.call('GET', `/accounts/${ana.accountId}/statement?from=${day}&to=${day}`)).body
    expect((movements as Record<string, string>[]).at(-1)).toMatchObject({
      kind: 'refund',
      description: 'Disputed payment, credited until it is decided',
      amount: '40.00',
      balance: '100.00',
    })
  })

  test('a dispute that is lost ends the credit; what was spent of it is owed, and the next money pays it', async () => {
    const { ana, disputes } = await paid()
    const { body } = await disputes()
    await decides(body.id, 'raise')
    await ana.clear('90.00')
    await decides(body.id, 'lose')
    expect(await ana.funds()).toEqual({ balance: '-30.00', held: '0.00', available: '0.00' })
    await ana.refund('50.00')
    expect(await balanceOf(ana)).toBe('20.00')
  })

  test('a credit pays a debt first, and what is held for other payments stays held when it ends', async () => {
    const ana = await openSpender(world, nordwind, { funds: '10.00' })
    const { transactionId } = await ana.clear('40.00')
    const { body } = await ana.call('POST', `/transactions/${transactionId}/disputes`, { body: claim })
    await decides(body.id, 'raise')
    expect(await balanceOf(ana)).toBe('10.00')
    await ana.authorize('8.00')
    await decides(body.id, 'lose')
    expect(await ana.funds()).toEqual({ balance: '-30.00', held: '8.00', available: '0.00' })
    const [kept] = await world.query(`select minor::int from ledger.guarded_balances
      where account = 'holder:${ana.accountId}:available' and currency = 'EUR'`)
    expect(kept).toEqual({ minor: 8_00 })
  })

  test('a dispute is not raised for what was refunded meanwhile', async () => {
    const ana = await openSpender(world, nordwind)
    const reference = { acquirerId: '400001', networkTransactionId: 'MCC-refunded' }
    const { transactionId } = await ana.clear('40.00', { reference })
    const { body } = await ana.call('POST', `/transactions/${transactionId}/disputes`, { body: claim })
    await ana.refund('0.01', { reference })
    await expect(decides(body.id, 'raise')).rejects.toMatchObject({ code: 'dispute_exceeds_transaction' })
    await ana.call('POST', `/disputes/${body.id}/cancel`)
    const rest = await ana.call('POST', `/transactions/${transactionId}/disputes`, { body: claim })
    expect(rest.body).toMatchObject({ amount: '39.99' })
  })

  test('of a payment in another currency the network owes its own part, and the markup goes back with it', async () => {
    world.clock.pass({ minutes: 1 })
    await setRate(world.app, { by, base: 'EUR', quote: 'USD', rate: '1.25' })
    const { ana, disputes } = await paid('50.00 USD')
    const { body } = await disputes({ amount: '10.00' })
    const payable = async () =>
      (
        await world.query(`select currency, sum(minor)::int as minor from ledger.lines
          where account = 'network:payable' and currency = 'USD' group by currency`)
      )[0]!.minor as number
    const before = await payable()
    await decides(body.id, 'raise')
    expect((await payable()) - before).toBe(1_250)
    expect(await balanceOf(ana)).toBe('70.00')
    await decides(body.id, 'lose')
    expect(await payable()).toBe(before)
  })

  test('what cannot be disputed is refused with what can be', async () => {
    const { ana, transactionId, disputes } = await paid()
    const refused = async (reply: ReturnType<typeof disputes>) => {
      const { status, body } = await reply
      return [status, body.reason]
    }
    const at = (id: string | undefined) => `/transactions/${id}/disputes`
    expect(await refused(disputes({ amount: '40.01' }))).toEqual([400, 'dispute_exceeds_transaction'])
    expect(await refused(disputes({ amount: '1.005' }))).toEqual([400, 'invalid_dispute_amount'])
    expect(await refused(disputes({ amount: '0.00' }))).toEqual([400, 'invalid_dispute_amount'])
    expect((await disputes({ reason: 'regret' })).status).toBe(400)
    expect((await disputes({ explanation: '' })).status).toBe(400)
    const ben = await openSpender(world, nordwind)
    expect(await refused(disputes({}, ben.call))).toEqual([404, 'transaction_not_found'])
    const pending = await ana.authorize('5.00')
    const salary = (await ana.transactions('?type=refund')).data[0]!.id as string
    for (const id of [pending.transactionId, salary])
      expect(await refused(ana.call('POST', at(id), { body: claim }))).toEqual([409, 'transaction_not_disputable'])

    await ana.refund('15.00', { original: { networkTransactionId: 'none' }, reference: { acquirerId: '400001' } })
    const { body } = await disputes({ amount: '30.00' })
    expect(await refused(disputes())).toEqual([409, 'dispute_open'])
    expect(await refused(ben.call('GET', `/disputes/${body.id}`))).toEqual([404, 'dispute_not_found'])
    expect(await refused(ben.call('POST', `/disputes/${body.id}/cancel`))).toEqual([404, 'dispute_not_found'])
    expect((await ana.call('POST', `/disputes/${body.id}/cancel`)).body).toMatchObject({ status: 'cancelled' })
    const again = await ana.call('POST', `/disputes/${body.id}/cancel`)
    expect([again.status, again.body]).toMatchObject([409, { reason: 'dispute_decided', allowed: [] }])
    await expect(decides(body.id, 'raise')).rejects.toMatchObject({ code: 'dispute_decided' })

    const second = (await disputes({ amount: '30.00' })).body
    await decides(second.id, 'raise')
    const late = await ana.call('POST', `/disputes/${second.id}/cancel`)
    expect([late.status, late.body]).toMatchObject([409, { allowed: ['win', 'lose', 'withdraw'] }])
    await decides(second.id, 'win')
    expect(await refused(disputes({ amount: '10.01' }))).toEqual([400, 'dispute_exceeds_transaction'])
    const third = (await disputes()).body
    expect(third).toMatchObject({ amount: '10.00' })
    await decides(third.id, 'raise')
    await decides(third.id, 'win')
    expect(await refused(disputes())).toEqual([409, 'nothing_to_dispute'])
    expect((await ana.call('GET', at(transactionId))).body.total).toBe(3)
  })

  test('a payment can be disputed for 120 days after it was settled', async () => {
    const { ana, disputes } = await paid()
    const later = async () => {
      const login = await nordwind.asServer('POST', '/auth/login/partner', { body: { customerId: ana.customerId } })
      return disputes({}, nordwind.withToken(login.body.accessToken as string))
    }
    world.clock.pass({ hours: 24 * 120 })
    const inTime = await later()
    expect(inTime.status).toBe(201)
    await decides(inTime.body.id, 'lose')
    world.clock.pass({ seconds: 1 })
    expect(await later()).toMatchObject({ status: 409, body: { reason: 'dispute_too_late' } })
  })

  test('an account with a dispute that is not decided stays open, and a closed one takes no dispute', async () => {
    const { ana, disputes } = await paid('100.00')
    const { body } = await disputes()
    const closes = () => ana.call('POST', `/accounts/${ana.accountId}/close`)
    expect(await closes()).toMatchObject({ status: 409, body: { reason: 'account_has_disputes' } })
    await ana.call('POST', `/disputes/${body.id}/cancel`)
    await ana.post(ana.issued, '/close')
    expect((await closes()).body).toMatchObject({ status: 'closed' })
    expect(await disputes()).toMatchObject({ status: 409, body: { reason: 'disputed_account_closed' } })
  })
})

test('a payment that our own connector does not know is not raised', async () => {
  await using world = await createWorld()
  const ana = await openSpender(world, await openPartner(world))
  const { transactionId } = await ana.clear('10.00', { reference: { acquirerId: 'FLORINONUS' } })
  const body = { reason: 'notReceived', explanation: 'The bread never came.' }
  const { id } = (await ana.call('POST', `/transactions/${transactionId}/disputes`, { body })).body
  const decides = (action: 'raise' | 'lose') =>
    decideDispute(world.app, { id: id as DisputeId, action, by: { actor: 'operator', fromWhere: 'test' } })
  await expect(decides('raise')).rejects.toMatchObject({ code: 'dispute_on_us' })
  expect(await decides('lose')).toMatchObject({ status: 'lost' })
  expect(await ana.funds()).toMatchObject({ balance: '990.00' })
})

// In small: staff file a dispute for a customer, and those of the operator record what the network decides
longTest('an operator lists, reads and decides disputes on the command line', async () => {
  await using world = await createWorld({ ownTime: true })
  const partner = await openPartner(world)
  const ana = await openSpender(world, partner)
  const { transactionId } = await ana.clear('40.00')
  const body = { reason: 'fraud', explanation: 'It was not me.' }
  const { id } = (await ana.call('POST', `/transactions/${transactionId}/disputes`, { body })).body
  const { prints } = openCommandLine(world)

  expect(await prints('card-dispute list --status submitted')).toMatch(
    new RegExp(`${id} +cust_\\w+ +fraud +40\\.00 EUR +submitted`),
  )
  expect(await prints(`card-dispute raise ${id}`)).toBe(`Dispute ${id} about 40.00 EUR is chargedBack.`)
  expect(await prints(`card-dispute raise ${id}`)).toContain('The dispute is chargedBack')
  expect(await prints(`card-dispute lose ${id}`)).toContain('is lost.')
  const shown = await prints(`card-dispute show ${id}`)
  expect(shown).toContain(`fraud, 40.00 EUR of transaction ${transactionId}, lost.\nIt was not me.`)
  expect(shown).toMatch(/submitted +holder[\s\S]+chargedBack +operator[\s\S]+lost +operator/)
  expect(await prints(`card-dispute list --partner ${partner.partner.id}`)).toContain('1 of 1')
  expect(await prints('card-dispute win nothing')).toContain('disputeId is a UUID')
  expect(await prints(`card-dispute win ${ana.accountId}`)).toContain(`There is no dispute ${ana.accountId}.`)
  expect(await prints(`card-dispute show ${ana.accountId}`)).toContain('florin card-dispute list')
  const audited = await world.query(
    `select actor, action from directory.audit where subject_type = 'cardDispute' order by id`,
  )
  expect(audited).toEqual([
    { actor: 'operator', action: 'cardDisputeRaised' },
    { actor: 'operator', action: 'cardDisputeLost' },
  ])
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})
