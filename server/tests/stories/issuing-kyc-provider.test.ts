import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { magicNames } from '#connectors/identity/magic-names.ts'
import { type IdentityProvider, type IdentityRequest, NoResponse } from '#connectors/identity/port.ts'
import { submitsAll } from '../world/kyc.ts'
import { sampled } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

let world: World
let nordwind: PartnerFixture
beforeAll(async () => {
  world = await createWorld()
  nordwind = await openPartner(world)
})
afterAll(() => world[Symbol.asyncDispose]())

describe('the sandbox provider', () => {
  test.each(sampled(magicNames.filter(({ result }) => typeof result === 'object')))(
    'rejects $name',
    async ({ name, result }) => {
      const { call } = await nordwind.customer()
      await submitsAll(world, call, { firstName: name.toUpperCase() })
      await world.runUntilIdle()
      const { rejected } = result as { rejected: string }
      expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'rejected', rejectReason: rejected })
    },
  )

  test('approves, and the customer opens an account', async () => {
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, { firstName: 'Approve' })
    await world.runUntilIdle()
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'approved', missing: [] })
    expect((await call('POST', '/accounts', { body: { currency: 'EUR' } })).status).toBe(201)
    const [check] = await checksOf(customerId)
    expect(check).toMatchObject({ status: 'approved', provider: 'sandbox', due_at: null, attempts: 1 })
    const [last] = await world.query(
      `select t.actor from kyc.case_transitions t join kyc.cases c on c.id = t.case_id
       where c.holder_id = '${customerId}' order by t.id desc limit 1`,
    )
    expect(last).toEqual({ actor: 'identity provider sandbox' })
  })

  test('decides at one moment, which the webhook says too, while the clock runs on', async () => {
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, { firstName: 'Approve' })
    const stands = world.clock.now
    const reading = vi.spyOn(world.clock, 'now').mockImplementation(() => {
      world.clock.pass({ milliseconds: 1 })
      return stands()
    })
    onTestFinished(() => reading.mockRestore())
    await world.runUntilIdle()
    const moments = await world.query(
      `select t.occurred_at as at from kyc.case_transitions t join kyc.cases c on c.id = t.case_id
       where c.holder_id = '${customerId}' and t.to_status = 'approved'
       union select created_at from webhooks.events
       where holder_id = '${customerId}' and body::jsonb -> 'data' ->> 'status' = 'approved'`,
    )
    expect(moments).toHaveLength(1)
  })

  test.each(
    sampled([
      ['everybody else', { firstName: 'Ana' }, ['provider']],
      ['Review', { firstName: 'Review' }, ['provider']],
      ['politically exposed persons whom it approves', { firstName: 'Approve', isPep: true }, ['politically_exposed']],
    ]),
  )('leaves %s to persons', async (_who, changes, because) => {
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, changes)
    if ('isPep' in changes) await call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })
    await world.runUntilIdle()
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
    expect(await checksOf(customerId)).toMatchObject([{ status: 'review', because, due_at: null }])
  })

  test.each(['Later', 'Silent'])('receives the request about %s again until it responds', async (firstName) => {
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, { firstName })
    await world.runUntilIdle()
    await world.pass({ minutes: 5 })
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'pending_review' })
    expect(await checksOf(customerId)).toMatchObject([{ status: 'waiting', attempts: 2 }])
    await world.pass({ hours: 1 })
    expect(await checksOf(customerId)).toMatchObject([{ status: 'approved', attempts: 3, due_at: null }])
  })

  test('lets a rejected customer start again with every step', async () => {
    const { customerId, call } = await nordwind.customer()
    await submitsAll(world, call, { firstName: 'Expired' })
    await world.runUntilIdle()
    const { status, missing, steps } = (await call('GET', '/kyc')).body as Record<string, Record<string, boolean>>
    expect([status, Object.values(steps!).includes(true)]).toEqual(['rejected', false])
    expect(missing).toHaveLength(9)
    await submitsAll(world, call, { firstName: 'Approve' })
    await world.runUntilIdle()
    expect((await call('GET', '/kyc')).body).toMatchObject({ status: 'approved' })
    const cases = await world.query(`select status from kyc.cases where holder_id = '${customerId}' order by id`)
    expect(cases.map((one) => one.status)).toEqual(['rejected', 'approved'])
  })
})

describe('a provider whose responses are lost', () => {
  test('receives the same request under the same key, and nothing is guessed', async () => {
    const received: IdentityRequest[] = []
    const results = [
      () => Promise.reject(new NoResponse('lost')),
      () => Promise.reject(new Error('broken: Țuțuianu')),
      async () => ({ outcome: 'granted' }),
      async () => ({ outcome: 'rejected', reason: 'ugly' }),
      async () => ({ outcome: 'approved', reference: 'kyc-7' }),
    ]
    const flaky = await openFlaky(async (request) => {
      received.push(request)
      return (await results[received.length - 1]!()) as never
    })
    const { call } = await flaky.partner.customer()
    await submitsAll(flaky.world, call)
    await flaky.world.runUntilIdle()
    for (let n = 0; n < 4; n++) {
      expect(await flaky.world.query('select status from kyc.cases')).toEqual([{ status: 'pending_review' }])
      await flaky.world.pass({ minutes: 10 })
    }
    const [row] = await flaky.world.query('select status, attempts, reference from kyc.identity_checks')
    expect(row).toEqual({ status: 'approved', attempts: 5, reference: 'kyc-7' })
    expect(new Set(received.map(({ key }) => key)).size).toBe(1)
    expect(received[0]!.documents.map(({ proves }) => proves)).toEqual(['identity', 'identity', 'address'])
    expect(received[0]!.person).toMatchObject({
      firstName: 'Ana',
      phoneNumber: '+40721234567',
      residence: { city: 'Brașov' },
    })
    expect(flaky.world.logged.filter((line) => line.includes('Țuțuianu'))).toEqual([])
    expect((await flaky.world.verify()).differences).toEqual([])
  })

  test('receives one request from two workers at once', async () => {
    let [under, most, count] = [0, 0, 0]
    const slow = await openFlaky(async () => {
      most = Math.max(most, ++under)
      count++
      await new Promise(setImmediate)
      under--
      return { outcome: 'approved' as const }
    })
    const { call } = await slow.partner.customer()
    await submitsAll(slow.world, call)
    await Promise.all([slow.world.runUntilIdle(), slow.world.runUntilIdle()])
    expect([most, count]).toEqual([1, 1])
  })
})

async function openFlaky(check: IdentityProvider['check']) {
  const flaky = await createWorld({ identity: () => ({ name: 'flaky', check }) })
  onTestFinished(() => flaky[Symbol.asyncDispose]())
  return { world: flaky, partner: await openPartner(flaky) }
}

const checksOf = (customerId: string) =>
  world.query(
    `select k.* from kyc.identity_checks k join kyc.cases c on c.id = k.case_id where c.holder_id = '${customerId}'`,
  )
