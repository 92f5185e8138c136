import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTerms } from '#acquiring/merchant-payouts'
import { openPeople, type Person } from '../world/staff.ts'
import { createWorld, type Merchant, type World } from '../world/world.ts'

let world: World
let merchant: Merchant
let ana: Person
let bob: Person
let eva: Person
let owner: Person
beforeAll(async () => {
  world = await createWorld({ environment: { FLORIN_APPROVALS: 'pricing:change,merchants:close,settlements:change' } })
  merchant = await world.merchant()
  const people = await openPeople(world)
  ana = await people.person('finance')
  bob = await people.person('owner')
  eva = await people.person('owner')
  owner = await people.person('owner', { kind: 'merchant', id: String(merchant.site.merchantId) })
})
afterAll(async () => {
  const { differences } = await world.verify()
  await world[Symbol.asyncDispose]()
  expect(differences).toEqual([])
})

const reason = 'As agreed in contract 7.'
const waits = async (by: Person, path: string, body = {}, method: 'POST' | 'PATCH' = 'POST'): Promise<string> => {
  const { status, body: reply } = await by.call(method, path, { body: { reason, ...body } })
  expect(status).toBe(202)
  return (reply.approval as { id: string }).id
}
const decides = (id: string, decision: 'approve' | 'reject', by = bob) =>
  by.call('POST', `/approvals/${id}/${decision}`, { body: { reason: 'I have looked at it too.' } })
const prices = async () => (await ana.call('GET', '/pricing')).body.total

test('a price waits for another person of the operator, and is exactly what was approved', async () => {
  const price = { merchantId: String(merchant.site.merchantId), basisPoints: 140, fixed: '0.25' }
  const id = await waits(ana, '/pricing', price)
  expect(await prices()).toBe(0)
  expect((await decides(id, 'approve', ana)).body).toMatchObject({ reason: 'approval_by_same_person' })
  expect((await decides(id, 'approve', owner)).body).toMatchObject({ reason: 'approval_of_operator' })
  const cheaper = await ana.call('POST', '/pricing', { body: { reason, ...price, basisPoints: 14 } })
  expect(cheaper).toMatchObject({ status: 409, body: { reason: 'approval_pending' } })

  await decides(id, 'approve')
  const set = await ana.call('POST', '/pricing', { body: { reason, ...price } })
  expect(set).toMatchObject({ status: 201, body: { basisPoints: 140, fixed: '0.25' } })
  expect(await prices()).toBe(1)
  await decides(await waits(ana, '/pricing', price), 'reject')

  const path = `/pricing/${set.body.id}/remove`
  const removal = await waits(ana, path)
  await decides(removal, 'approve')
  const held = await world.holdRow('access.approvals', BigInt(removal))
  const both = [1, 2].map(() => ana.call('POST', path, { body: { reason }, changesNothing: true }))
  await world.untilWaiting(2)
  await held.release()
  expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await prices()).toBe(0)
})

const carriesOut = (id: string, by: Person) => by.call('POST', `/approvals/${id}/carry-out`, { body: { reason } })

test('a price is set and ended from its approval, exactly as it was asked for', async () => {
  const siteId = String(merchant.site.id)
  const price = {
    siteId,
    brand: 'visa',
    currency: 'EUR',
    basisPoints: 120,
    fixed: '0.20',
    volumeFrom: '5000.00',
    minimum: '0.30',
  }
  const later = { ...price, validFrom: '2027-01-01T00:00:00.000Z' }
  const id = await waits(ana, '/pricing', later)
  await decides(id, 'approve')
  const asked = async (approval: string) => (await bob.call('GET', `/approvals/${approval}`)).body
  const standard = { basisPoints: 140, fixedMinor: '25', minimumMinor: '0' }
  expect(await asked(id)).toMatchObject({ request: { basisPoints: 120, before: standard } })
  const done = await carriesOut(id, ana)
  expect(done).toMatchObject({ status: 200, body: { status: 'used', carryOut: true } })
  const { data } = (await ana.call('GET', '/pricing')).body as { data: { id: string }[] }
  expect(data).toMatchObject([later])
  expect(done.body.made).toEqual({ type: 'priceRule', id: data[0]!.id })
  const removal = await waits(ana, `/pricing/${data[0]!.id}/remove`)
  await decides(removal, 'approve')
  const own = { basisPoints: 120, fixedMinor: '20', minimumMinor: '30' }
  expect(await asked(removal)).toMatchObject({ request: { remove: true, brand: 'visa', ...standard, before: own } })
  // It is withdrawn at the moment in which it is carried out.
  const held = await world.holdRow('access.approvals', BigInt(removal))
  const withdrawn = decides(removal, 'reject')
  await world.untilWaiting(1)
  const late = carriesOut(removal, ana)
  await world.untilWaiting(2)
  await held.release()
  await withdrawn
  expect(await late).toMatchObject({ status: 409, body: { reason: 'approval_used_meanwhile' } })
  expect(await prices()).toBe(1)
  const again = await waits(ana, `/pricing/${data[0]!.id}/remove`)
  await decides(again, 'approve')
  expect((await carriesOut(again, ana)).status).toBe(200)
  expect(await prices()).toBe(0)
})

