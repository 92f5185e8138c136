import { describe, expect, test, vi } from 'vitest'
import { decideParked } from '#issuing/topups'
import { openCommandLine } from '../recordings/command-line.ts'
import { hundred, openCryptoTopups, stranger } from '../world/crypto-topups.ts'
import { someone } from '../world/deposits.ts'
import { longTest } from '../world/length.ts'
import { loads, ofacXml, tavio } from '../world/sanctions.ts'
import { openPeople, type Person } from '../world/staff.ts'

const reason = 'The customer has shown that both wallets are hers.'
const hash = `0x${'ab'.repeat(32)}`
const approvals = { FLORIN_APPROVALS: 'topups:decide,topups:release' }

/** A deposit that another wallet has sent than the one that was ordered, and the people who decide about it. */
async function openParked(environment: Record<string, string> = {}) {
  const at = await openCryptoTopups({}, environment)
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.pays(ordered, { quantity: hundred, from: stranger })
  const people = await openPeople(at.world)
  const [finance, compliance] = [await people.person('finance'), await people.person('compliance')]
  const [{ id } = { id: '' }] = (await holder.topup(ordered)).crypto.deposits
  const decides = (person: Person, decision: string, body: object = {}, headers: Record<string, string> = {}) =>
    person.call('POST', `/deposits/${id}/${decision}`, { body: { reason, ...body }, headers })
  return { ...at, holder, ordered, people, finance, compliance, id, decides }
}

