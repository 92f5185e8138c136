import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resumeCard, suspendCard } from '#issuing/cards'
import type { CardId, HolderId } from '#issuing/ids'
import type { Product } from '#issuing/programmes'
import { Secret } from '#kernel/base/secret.ts'
import { cardWithChangedPin } from '../../src/issuing/cards/change-pin.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'fraud' }

describe('label, controls and PIN of a card', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Product
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const withCard = async () => {
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const changes = (currentPin: string | undefined, newPin: string) => ana.post(card, '/pin', { currentPin, newPin })
    return { ...ana, it: card, changes }
  }

  test('a label is changed and removed', async () => {
    const { call, it } = await withCard()
    const label = (text: unknown) => call('PATCH', `/cards/${it.id}`, { body: { label: text } })
    expect((await label('Travel')).body).toMatchObject({ label: 'Travel' })
    expect((await label(undefined)).body).toMatchObject({ label: 'Travel' })
    expect((await label(null)).body.label).toBeUndefined()
    expect((await label('x'.repeat(51))).body).toMatchObject({ code: 400, field: 'label' })
  })

  test('controls are set as a whole and shown, and the audit has what was before', async () => {
    const { call, it } = await withCard()
    const path = `/cards/${it.id}/controls`
    expect((await call('GET', path)).body).toEqual({})
    const controls = {
      limits: [{ period: 'day', amount: '100.00' }],
      merchantCategories: { mode: 'block', codes: ['7995', '5813'] },
      countries: { mode: 'allow', codes: ['RO', 'DE'] },
      channels: { atm: false },
    }
    const sent = { ...controls, limits: [{ period: 'day', amount: 100 }] }
    expect((await call('PUT', path, { body: sent })).body).toEqual(controls)
    expect((await call('GET', path)).body).toEqual(controls)
    expect((await call('PUT', path, { body: { channels: { online: true } } })).body).toEqual({
      channels: { online: true },
    })
    const [, second] = await world.query(
      `select before, after from directory.audit where subject_id = '${it.id}' and action = 'cardChanged' order by id`,
    )
    expect(second).toMatchObject({
      before: { controls: { limits: [{ period: 'day', amount: '100.00' }] } },
      after: { controls: { channels: { online: true } } },
    })
  })

  test.each([
    ['a limit of zero', { limits: [{ period: 'day', amount: '0.00' }] }, 'limits[0].amount', 'invalid_control'],
    ['a limit with three decimals', { limits: [{ period: 'day', amount: '1.005' }] }, 'limits[0].amount'],
    ['a period that is none', { limits: [{ period: 'moon', amount: '1' }] }, 'limits[0].period'],
    [
      'a category of words',
      { merchantCategories: { mode: 'block', codes: ['casino'] } },
      'merchantCategories.codes[0]',
    ],
    ['a country that is none', { countries: { mode: 'allow', codes: ['Romania'] } }, 'countries.codes[0]'],
    ['two letters that are no country', { countries: { mode: 'allow', codes: ['RO', 'ZZ'] } }, 'countries.codes[1]'],
    ['no mode', { countries: { codes: ['RO'] } }, 'countries.mode'],
    ['a channel that is neither open nor closed', { channels: { atm: 'maybe' } }, 'channels.atm'],
  ])('with %s the field is named', async (_name, body, field, reason = 'invalid_field') => {
    const { call, it } = await withCard()
    const refused = await call('PUT', `/cards/${it.id}/controls`, { body })
    expect(refused.body).toMatchObject({ code: 400, field, reason })
  })

  test('the successor of a card has its controls', async () => {
    const { call, post, it } = await withCard()
    await call('PUT', `/cards/${it.id}/controls`, { body: { channels: { atm: false } } })
    const { body } = await post(it, '/reissue/lost')
    expect((await call('GET', `/cards/${body.id}/controls`)).body).toEqual({ channels: { atm: false } })
  })

  test('a PIN is changed with the current one', async () => {
    const { changes, get, it } = await withCard()
    expect((await changes(undefined, '9042')).body).toMatchObject({ code: 400, reason: 'current_pin_missing' })
    expect((await changes('2580', '9042')).status).toBe(200)
    expect((await get(it, '/secrets')).body).toMatchObject({ pin: '9042' })
    expect((await changes('2580', '9043')).body).toMatchObject({ code: 403, reason: 'wrong_pin' })
  })

  test('three wrong PINs suspend the card, a right one between them forgives those before', async () => {
    const { changes, statusOf, it, post } = await withCard()
    const wrong = async () => (await changes('1759', '9042')).body
    expect((await wrong()).message).toContain('Tries left: 2')
    await changes('2580', '2581')
    expect((await wrong()).message).toContain('Tries left: 2')
    expect((await wrong()).message).toContain('Tries left: 1')
    expect(await wrong()).toMatchObject({ code: 409, reason: 'pin_blocked' })
    expect(await statusOf(it)).toBe('suspended')
    expect((await post(it, '/unfreeze')).status).toBe(409)
    expect((await post(it, '/pin/unblock')).body).toMatchObject({ status: 'active' })
    expect((await post(it, '/pin/unblock')).body).toMatchObject({ code: 409, reason: 'pin_not_blocked' })
    expect((await changes('2581', '9042')).status).toBe(200)
  })

  test('many wrong PINs at once are three tries', async () => {
    const { changes, statusOf, it } = await withCard()
    const replies = await Promise.all(['1750', '1751', '1752', '1753', '1754'].map((pin) => changes(pin, '9042')))
    const reasons = replies.map(({ body }) => body.reason).toSorted()
    expect(reasons.filter((reason) => reason === 'wrong_pin')).toHaveLength(2)
    expect(await statusOf(it)).toBe('suspended')
  })

  test('a holder does not end a suspension by the programme by unblocking the PIN', async () => {
    const { changes, post, it } = await withCard()
    for (let tries = 0; tries < 3; tries++) await changes('1759', '9042')
    await suspendCard(world.app, { cardId: it.id as CardId, by })
    expect((await post(it, '/pin/unblock')).body).toMatchObject({ status: 'suspended' })
    expect((await post(it, '/pin/unblock')).body).toMatchObject({ code: 409, reason: 'pin_not_blocked' })
    expect(await resumeCard(world.app, { cardId: it.id as CardId, by })).toMatchObject({ status: 'active' })
  })

  describe('a change of the PIN that the vault has not carried out', () => {
    const failsOnce = () =>
      vi.spyOn(world.app.issuerVault, 'setPin').mockRejectedValueOnce(new Error('the vault does not answer'))

    test('is not said to be made, and is made by the next request', async () => {
      const { changes, customerId, get, it } = await withCard()
      failsOnce()
      expect((await changes('2580', '8264')).status).toBe(500)
      const lost = { holderId: customerId as HolderId, cardId: it.id as CardId }
      await expect(cardWithChangedPin(world.app, lost)).rejects.toMatchObject({ code: 'pin_not_changed' })
      expect((await get(it, '/secrets')).body).toMatchObject({ pin: '2580' })
      expect((await changes('2580', '8264')).status).toBe(200)
      expect((await get(it, '/secrets')).body).toMatchObject({ pin: '8264' })
      expect(await cardWithChangedPin(world.app, lost)).toMatchObject({ id: it.id })
    })

    test('changes nothing when it comes after a later one', async () => {
      const { changes, get, it } = await withCard()
      const at = world.clock.now()
      world.clock.pass({ seconds: 1 })
      expect((await changes('2580', '8264')).status).toBe(200)
      await world.app.issuerVault.setPin({ cardId: it.id as string, pin: new Secret('4411'), at })
      expect((await get(it, '/secrets')).body).toMatchObject({ pin: '8264' })
    })

    // In small: is not said to be made, and is made by the next request
    longTest('is refused when it is repeated with its Idempotency-Key', async () => {
      const { call, it } = await withCard()
      const headers = { 'idempotency-key': `pin-${it.id}` }
      const send = () => call('POST', `/cards/${it.id}/pin`, { body: { currentPin: '2580', newPin: '8264' }, headers })
      failsOnce()
      expect((await send()).status).toBe(500)
      expect((await send()).body).toMatchObject({ code: 409, reason: 'pin_not_changed' })
    })
  })

  test('a virtual card receives a PIN later', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card()
    expect((await ana.post(card, '/pin', { newPin: '2580' })).status).toBe(200)
    expect((await ana.get(card, '/secrets')).body).toMatchObject({ pin: '2580' })
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