test('what cannot be is refused before another person is asked', async () => {
  const unknown = await ana.call('POST', '/pricing', { body: { reason, merchantId: '999', basisPoints: 1 } })
  expect(unknown.body).toMatchObject({ reason: 'invalid_price_rule', field: 'merchantId' })
  const path = `/merchants/${merchant.site.merchantId}/reopen`
  expect((await bob.call('POST', path, { body: { reason } })).body).toMatchObject({ reason: 'merchant_state' })
  expect((await ana.call('GET', '/approvals?status=requested')).body.total).toBe(0)
})

test('payouts to a merchant are stopped by one person, and everything else about them is changed by two', async () => {
  const path = `/merchants/${merchant.site.merchantId}/payout-terms`
  const terms = async () => (await ana.call('GET', path)).body
  const changes = (body: object) => ana.call('PATCH', path, { body: { reason, ...body } })
  const sooner = { delayDays: 1, minimums: ['100.00 EUR'] }
  const id = await waits(ana, path, sooner, 'PATCH')
  await decides(id, 'approve')
  // Meanwhile payouts are stopped in a hurry, which is not what the approval is about.
  expect((await changes({ hold: true })).status).toBe(200)
  expect((await carriesOut(id, ana)).status).toBe(200)
  expect(await terms()).toMatchObject({ ...sooner, holdReason: reason })
  // What its author has not seen is not changed, and no approval is asked for.
  const unseen = await changes({ delayDays: 3, seen: { delayDays: '0' } })
  expect([unseen.status, unseen.body]).toMatchObject([
    409,
    { reason: 'setting_changed_meanwhile', values: { field: 'delayDays' } },
  ])
  expect((await ana.call('PATCH', path, { body: { reason, ...sooner }, changesNothing: true })).status).toBe(200)

  // The days that somebody approved were other days than these.
  const released = await waits(ana, path, { hold: false, delayDays: 7 }, 'PATCH')
  await decides(released, 'approve')
  await changeTerms(world.app, {
    by: { actor: 'operator', fromWhere: 'test' },
    merchantId: merchant.site.merchantId,
    changes: { delayDays: 3 },
  })
  // By the same call again as by its approval; both of its people see why.
  const outdated = { reason: 'approval_outdated' }
  expect((await changes({ hold: false, delayDays: 7 })).body).toMatchObject(outdated)
  expect((await bob.call('GET', `/approvals/${released}`)).body).toMatchObject({
    status: 'approved',
    failure: outdated,
  })
  expect((await carriesOut(released, ana)).body).toMatchObject(outdated)
  expect(await terms()).toMatchObject({ delayDays: 3, holdReason: reason })
})

test('a merchant is closed, and opened again, by two people', async () => {
  const path = `/merchants/${merchant.site.merchantId}`
  const status = async () => (await bob.call('GET', path)).body.status
  for (const [action, before, after] of [
    ['close', 'active', 'closing'],
    ['reopen', 'closing', 'active'],
  ] as const) {
    const id = await waits(bob, `${path}/${action}`)
    expect(await status()).toBe(before)
    expect((await decides(id, 'approve', ana)).body).toMatchObject({ reason: 'permission_missing' })
    await decides(id, 'approve', eva)
    expect(await carriesOut(id, bob)).toMatchObject({ status: 200, body: { status: 'used' } })
    expect(await status()).toBe(after)
  }
})