describe('a deposit that does not fit its order', () => {
  test('is listed with all that is needed to decide, and credited with the reason in its history and the audit', async () => {
    const { finance, id, holder, ordered, decides } = await openParked()
    const listed = {
      id,
      topupId: ordered.topup.id,
      customerId: holder.customerId,
      status: 'parked',
      reason: 'sender_differs',
      blockchain: 'sandbox',
      cryptoCurrency: 'USDC',
      cryptoAmount: '100',
      units: '100000000',
      senderAddress: stranger,
      chainStatus: 'confirmed',
      confirmations: 3,
    }
    expect((await finance.call('GET', '/deposits')).body).toMatchObject({ total: 1, data: [listed] })
    expect(await decides(finance, 'credit')).toMatchObject({
      status: 200,
      body: { status: 'credited', reason, amount: '90.00', fees: '0.00', currency: 'EUR' },
    })
    expect(await holder.balance()).toBe('90.00')
    const file = (await finance.call('GET', `/deposits/${id}`)).body
    expect((file.history as object[]).at(-1)).toMatchObject({
      action: 'credit',
      status: 'credited',
      actor: `staff ${finance.staff.id}`,
      reason,
    })
    const audited = await finance.call('GET', `/audit?subjectType=deposit&subjectId=${id}`)
    expect(audited.body).toMatchObject({
      total: 1,
      data: [{ action: 'parkedDepositDecided', actor: `staff ${finance.staff.id}`, reason }],
    })
    expect((await finance.call('GET', '/deposits')).body).toMatchObject({ total: 0 })
    expect((await finance.call('GET', '/deposits?status=credited')).body).toMatchObject({ total: 1 })
  })

  // In small: is listed with all that is needed to decide, and credited with the reason in its history and the audit
  longTest('is returned with the transaction that has sent the coins back', async () => {
    const { finance, holder, ordered, decides } = await openParked()
    expect(await decides(finance, 'return', { transactionHash: '0x12' })).toMatchObject({
      status: 400,
      body: { reason: 'return_transaction_missing' },
    })
    expect(await decides(finance, 'return', { transactionHash: hash })).toMatchObject({
      status: 200,
      body: { status: 'returned' },
    })
    expect(await holder.topup(ordered)).toMatchObject({ status: 'failed', failureReason: 'returned' })
    expect(await decides(finance, 'credit')).toMatchObject({
      status: 409,
      body: { reason: 'receipt_transition', allowed: [] },
    })
  })

  test('is decided by the operator alone; staff of its partner see it, and staff of others do not', async () => {
    const { people, partner, id, decides, holder } = await openParked()
    const own = await people.person('owner', { kind: 'partner', id: String(partner.id) })
    const other = await people.person('owner', { kind: 'partner', id: '999' })
    const merchant = await people.person('owner', { kind: 'merchant', id: String(partner.id) })
    const support = await people.person('support')
    expect((await own.call('GET', `/deposits?customerId=${holder.customerId}`)).body).toMatchObject({ total: 1 })
    expect((await own.call('GET', '/deposits?customerId=nobody')).body).toMatchObject({ total: 0 })
    expect(await own.call('GET', `/deposits/${id}`)).toMatchObject({ status: 200 })
    expect(await decides(own, 'credit')).toMatchObject({ status: 403, body: { reason: 'operator_only' } })
    for (const { call } of [other, merchant]) {
      expect((await call('GET', '/deposits')).body).toMatchObject({ total: 0 })
      expect(await call('GET', `/deposits/${id}`)).toMatchObject({ status: 404, body: { reason: 'receipt_not_found' } })
    }
    expect(await support.call('GET', '/deposits')).toMatchObject({
      status: 403,
      body: { reason: 'permission_missing' },
    })
    expect(await own.call('GET', '/deposits/none')).toMatchObject({ status: 404 })
  })

  test('is decided by one of two who decide at once; the other reads what it has become', async () => {
    const { world, finance, compliance, holder, decides } = await openParked()
    const held = await world.holdRow('accounts.accounts', holder.accountId)
    const both = Promise.all([decides(finance, 'credit'), decides(compliance, 'return', { transactionHash: hash })])
    await world.untilWaiting(2)
    await held.release()
    const replies = (await both).toSorted((one, other) => one.status - other.status)
    expect(replies.map(({ status }) => status)).toEqual([200, 409])
    expect(replies[1]!.body).toMatchObject({ reason: 'receipt_transition', allowed: [] })
    expect(await holder.balance()).toBe(replies[0]!.body.status === 'credited' ? '90.00' : '0.00')
  })

  test('that was returned fails its topup, although the process ends before it has said so', async () => {
    const { world, holder, ordered, id } = await openParked()
    const { app } = world
    let commits = 0
    const locked: typeof app.db.locked = (...work) =>
      commits++ === 0 ? app.db.locked(...work) : Promise.reject(new Error('killed'))
    const dying = { ...app, db: { ...app.db, locked } }
    const by = { actor: 'staff 7', fromWhere: 'test', reason }
    const decision = { decision: 'return', transactionHash: hash } as const
    await expect(decideParked(dying, { by, id: id as never, decision })).rejects.toThrow('killed')
    await world.runUntilIdle()
    expect(await holder.topup(ordered)).toMatchObject({ status: 'failed' })
  })
})

test('a frozen deposit is released by compliance and by nobody of finance, and then decided', async () => {
  const at = await openCryptoTopups()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.pays(ordered, { quantity: hundred, blocks: 1 })
  await loads(at.world, 'ofac', ofacXml([{ ...tavio, wallet: someone.toLowerCase() }]))
  await at.chain.mine(3)
  await at.look()
  const people = await openPeople(at.world)
  const [finance, compliance] = [await people.person('finance'), await people.person('compliance')]
  const [{ id } = { id: '' }] = (await finance.call('GET', '/deposits?status=frozen')).body.data as { id: string }[]
  const releases = ({ call }: Person) => call('POST', `/deposits/${id}/release`, { body: { reason } })
  expect(await finance.call('POST', `/deposits/${id}/credit`, { body: { reason } })).toMatchObject({
    status: 409,
    body: { reason: 'receipt_transition', allowed: ['release'] },
  })
  expect(await releases(finance)).toMatchObject({ status: 403, body: { reason: 'permission_missing' } })
  expect(await releases(compliance)).toMatchObject({ status: 200, body: { status: 'parked', reason } })
  const back = { body: { reason, transactionHash: hash } }
  expect(await finance.call('POST', `/deposits/${id}/return`, back)).toMatchObject({ status: 200 })
  // A process that died in between leaves the topup to the workers.
  await at.world.runUntilIdle()
  expect(await holder.topup(ordered)).toMatchObject({ status: 'failed' })
})

