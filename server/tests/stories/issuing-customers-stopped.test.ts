import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import type { HolderId } from '#issuing/ids'
import { changeSettings } from '#issuing/programmes'
import { decideHit, screenPerson } from '#issuing/screening'
import { hundred, openCryptoTopups } from '../world/crypto-topups.ts'
import { winsDispute } from '../world/disputes.ts'
import { casesOf } from '../world/issuing.ts'
import { submits } from '../world/kyc.ts'
import { plastic } from '../world/programme.ts'
import { compliance, loads, tavio } from '../world/sanctions.ts'
import { list, openScreened, tavioHimself } from '../world/screened.ts'
import { openTopupWorld } from '../world/topup-world.ts'
import type { World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'ticket 7' }

async function isListed(world: World, customerId: string, decision?: 'confirm') {
  await loads(world, 'ofac', list(tavio))
  const [hit] = await screenPerson(world.app, customerId as HolderId, tavioHimself)
  if (decision) await decideHit(world.app, { by: { ...compliance, reason: 'same passport' }, hitId: hit!.id, decision })
  return hit!
}

test('a rejected customer who begins again tops up nothing, and coins that come are frozen', async () => {
  const at = await openCryptoTopups({ topupLimits: ['in_progress:max:EUR:150.00'] })
  const holder = await at.holder()
  const ordered = await holder.orders()
  await isListed(at.world, holder.customerId, 'confirm')
  await casesOf(at.world, holder.customerId).decide('reject')
  await submits(holder.call, 'agreement', {})
  expect((await holder.call('GET', '/kyc')).body).toMatchObject({ status: 'in_progress' })
  expect(await holder.orders()).toMatchObject({ status: 403, body: { reason: 'topups_not_allowed' } })
  expect((await holder.call('GET', '/topups/limits')).body).toMatchObject({ limits: [] })
  await at.pays(ordered, { quantity: hundred })
  expect(await holder.balance()).toBe('0.00')
  expect(await at.world.query('select status, reason from topups.receipts')).toEqual([
    { status: 'frozen', reason: 'customer_stopped' },
  ])
  expect(JSON.stringify(await holder.topup(ordered))).not.toMatch(/frozen|stopped/)
})

test('a customer who is verified again tops up within the limits of a renewal', async () => {
  const at = await openCryptoTopups({ topupLimits: ['in_progress:max:EUR:150.00'] })
  const holder = await at.holder()
  await casesOf(at.world, holder.customerId).step('expire')
  const ordered = await holder.orders()
  await at.pays(ordered, { quantity: hundred })
  expect(await holder.balance()).toBe('90.00')
})

test('a topup that is paid after a hit is not credited until the hit is cleared and the customer approved', async () => {
  const at = await openTopupWorld()
  const { world } = at
  const ana = await at.holder()
  const { shopper, topup } = await ana.opens('900.00')
  const hit = await isListed(world, ana.customerId)
  await shopper.pays({ number: '4000040000001006' })
  await at.deliver()
  expect(await ana.balance()).toBe('0.00')
  await world.pass({ hours: 2 })
  expect(await ana.balance()).toBe('0.00')
  expect(world.logged.some((line) => line.includes('a topup is paid and not credited'))).toBe(true)
  await decideHit(world.app, { by: { ...compliance, reason: 'another person' }, hitId: hit.id, decision: 'clear' })
  await casesOf(world, ana.customerId).decide('approve')
  await world.pass({ hours: 1 })
  expect((await ana.topup(topup.id)).status).toBe('completed')
  expect(await ana.balance()).not.toBe('0.00')
})

test('the cards of a customer who is rejected after an approval stop until the next approval', async () => {
  const { world, app, customer, partner } = await openScreened()
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const googleKey = publicKey.export({ type: 'spki', format: 'pem' }) as string
  await changeSettings(app, { by, partnerId: partner.partner.id, changes: { googleKey } })
  const holder = await customer()
  const [card, inThePost] = [await holder.card(), await holder.card(plastic)]
  const { step, decide } = casesOf(world, holder.customerId)
  await step('expire')
  expect((await holder.get(card, '/provisioning/google-pay')).status).toBe(200)
  expect(await holder.issue()).toMatchObject({ status: 403 })
  expect((await holder.post(inThePost, '/activate', { lastFour: inThePost.last4 })).status).toBe(403)
  const { body: successor } = await holder.post(card, '/reissue/damaged')
  expect(successor).toMatchObject({ status: 'active' })
  await step('submit')
  await decide('reject')
  expect(await holder.statusOf(successor)).toBe('suspended')
  for (const path of ['/provisioning/google-pay']) expect((await holder.get(successor, path)).status).toBe(409)
  expect((await holder.post(successor, '/reissue/damaged')).body).toMatchObject({ reason: 'kyc_not_approved' })
  await submits(holder.call, 'agreement', {})
  expect(await holder.statusOf(successor)).toBe('suspended')
  await step('submit')
  await decide('approve')
  expect(await holder.statusOf(successor)).toBe('active')
  expect((await world.verify()).differences).toEqual([])
})

test('verify finds a usable card of a customer who is stopped, and a topup of one who was never approved', async () => {
  const { world, holder } = await openTopupWorld({}, { isExpected: () => true })
  const ana = await holder()
  await ana.topsUp('50.00')
  await world.query(`set session_replication_role = replica;
    delete from kyc.case_transitions where action = 'approve'; set session_replication_role = origin`)
  const cards = await openScreened()
  const stopped = await cards.customer()
  await stopped.card()
  await cards.world.query(
    `update kyc.cases set status = 'rejected', reject_reason = 'suspected_forgery', due_at = null`,
  )
  const wrong = await Promise.all([world, cards.world].map(async (one) => (await one.verify()).differences))
  expect(wrong.flat().map((one) => one.wrong)).toEqual(
    expect.arrayContaining([
      'it was completed before its customer was ever approved',
      'it can be used, and its holder is rejected or may be on a sanctions list',
    ]),
  )
})

test('two hits that are cleared at the same moment leave no card suspended', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio, { ...tavio, id: 9003 }))
  for (let round = 0; round < 4; round++) {
    const holder = await customer()
    const card = (await holder.card()) as { id: string }
    const hits = await screenPerson(app, holder.holderId, tavioHimself)
    expect(hits).toHaveLength(2)
    await Promise.all(hits.map((hit) => decides(hit, 'clear')))
    expect(await world.query(`select suspensions from cards.cards where id = '${card.id}'`)).toEqual([
      { suspensions: [] },
    ])
  }
})

test('a dispute that is won returns no money to a customer who is confirmed to be on a list, until the hit is cleared', async () => {
  const { world, holder, deliver } = await openTopupWorld()
  const ana = await holder()
  const { shopper } = await ana.opens('20.00')
  await shopper.pays({ number: winsDispute })
  await deliver()
  await world.pass({ hours: 24 * 6 })
  await deliver()
  const hit = await isListed(world, ana.customerId, 'confirm')
  await world.pass({ hours: 24 * 11 })
  await deliver()
  expect(await ana.balance()).toBe('0.00')
  expect(world.logged.some((line) => line.includes('money of a topup has come back and is not credited'))).toBe(true)
  for (const decision of ['reopen', 'clear'] as const)
    await decideHit(world.app, { by: { ...compliance, reason: 'another person' }, hitId: hit.id, decision })
  await casesOf(world, ana.customerId).decide('approve')
  await world.pass({ hours: 2 })
  expect(await ana.balance()).toBe('20.00')
})
