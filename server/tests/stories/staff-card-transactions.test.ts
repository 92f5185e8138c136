import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSpender, type Spender } from '../world/network.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openPeople, type Person } from '../world/staff.ts'
import { createWorld, type World } from '../world/world.ts'

type Entry = Record<string, unknown>
type Message = { verdicts: Entry[] }

describe('what customers do with their cards, by the interface of the staff', () => {
  let world: World
  let nordwind: PartnerFixture
  let ana: Spender
  let support: Person
  let foreign: Person
  beforeAll(async () => {
    world = await createWorld()
    const people = await openPeople(world)
    nordwind = await openPartner(world)
    ana = await openSpender(world, nordwind, { funds: '100.00' })
    const other = await openPartner(world, 'Another Bank')
    support = await people.person('support', { kind: 'partner', id: String(nordwind.partner.id) })
    foreign = await people.person('owner', { kind: 'partner', id: String(other.partner.id) })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const dataOf = async (by: Person, path: string) => (await by.call('GET', path)).body.data as Entry[]

  test('support reads why a payment was declined: which rule, and what it has compared', async () => {
    const { transactionId } = await ana.authorize('100.01')
    const declined = await dataOf(support, '/card-transactions?status=declined')
    expect(declined).toMatchObject([
      { id: transactionId, customerId: ana.customerId, amount: '100.01', declineReason: 'balance' },
    ])
    const { body } = await support.call('GET', `/card-transactions/${transactionId}`)
    expect(body).toMatchObject({ decidedBy: 'rules', declineReason: 'balance', partnerId: String(nordwind.partner.id) })
    const [first] = body.messages as Message[]
    expect(first!.verdicts).toHaveLength(15)
    expect(first!.verdicts).toContainEqual({
      rule: 'balance',
      demands: 'The account has enough.',
      result: 'failed',
      code: '51',
      because: '100.01 EUR is asked for, and 100.00 EUR can be spent',
      reason: { code: 'balance_too_low', details: { asked: '100.01', spendable: '100.00', currency: 'EUR' } },
    })
  })

  test('the list is by customer, card, status and day, newest first', async () => {
    const { transactionId: id } = await ana.authorize('10.00')
    const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const [newest] = await dataOf(support, '/card-transactions')
    expect(newest).toMatchObject({ id, status: 'pending', amounts: { held: '10.00' } })
    expect(newest).not.toHaveProperty('declineReason')
    const idsOf = async (query: string) =>
      (await dataOf(support, `/card-transactions?status=pending&${query}`)).map((one) => one.id)
    expect(await idsOf(`customerId=${ana.customerId}`)).toEqual([id])
    expect(await idsOf(`cardId=${newest!.cardId}`)).toEqual([id])
    expect(await idsOf(`from=${today}&to=${today}`)).toEqual([id])
    for (const none of [`from=${today.add({ days: 1 })}`, 'customerId=nobody', 'cardId=none', 'type=cash'])
      expect([none, await idsOf(none)]).toEqual([none, []])
  })

  test('the accounts of the customer have the same balance as the app shows, and a statement', async () => {
    const [account] = await dataOf(support, `/customers/${ana.customerId}/accounts`)
    expect(account).toMatchObject({ customerId: ana.customerId, balance: '100.00', held: '10.00', available: '90.00' })
    expect((await support.call('GET', `/accounts/${account!.id}`)).body).toEqual(account)
    const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    const statement = await support.call('GET', `/accounts/${account!.id}/statement?from=${today}&to=${today}`)
    expect(statement).toMatchObject({ status: 200, body: { closingBalance: '100.00' } })
  })

  test('staff of another partner see nothing of it', async () => {
    const [{ id } = {}] = await dataOf(support, '/card-transactions')
    const [account] = await dataOf(support, `/customers/${ana.customerId}/accounts`)
    expect(await foreign.call('GET', `/card-transactions/${id}`)).toMatchObject({ status: 404 })
    expect(await foreign.call('GET', `/accounts/${account!.id}`)).toMatchObject({ status: 404 })
    const partnerId = nordwind.partner.id
    for (const list of ['/card-transactions', '/challenges', `/customers/${ana.customerId}/accounts`])
      expect([list, await dataOf(foreign, list)]).toEqual([list, []])
    expect(await dataOf(foreign, `/card-transactions?partnerId=${partnerId}`)).toEqual([])
  })

  test('the home of the partner counts what was declined in a week, and by which rule', async () => {
    const figuresFor = async (by: Person) => (await by.call('GET', `/partners/${nordwind.partner.id}/figures`)).body
    await ana.authorize('200.00')
    const today = world.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
    expect(await figuresFor(support)).toEqual({
      from: `${today.subtract({ days: 7 })}`,
      counted: 4,
      isComplete: true,
      declined: 2,
      declines: [{ rule: 'balance', count: 2 }],
    })
    expect(await figuresFor(foreign)).toMatchObject({ reason: 'partner_not_found' })
    world.clock.pass({ hours: 8 * 24 })
    expect(await figuresFor(support)).toMatchObject({ counted: 0, declined: 0, declines: [] })
  })
})
