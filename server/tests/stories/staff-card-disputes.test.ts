import { expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { exportAs, openPeople, type Person } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

const reason = 'The customer called: case 4711.'

test('staff file a dispute for a customer, and those of the operator record what the network decides', async () => {
  await using world = await createWorld()
  const [nordwind, other] = [await openPartner(world), await openPartner(world, 'Other Bank')]
  const ana = await openSpender(world, nordwind, { funds: '100.00' })
  const { transactionId } = await ana.clear('40.00')
  const people = await openPeople(world)
  const scopeOf = ({ partner }: typeof nordwind) => ({ kind: 'partner' as const, id: String(partner.id) })
  const finance = await people.person('finance')
  const [theirs, foreign] = [
    await people.person('finance', scopeOf(nordwind)),
    await people.person('finance', scopeOf(other)),
  ]
  const claim = { reason, transactionId, disputeReason: 'notReceived', explanation: 'The bread never came.' }
  const files = ({ call }: Person, body: object = {}, key?: string) =>
    call('POST', '/card-disputes', {
      body: { ...claim, ...body },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    })

  expect(await files(foreign)).toMatchObject({ status: 404, body: { reason: 'disputed_transaction_not_found' } })
  expect(await files(theirs, { amount: '40.01' })).toMatchObject({ status: 400, body: { field: 'amount' } })
  expect(await files(await people.person('support'))).toMatchObject({ status: 403 })
  const filed = await files(theirs, {}, 'case-4711')
  expect(filed).toMatchObject({
    status: 201,
    body: {
      transactionId,
      partnerId: String(nordwind.partner.id),
      customerId: ana.customerId,
      status: 'submitted',
      amount: '40.00',
      history: [{ status: 'submitted', action: 'submit', actor: `staff ${theirs.staff.id}`, note: reason }],
    },
  })
  expect((await files(theirs, {}, 'case-4711')).body).toEqual(filed.body)
  const { id } = filed.body
  expect((await ana.call('GET', `/disputes/${id}`)).body).toMatchObject({ id, status: 'submitted' })

  const listed = async ({ call }: Person, query = '') => (await call('GET', `/card-disputes${query}`)).body.total
  expect([await listed(finance), await listed(theirs), await listed(foreign)]).toEqual([1, 1, 0])
  const whose = `partnerId=${nordwind.partner.id}&customerId=${ana.customerId}`
  for (const filters of ['status=submitted', 'status=!won,lost', `${whose}&status=submitted&created=today`])
    expect([filters, await listed(finance, `?reason=notReceived&currency=EUR&${filters}`)]).toEqual([filters, 1])
  const none = ['status=won', 'reason=fraud', 'currency=RON', 'customerId=x', `partnerId=${other.partner.id}`]
  for (const filters of none) expect([filters, await listed(finance, `?${filters}`)]).toEqual([filters, 0])
  for (const [person, lines] of [
    [theirs, 2],
    [foreign, 1],
  ] as const)
    expect((await exportAs(world, person, 'card-disputes?status=submitted')).lines).toHaveLength(lines)
  expect(await foreign.call('GET', `/card-disputes/${id}`)).toMatchObject({
    status: 404,
    body: { reason: 'dispute_not_found' },
  })

  const decides = ({ call }: Person, action: string, key: string = crypto.randomUUID()) =>
    call('POST', `/card-disputes/${id}/${action}`, { body: { reason }, headers: { 'idempotency-key': key } })
  expect(await decides(theirs, 'raise')).toMatchObject({ status: 403, body: { reason: 'operator_only' } })
  const raised = await decides(finance, 'raise', 'raise-4711')
  expect(raised).toMatchObject({ status: 200, body: { status: 'chargedBack' } })
  expect((await decides(finance, 'raise', 'raise-4711')).body).toEqual(raised.body)
  expect(await decides(finance, 'raise')).toMatchObject({
    status: 409,
    body: { reason: 'dispute_decided', allowed: ['win', 'lose', 'withdraw'] },
  })
  expect(await ana.funds()).toMatchObject({ balance: '100.00' })
  expect((await decides(finance, 'withdraw')).body).toMatchObject({
    status: 'cancelled',
    history: [{ action: 'submit' }, { action: 'raise', actor: `staff ${finance.staff.id}` }, { action: 'withdraw' }],
  })
  expect(await ana.funds()).toMatchObject({ balance: '60.00' })

  const audited = await finance.call('GET', `/audit?subjectType=cardDispute&subjectId=${id}`)
  const actions = (audited.body.data as Record<string, unknown>[]).map(({ action, actor }) => [action, actor])
  expect(actions.toSorted()).toEqual([
    ['cardDisputeRaised', `staff ${finance.staff.id}`],
    ['cardDisputeSubmitted', `staff ${theirs.staff.id}`],
    ['cardDisputeWithdrawn', `staff ${finance.staff.id}`],
  ])
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])
})