describe('where two people decide', () => {
  test('the first call waits, another person of the operator approves, and the same call credits once', async () => {
    const { people, partner, finance, compliance, holder, decides } = await openParked(approvals)
    const first = await decides(finance, 'credit', {}, { 'idempotency-key': 'one' })
    expect(first).toMatchObject({
      status: 202,
      body: { approval: { action: 'topups:decide', status: 'requested', request: { decision: 'credit' } } },
    })
    expect((await decides(finance, 'credit', {}, { 'idempotency-key': 'one' })).body).toEqual(first.body)
    expect(await holder.balance()).toBe('0.00')
    const { id } = first.body.approval as { id: string }
    const approves = ({ call }: Person) => call('POST', `/approvals/${id}/approve`, { body: { reason: 'I agree.' } })
    const own = await people.person('owner', { kind: 'partner', id: String(partner.id) })
    expect(await approves(own)).toMatchObject({ status: 403, body: { reason: 'approval_of_operator' } })
    expect(await approves(finance)).toMatchObject({ status: 403, body: { reason: 'approval_by_same_person' } })
    expect(await decides(compliance, 'return', { transactionHash: hash })).toMatchObject({
      status: 409,
      body: { reason: 'approval_pending' },
    })
    expect(await approves(compliance)).toMatchObject({ status: 200 })
    const done = await decides(finance, 'credit', {}, { 'idempotency-key': 'two' })
    expect(done).toMatchObject({ status: 200, body: { status: 'credited' } })
    expect((await decides(finance, 'credit', {}, { 'idempotency-key': 'two' })).body).toEqual(done.body)
    expect(await holder.balance()).toBe('90.00')
  })

  // In small: the first call waits, another person of the operator approves, and the same call credits once
  longTest('an approval that is used twice at once credits once', async () => {
    const { world, finance, compliance, holder, decides } = await openParked(approvals)
    const { id } = (await decides(finance, 'credit')).body.approval as { id: string }
    await compliance.call('POST', `/approvals/${id}/approve`, { body: { reason: 'I agree.' } })
    const held = await world.holdRow('accounts.accounts', holder.accountId)
    const carriesOut = () => finance.call('POST', `/approvals/${id}/carry-out`, { body: { reason: 'I agree.' } })
    const both = Promise.all([carriesOut(), carriesOut()])
    await world.untilWaiting(2)
    await held.release()
    expect((await both).map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await holder.balance()).toBe('90.00')
    expect(await world.query('select status from access.approvals')).toEqual([{ status: 'used' }])
  })

  // In small: the first call waits, another person of the operator approves, and the same call credits once
  longTest('the command line waits for the same approval', async () => {
    const { world, finance, compliance, id, holder, ordered } = await openParked(approvals)
    vi.stubEnv('FLORIN_RATES', 'off')
    vi.stubEnv('FLORIN_APPROVALS', approvals.FLORIN_APPROVALS)
    const { runs } = openCommandLine(world)
    const as = ({ staff }: Person, ...words: string[]) => runs(['--as', staff.email, '--reason', reason, ...words])
    expect((await runs(['--reason', reason, 'topups', 'return', id, hash])).error?.message).toContain(
      'needs a member of staff by name',
    )
    const asked = await as(finance, 'topups', 'return', id, hash)
    expect(asked.printed).toContain('waits until another person approves it')
    const [, approval = ''] = /approval (\d+)/.exec(asked.printed) ?? []
    await as(compliance, 'approvals', 'approve', approval)
    expect((await as(finance, 'topups', 'return', id, hash)).printed).toContain('is returned')
    expect(await holder.topup(ordered)).toMatchObject({ status: 'failed' })
  })
})
