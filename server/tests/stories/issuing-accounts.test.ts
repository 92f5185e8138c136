import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, hold, voidHold } from '#core/ledger'
import { money } from '#kernel/base/money.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { approveKyc, bookOnAccount } from '../world/issuing.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { createWorld, type World } from '../world/world.ts'

describe('accounts', () => {
  let world: World
  let nordwind: PartnerFixture
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const approved = async () => {
    const customer = await nordwind.customer()
    await approveKyc(world, customer.customerId)
    return customer
  }

  // In small: the issuing interface replies what is recorded, and no route of it is left out
  longTest('an approved customer opens an account, and sees it with its amounts as texts', async () => {
    const { call } = await approved()
    const opened = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    expect(opened.status).toBe(201)
    const account = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      currency: 'EUR',
      status: 'active',
      balance: '0.00',
      held: '0.00',
      available: '0.00',
      createdAt: '2026-05-04T10:00:00.000Z',
    }
    expect(opened.body).toEqual(account)
    expect((await call('GET', '/accounts')).body).toEqual([account])
    expect((await call('GET', `/accounts/${opened.body.id}`)).body).toEqual(account)
    expect((await call('GET', '/accounts?currency=USD')).body).toEqual([])
  })

  test('a customer who is not approved is refused, and told the status', async () => {
    const { call } = await nordwind.customer()
    const refused = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    expect(refused.body).toMatchObject({ code: 403, reason: 'kyc_not_approved' })
    expect(refused.body.message).toContain('not_started')
  })

  test('there is one open account for each currency, however many requests open it at once', async () => {
    const { call } = await approved()
    const open = () => call('POST', '/accounts', { body: { currency: 'EUR' } })
    const replies = await Promise.all([open(), open(), open()])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await call('POST', '/accounts', { body: { currency: 'USD' } })).status).toBe(201)
    expect((await call('GET', '/accounts')).body).toHaveLength(2)
  })

  test('an account that is not needed is closed, and another one can be opened', async () => {
    const { call } = await approved()
    const { body } = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    const closed = await call('POST', `/accounts/${body.id}/close`)
    expect(closed.body).toMatchObject({ id: body.id, status: 'closed', closedAt: expect.any(String) })
    const again = await call('POST', `/accounts/${body.id}/close`)
    expect(again.body).toMatchObject({ code: 409, reason: 'account_closed' })
    expect((await call('POST', '/accounts', { body: { currency: 'EUR' } })).status).toBe(201)
  })

  test.each([
    ['a currency that is not offered', { currency: 'JPY' }, 'currency'],
    ['no currency', {}, 'currency'],
  ])('with %s the field is named', async (_name, body, field) => {
    const { call } = await approved()
    expect((await call('POST', '/accounts', { body })).body).toMatchObject({ code: 400, field })
  })

  // In small: shows, changes and uses nothing of another customer, of this partner or another
  longTest('another customer, and another partner’s, find nothing', async () => {
    const { call } = await approved()
    const { body } = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    const neighbour = await approved()
    const stranger = await (await openPartner(world, 'Another Bank')).customer()
    for (const other of [neighbour.call, stranger.call]) {
      expect((await other('GET', `/accounts/${body.id}`)).status).toBe(404)
      expect((await other('POST', `/accounts/${body.id}/close`)).status).toBe(404)
    }
    expect((await call('GET', `/accounts/${body.id}`)).body).toMatchObject({ status: 'active' })
  })

  test('an access token ends after 15 minutes', async () => {
    const { call } = await approved()
    expect((await call('GET', '/accounts')).status).toBe(200)
    world.clock.pass({ minutes: 15 })
    expect((await call('GET', '/accounts')).body).toMatchObject({ code: 401, reason: 'invalid_token' })
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })

  test('an account with money on it, or with money held, stays open until there is neither', async () => {
    // Verify finds no cause for what tests book, so it is booked in a world of its own.
    await using own = await createWorld()
    const { call, customerId } = await (await openPartner(own)).customer()
    await approveKyc(own, customerId)
    const { body } = await call('POST', '/accounts', { body: { currency: 'EUR' } })
    const accountId = String(body.id)
    const refusal = async () => (await call('POST', `/accounts/${accountId}/close`)).body
    await bookOnAccount(own, { accountId, minor: 4_200n, reference: `in ${accountId}` })
    expect(await refusal()).toMatchObject({
      code: 409,
      reason: 'account_not_empty',
      message: 'The account holds 42.00 EUR. Spend or withdraw it before the account is closed.',
    })
    await bookOnAccount(own, { accountId, minor: -4_200n, reference: `out ${accountId}` })
    const account = accounts.holderAvailable(accountId)
    const reference = `purchase ${accountId}`
    const now = own.clock.now()
    await commit(own.app, now, [hold(now, { reference, account, amount: money(150n, 'EUR') })])
    const held = '1.50 EUR of the account are held for card transactions that are not settled yet.'
    expect(await refusal()).toMatchObject({ code: 409, reason: 'account_has_holds', message: held })
    await commit(own.app, now, [voidHold(now, reference)])
    expect(await refusal()).toMatchObject({ status: 'closed' })
  })
})
