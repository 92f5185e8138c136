import { describe, expect, test, vi } from 'vitest'
import { changeChain, type DepositId } from '#issuing/deposits'
import type { HolderId } from '#issuing/ids'
import { findCase, transitionCase } from '#issuing/kyc'
import { decideHit, screenPerson } from '#issuing/screening'
import { decideParked, type ParkedDecision } from '#issuing/topups'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { hundred, openCryptoTopups, stranger, usual } from '../world/crypto-topups.ts'
import { openWatchedChain, by as operator, someone } from '../world/deposits.ts'
import { casesOf } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { compliance, lenka, loads, ofacXml, tavio } from '../world/sanctions.ts'
import { list, tavioHimself } from '../world/screened.ts'
import type { World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'ticket 7' }
const hash = `0x${'ab'.repeat(32)}`

async function openParked(payment: object = { from: stranger }) {
  const at = await openCryptoTopups()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.pays(ordered, { quantity: hundred, ...payment })
  const [{ id } = {}] = (await holder.topup(ordered)).crypto.deposits
  const decides = (decision: ParkedDecision, reason: string | undefined = by.reason) =>
    decideParked(at.world.app, { by: { ...by, reason }, id: id as DepositId, decision }).then(
      ({ receipt }) => receipt.status,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
  return { ...at, ...holder, id: id as DepositId, ordered, decides, topup: () => holder.topup(ordered) }
}

describe('an operator', () => {
  test('credits a parked deposit at the rate of now, once, with the reason in the audit', async () => {
    const at = await openParked()
    await at.world.pass({ minutes: 1 })
    await at.rate('USDC', '0.80')
    expect(await Promise.all([at.decides({ decision: 'credit' }), at.decides({ decision: 'credit' })])).toContain(
      'credited',
    )
    expect(await at.decides({ decision: 'credit' })).toBe('receipt_transition')
    expect(await at.balance()).toBe('80.00')
    expect(await at.topup()).toMatchObject({ status: 'completed', credited: '80.00' })
    expect(
      await at.world.query(
        `select actor, reason, before, after from directory.audit where action = 'parkedDepositDecided'`,
      ),
    ).toEqual([
      {
        actor: 'staff 7',
        reason: 'ticket 7',
        before: { status: 'parked', reason: 'sender_differs' },
        after: { decision: 'credit' },
      },
    ])
  })

  test('records that the coins were sent back, and the topup has failed', async () => {
    const at = await openParked()
    expect(await at.decides({ decision: 'return', transactionHash: '0x12' })).toBe('return_transaction_missing')
    expect(await at.decides({ decision: 'return', transactionHash: hash })).toBe('returned')
    expect(await at.topup()).toMatchObject({ status: 'failed', failureReason: 'returned' })
    expect(await at.balance()).toBe('0.00')
  })

  test('says why, and decides about what is there', async () => {
    const at = await openParked()
    expect(await at.decides({ decision: 'credit' }, ' ')).toBe('invalid_reason')
    const nowhere = '00000000-0000-4000-8000-000000000000' as never
    await expect(
      decideParked(at.world.app, { by, id: nowhere, decision: { decision: 'credit' } }),
    ).rejects.toMatchObject({
      code: 'receipt_not_found',
    })
    expect(await at.decides({ decision: 'release' })).toBe('receipt_transition')
  })

  test('cannot credit what a reorganisation has just dropped', async () => {
    const at = await openParked()
    const { app } = at.world
    const becomes = (status: 'orphaned' | 'confirmed', confirmations: number) =>
      commit(app, app.clock.now(), [
        update('deposits.deposits', { set: { status, confirmations }, where: { id: at.id } }),
      ])
    await becomes('orphaned', 0)
    expect(await at.decides({ decision: 'credit' })).toBe('deposit_not_confirmed')
    await becomes('confirmed', 3)
  })

  // In small: cannot credit what a reorganisation has just dropped
  longTest('cannot credit what has no worth: a token that is none of ours, or a coin without a rate', async () => {
    const unknown = await openParked({ contract: stranger })
    expect(await unknown.decides({ decision: 'credit' })).toBe('deposit_not_valued')
    const unrated = await openParked()
    await unrated.world.pass({ hours: 5 })
    expect(await unrated.decides({ decision: 'credit' })).toBe('deposit_not_valued')
  })

  // In small: credits a parked deposit at the rate of now, once, with the reason in the audit
  longTest('does it all on the command line', async () => {
    const at = await openParked()
    vi.stubEnv('FLORIN_RATES', 'off')
    const { prints } = openCommandLine(at.world)
    const list = await prints('topups parked')
    expect(list).toContain('sent by another wallet than the order names')
    expect(list).toContain('100 USDC')
    const [id] = /[0-9a-f-]{36}/.exec(list)!
    expect(await prints(`--reason ticket-7 topups return ${id} ${hash}`)).toContain('is returned')
    expect(await prints('topups parked')).toContain('No deposit waits')
    expect(await prints('chains list')).toContain('sandbox')
    expect(await prints('chains addresses sandbox')).toContain(`m/0/0  ${(await at.topup()).crypto.address}`)
  })
})

test('a sender on a sanctions list is frozen and never credited; the customer learns nothing of it', async () => {
  const at = await openCryptoTopups()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.pays(ordered, { quantity: hundred, blocks: 1 })
  await loads(at.world, 'ofac', ofacXml([{ ...tavio, wallet: someone.toLowerCase() }]))
  await at.chain.mine(3)
  await at.look()
  expect(await at.world.query('select status, reason from topups.receipts')).toEqual([
    { status: 'frozen', reason: 'sanctioned_sender' },
  ])
  const shown = await holder.topup(ordered)
  expect(shown).toMatchObject({ status: 'pending', crypto: { deposits: [{ status: 'waiting' }] } })
  expect(JSON.stringify(shown)).not.toMatch(/frozen|sanction/)
  const id = shown.crypto.deposits[0]!.id as never
  await expect(decideParked(at.world.app, { by, id, decision: { decision: 'credit' } })).rejects.toThrow('is frozen')
  expect(await holder.balance()).toBe('0.00')
  // Its next order is refused without a word about why (sender_not_accepted).
  expect((await holder.orders()).status).toBe(403)
  await decideParked(at.world.app, { by, id, decision: { decision: 'release' } })
  await decideParked(at.world.app, { by, id, decision: { decision: 'return', transactionHash: hash } })
  expect(await holder.topup(ordered)).toMatchObject({ status: 'failed' })
})

test('a parked deposit whose sender comes on a list is frozen, and returned after a release alone', async () => {
  const { world, decides, balance, topup } = await openParked()
  const listed = ofacXml([{ ...tavio, wallet: stranger.toLowerCase() }])
  await loads(world, 'ofac', listed)
  const sendsBack = { decision: 'return', transactionHash: hash } as const
  // Before the worker has judged it again, too.
  expect(await decides({ decision: 'credit' })).toBe('deposit_sender_listed')
  expect(await decides(sendsBack)).toBe('deposit_sender_listed')
  await world.runUntilIdle()
  expect(await world.query('select status, reason from topups.receipts')).toEqual([
    { status: 'frozen', reason: 'sanctioned_sender' },
  ])
  expect(await topup()).toMatchObject({ status: 'pending', crypto: { deposits: [{ status: 'waiting' }] } })
  expect(await decides({ decision: 'release' })).toBe('parked')
  await loads(
    world,
    'ofac',
    ofacXml([
      { ...tavio, wallet: stranger.toLowerCase() },
      { ...tavio, id: 9003 },
    ]),
  )
  await world.runUntilIdle()
  expect(await decides(sendsBack)).toBe('returned')
  expect(await balance()).toBe('0.00')
})

test('a parked deposit of a customer who is confirmed to be on a list is neither credited nor sent back before a release', async () => {
  const one = await openParked()
  const sendsBack = { decision: 'return', transactionHash: hash } as const
  await loads(one.world, 'ofac', list(tavio))
  const [hit] = await screenPerson(one.world.app, one.customerId as HolderId, tavioHimself)
  expect(await one.decides(sendsBack)).toBe('deposit_not_returnable')
  await decideHit(one.world.app, {
    by: { ...compliance, reason: 'same passport' },
    hitId: hit!.id,
    decision: 'confirm',
  })
  // Before the worker has judged it again, too.
  expect(await one.decides({ decision: 'credit' })).toBe('deposit_not_creditable')
  expect(await one.decides(sendsBack)).toBe('deposit_not_returnable')
  await one.world.runUntilIdle()
  expect(await one.world.query('select status, reason from topups.receipts')).toEqual([
    { status: 'frozen', reason: 'customer_stopped' },
  ])
  expect(await one.decides({ decision: 'release' })).toBe('parked')
  await loads(one.world, 'ofac', list(tavio, lenka))
  await one.world.runUntilIdle()
  expect(await one.decides({ decision: 'credit' })).toBe('deposit_not_creditable')
  expect(await one.decides(sendsBack)).toBe('returned')
  expect(await one.balance()).toBe('0.00')
})

test('a parked deposit of a customer who is rejected is frozen', async () => {
  const { world, customerId, decides } = await openParked()
  const { step, decide } = casesOf(world, customerId)
  await step('review')
  await decide('reject')
  await world.runUntilIdle()
  expect(await world.query('select status, reason from topups.receipts')).toEqual([
    { status: 'frozen', reason: 'customer_stopped' },
  ])
  expect(await decides({ decision: 'return', transactionHash: hash })).toBe('deposit_not_returnable')
})

test('a parked deposit of a customer who has closed the account is not credited by hand', async () => {
  const other = await openCryptoTopups()
  const holder = await other.holder()
  const ordered = await holder.orders()
  await other.world.pass({ minutes: 15 })
  expect((await holder.call('POST', `/accounts/${holder.accountId}/close`)).status).toBe(200)
  await other.pays(ordered, { quantity: hundred })
  const { id } = (await holder.topup(ordered)).crypto.deposits[0]!
  await expect(
    decideParked(other.world.app, { by, id: id as DepositId, decision: { decision: 'credit' } }),
  ).rejects.toMatchObject({ code: 'deposit_not_creditable' })
})

test('coins that are sent on another chain than was ordered have the same owner, and are parked', async () => {
  const at = await openCryptoTopups()
  // The order is for a chain of the same key that nobody reads here; the coins arrive on the chain of staging.
  await openWatchedChain(at.world, { name: 'ethereum', evmId: 1n })
  await at.world.query(`update deposits.cursors set block_number = 7 where block_number is null`)
  const holder = await at.holder()
  const ordered = await holder.orders({ blockchain: 'ethereum' })
  await at.pays(ordered, { quantity: hundred })
  expect(await holder.topup(ordered)).toMatchObject({ crypto: { deposits: [{ reason: 'wrong_chain' }] } })
})

async function reviewAgain({ app }: World, customerId: string): Promise<void> {
  const found = (await findCase(app.db, customerId as HolderId))!
  const now = app.clock.now()
  await commit(app, now, transitionCase(now, found, { ...by, action: 'review' }))
}

test('a customer who is not approved any more, or has closed the account, is not credited', async () => {
  const at = await openCryptoTopups()
  const [one, other] = [await at.holder(), await at.holder()]
  const [first, second] = [await one.orders(), await other.orders()]
  await reviewAgain(at.world, one.customerId)
  await at.pays(first, { quantity: hundred })
  expect(await at.world.query('select reason from topups.receipts')).toEqual([{ reason: 'customer_not_approved' }])
  await at.world.pass({ minutes: 15 })
  expect((await other.call('POST', `/accounts/${other.accountId}/close`)).status).toBe(200)
  await at.pays(second, { quantity: hundred })
  expect(await other.topup(second)).toMatchObject({ crypto: { deposits: [{ reason: 'account_closed' }] } })
})

// In small: coins that are sent on another chain than was ordered have the same owner, and are parked
longTest('a chain or a coin that is switched off takes no new orders, and what was ordered is credited', async () => {
  const at = await openCryptoTopups()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await changeChain(at.world.app, { by: operator, name: 'sandbox', changes: { active: false } })
  expect((await holder.orders()).status).toBe(400)
  expect((await holder.call('GET', '/topups/crypto/currencies')).body).toEqual([])
  await at.pays(ordered, { quantity: hundred })
  expect(await holder.balance()).toBe('90.00')
})

test('a release is about what was known: an entry that comes later, or another reason, freezes the coins again', async () => {
  const { world, decides, balance } = await openParked()
  const listed = (id: number) => ofacXml([{ ...tavio, id, wallet: stranger.toLowerCase() }])
  const states = () => world.query('select status, reason from topups.receipts')
  await loads(world, 'ofac', listed(9001))
  await world.runUntilIdle()
  expect(await decides({ decision: 'release' })).toBe('parked')
  await world.pass({ minutes: 1 })
  await loads(world, 'ofac', listed(9700), { force: true })
  expect(await decides({ decision: 'credit' })).toBe('deposit_sender_listed')
  await world.runUntilIdle()
  expect(await states()).toEqual([{ status: 'frozen', reason: 'sanctioned_sender' }])
  expect(await balance()).toBe('0.00')
})

test('coins that were reclaimed and come back are not credited while their customer is confirmed to be on a list', async () => {
  const at = await openCryptoTopups()
  const { world } = at
  const ana = await openSpender(world, at, { funds: '0.00' })
  const ordered = await ana.call('POST', '/topups/crypto', { body: usual })
  await at.pays({ topup: ordered.body } as never, { quantity: hundred })
  await at.chain.reorganise(4, { lost: false })
  await at.look()
  const [receipt] = await world.query('select id from topups.receipts')
  await decideParked(world.app, { by, id: receipt!.id as DepositId, decision: { decision: 'reclaim' } })
  await loads(world, 'ofac', list(tavio))
  const [hit] = await screenPerson(world.app, ana.customerId as HolderId, tavioHimself)
  const decides = (decision: 'confirm' | 'reopen' | 'clear') =>
    decideHit(world.app, { by: { ...compliance, reason: 'same passport' }, hitId: hit!.id, decision })
  await decides('confirm')
  await at.chain.mine(3)
  await at.look()
  expect(await ana.funds()).toMatchObject({ balance: '0.00' })
  await decides('reopen')
  await decides('clear')
  await casesOf(world, ana.customerId).decide('approve')
  await world.pass({ hours: 1 })
  await world.runUntilIdle()
  expect(await world.query('select status from topups.receipts')).toEqual([{ status: 'credited' }])
})
