import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resumeCard, suspendCard } from '#issuing/cards'
import type { CardId } from '#issuing/ids'
import { changeProduct, type Product } from '#issuing/programmes'
import { routes } from '../laws/routes.ts'
import { longTest } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openAppleWallet } from '../world/wallet.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'odd purchases' }

describe('cards', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Product
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind)
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const holder = () => openCardholder(world, nordwind, product)
  const idOf = (card: { id: string }) => ({ cardId: card.id as CardId, by })
  const eventsOf = async ({ id }: { id: string }) =>
    (
      await world.query(`select body ->> 'status' as status from outbox.events
        where name = 'cardStatusChanged' and subject_id = '${id}' order by id`)
    ).map(({ status }) => status)

  test('a virtual card is active as soon as it is issued, on the account in its currency', async () => {
    const ana = await holder()
    const { status, body } = await ana.issue()
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      subscriptionCardId: product.id,
      accountId: ana.account.id,
      label: 'Groceries',
      isVirtual: true,
      currency: 'EUR',
      status: 'active',
      last4: expect.stringMatching(/^\d{4}$/),
      expiryMonth: 5,
      expiryYear: 2030,
      createdAt: expect.any(String),
    })
    expect((await ana.get(body)).body).toEqual(body)
    expect(await eventsOf(body as { id: string })).toEqual(['pending', 'active'])
    expect((await ana.post(body, '/activate', { lastFour: body.last4 })).body).toMatchObject({
      code: 409,
      reason: 'card_is_virtual',
      allowed: [],
    })
  })

  test('a physical card waits for its holder, who activates it with its last four digits', async () => {
    const ana = await holder()
    const card = await ana.card(plastic)
    expect(card).toMatchObject({ isVirtual: false, status: 'readyToBeActivated' })
    const wrong = card.last4 === '0000' ? '1111' : '0000'
    expect((await ana.post(card, '/activate', { lastFour: wrong })).body).toMatchObject({
      code: 400,
      reason: 'wrong_last_four',
      field: 'lastFour',
    })
    expect((await ana.post(card, '/activate', { lastFour: card.last4 })).body).toMatchObject({ status: 'active' })
    expect((await ana.post(card, '/activate', { lastFour: card.last4 })).body).toMatchObject({
      code: 409,
      reason: 'card_transition',
      allowed: ['freeze', 'suspend', 'close'],
    })
    expect(await eventsOf(card)).toEqual(['pending', 'readyToBeActivated', 'active'])
  })

  test('the digits of a card are tried three times a day, also the right ones', async () => {
    const ana = await holder()
    const card = await ana.card(plastic)
    const wrong = card.last4 === '0000' ? '1111' : '0000'
    for (let nth = 0; nth < 3; nth++)
      expect((await ana.post(card, '/activate', { lastFour: wrong })).body).toMatchObject({ reason: 'wrong_last_four' })
    expect((await ana.post(card, '/activate', { lastFour: card.last4 })).body).toMatchObject({
      code: 429,
      reason: 'too_many_activations',
    })
    expect((await ana.get(card)).body).toMatchObject({ status: 'readyToBeActivated' })
  })

  test('cards are listed oldest first, a page at a time, with their number in all', async () => {
    const ana = await holder()
    const cards = [await ana.card(), await ana.card({ label: 'Travel' }), await ana.card(plastic)]
    await ana.post(cards[0], '/close')
    const { body } = await ana.call('GET', '/cards?page=1&size=2')
    expect(body).toMatchObject({ page: 1, size: 2, total: 3 })
    const second = (await ana.call('GET', '/cards?page=2&size=2')).body
    const ids = [...(body.data as { id: string }[]), ...(second.data as { id: string }[])].map(({ id }) => id)
    expect(ids.toSorted()).toEqual(cards.map(({ id }) => id).toSorted())
    expect((await ana.call('GET', '/cards?status=closed')).body).toMatchObject({
      total: 1,
      data: [{ id: cards[0]!.id }],
    })
  })

  test('a card is frozen, unfrozen and closed; what is not possible names what is', async () => {
    const ana = await holder()
    const card = await ana.card()
    expect((await ana.post(card, '/unfreeze')).body).toMatchObject({
      code: 409,
      allowed: ['freeze', 'suspend', 'close'],
    })
    expect((await ana.post(card, '/freeze')).body).toMatchObject({ status: 'frozen' })
    const again = (await ana.post(card, '/freeze')).body
    expect(again).toMatchObject({ code: 409, reason: 'card_transition', allowed: ['unfreeze', 'suspend', 'close'] })
    expect(again.message).toBe('The card is frozen; freeze is not possible. Possible: unfreeze, suspend, close.')
    expect((await ana.post(card, '/unfreeze')).body).toMatchObject({ status: 'active' })
    expect((await ana.post(card, '/close')).body).toMatchObject({ status: 'closed' })
    expect((await ana.post(card, '/freeze')).body).toMatchObject({ code: 409, allowed: [] })
    expect(await eventsOf(card)).toEqual(['pending', 'active', 'frozen', 'active', 'closed'])
  })

  test('the programme suspends a card, which its holder cannot use again; a frozen one is frozen after it', async () => {
    const ana = await holder()
    const [card, frozen] = [await ana.card(), await ana.card()]
    await ana.post(frozen, '/freeze')
    await suspendCard(world.app, idOf(card))
    await suspendCard(world.app, idOf(frozen))
    expect((await ana.post(card, '/unfreeze')).body).toMatchObject({ code: 409 })
    expect((await resumeCard(world.app, idOf(card))).status).toBe('active')
    expect((await resumeCard(world.app, idOf(frozen))).status).toBe('frozen')
    const [row] = await world.query(
      `select actor, from_where, reason from cards.card_transitions where card_id = '${card.id}' and action = 'suspend'`,
    )
    expect(row).toEqual({ actor: 'staff 7', from_where: 'test', reason: 'odd purchases' })
  })

  test.each([
    [
      'a product that is none',
      { subscriptionCardId: 'ffffffff-ffff-4fff-8fff-ffffffffffff' },
      404,
      'subscriptionCardId',
      'card_product_not_found',
    ],
    ['a product id that is none', { subscriptionCardId: 'gold' }, 404, 'subscriptionCardId', 'card_product_not_found'],
    ['a currency without account', { currency: 'USD' }, 409, 'currency', 'card_account_missing'],
    ['a currency that the product has not', { currency: 'JPY' }, 400, 'currency', 'card_currency_not_offered'],
    ['a currency that is none', { currency: 'XXZ' }, 400, 'currency', 'invalid_field'],
    ['no kind', { isVirtual: undefined }, 400, 'isVirtual', 'invalid_field'],
    ['a virtual card with a PIN', { pin: '2580' }, 400, 'pin', 'card_delivery_not_needed'],
    [
      'a physical card without a name',
      { ...plastic, nameOnCard: undefined },
      400,
      'nameOnCard',
      'card_delivery_missing',
    ],
    [
      'a physical card without an address',
      { ...plastic, deliveryAddress: undefined },
      400,
      'deliveryAddress',
      'card_delivery_missing',
    ],
    ['a physical card without a PIN', { ...plastic, pin: undefined }, 400, 'pin', 'card_delivery_missing'],
    [
      'half an address',
      { ...plastic, deliveryAddress: { recipient: 'Ana' } },
      400,
      'deliveryAddress.street',
      'invalid_field',
    ],
    ['a PIN that thieves try first', { ...plastic, pin: '1234' }, 400, 'pin', 'invalid_field'],
    ['a name that cannot be embossed', { ...plastic, nameOnCard: 'Анна' }, 400, 'nameOnCard', 'invalid_field'],
  ])('with %s the field is named', async (_name, more, code, field, reason) => {
    const ana = await holder()
    const refused = await ana.issue(more)
    expect(refused.body).toMatchObject({ code, field, reason })
    expect(refused.body.message, 'short enough to be read').toMatch(/^.{10,250}$/)
    expect((await ana.call('GET', '/cards')).body.total).toBe(0)
  })

  test('a product of one kind issues no cards of the other', async () => {
    const kinds = [
      { prefix: '53212341', physical: false, refused: plastic, words: 'no physical cards' },
      { prefix: '53212342', virtual: false, refused: {}, words: 'no virtual cards' },
    ]
    for (const { refused, words, ...kind } of kinds) {
      const ana = await openCardholder(world, nordwind, await openProduct(world, nordwind, kind))
      const { body } = await ana.issue(refused)
      expect(body).toMatchObject({ code: 400, field: 'isVirtual', reason: 'card_kind_not_offered' })
      expect(body.message).toContain(words)
      expect((await ana.issue(refused === plastic ? {} : plastic)).status).toBe(201)
    }
  })

  test('a refused PIN is not repeated in the reply', async () => {
    const ana = await holder()
    const refused = await ana.issue({ ...plastic, pin: '98761' })
    expect(refused.status).toBe(201)
    const weak = await ana.issue({ ...plastic, pin: '987654' })
    expect(weak.status).toBe(400)
    expect(JSON.stringify(weak.body)).not.toContain('987654')
  })

  test('a customer who is not approved gets no card', async () => {
    const eve = await nordwind.customer()
    const body = { subscriptionCardId: product.id, isVirtual: true, currency: 'EUR' }
    expect((await eve.call('POST', '/cards', { body })).body).toMatchObject({ code: 403, reason: 'kyc_not_approved' })
  })

  // In small: shows, changes and uses nothing of another customer, of this partner or another
  longTest('another customer and another partner find no card, and another partner’s product issues none', async () => {
    const ana = await holder()
    const card = await ana.card()
    const another = await openPartner(world, 'Another Bank')
    const theirs = await openProduct(world, another, { prefix: '53212399' })
    const stranger = await openCardholder(world, another, theirs)
    for (const other of [await holder(), stranger]) {
      expect((await other.get(card)).status).toBe(404)
      expect((await other.get(card, '/secrets')).status).toBe(404)
      for (const path of ['/freeze', '/close', '/reissue/lost']) expect((await other.post(card, path)).status).toBe(404)
    }
    expect((await ana.issue({ subscriptionCardId: theirs.id })).body).toMatchObject({ code: 404 })
    expect(await ana.statusOf(card)).toBe('active')
  })

  test('no route of a card opens to another customer, another partner’s, or without a token', async () => {
    const ana = await holder()
    const card = await ana.card()
    const another = await openPartner(world, 'Third Bank')
    const theirs = await openProduct(world, another, { prefix: '53212398' })
    const strangers = [await holder(), await openCardholder(world, another, theirs)]
    const apple = openAppleWallet(world.clock.now()).request()
    const body = { ...apple, lastFour: '1234', newPin: '2580', label: 'Mine' }
    const ofCard = routes.filter((route) => route.includes(' /v1/cards/:id'))
    expect(ofCard.length).toBeGreaterThan(12)
    for (const route of ofCard) {
      const [method, path] = route.split(' ') as ['GET' | 'POST' | 'PUT' | 'PATCH', string]
      const url = path.replace('/v1', '').replace(':id', card.id).replace(':reason', 'lost')
      const sent = method === 'GET' ? {} : { body }
      for (const { call } of strangers) expect((await call(method, url, sent)).status, route).toBe(404)
      expect((await nordwind.withToken('none')(method, url, sent)).status, route).toBe(401)
      expect((await nordwind.asServer(method, url, sent)).status, route).toBe(401)
    }
    expect((await ana.get(card)).body).toMatchObject({ status: 'active', label: 'Groceries' })
  })

  test('an inactive product issues no new cards, and its cards go on', async () => {
    const retired = await openProduct(world, nordwind, { prefix: '53212346' })
    const ana = await openCardholder(world, nordwind, retired)
    const card = await ana.card()
    await changeProduct(world.app, { by, productId: retired.id, changes: { active: false } })
    expect((await ana.issue()).body).toMatchObject({ code: 409, reason: 'card_product_inactive' })
    expect((await ana.post(card, '/reissue/damaged')).status).toBe(201)
  })

  test('an account with a card that is not closed stays open', async () => {
    const ana = await holder()
    const card = await ana.card()
    const close = () => ana.call('POST', `/accounts/${ana.account.id}/close`)
    expect((await close()).body).toMatchObject({ code: 409, reason: 'account_has_cards' })
    await ana.post(card, '/close')
    expect((await close()).body).toMatchObject({ status: 'closed' })
  })

  test('the same Idempotency-Key issues one card', async () => {
    const ana = await holder()
    const headers = { 'idempotency-key': 'first-card' }
    const replies = await Promise.all([ana.issue({}, headers), ana.issue({}, headers), ana.issue({}, headers)])
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect((await ana.call('GET', '/cards')).body.total).toBe(1)
  })

  test('the same Idempotency-Key with another PIN is another request', async () => {
    const ana = await holder()
    const card = await ana.card()
    const headers = { 'idempotency-key': 'secret-1' }
    const sets = (newPin: string) => ana.call('POST', `/cards/${card.id}/pin`, { body: { newPin }, headers })
    expect((await sets('730164')).status).toBe(200)
    expect((await sets('730164')).headers['idempotent-replayed']).toBe('true')
    expect((await sets('915273')).body).toMatchObject({ code: 409, reason: 'idempotency_key_reused' })
    expect((await ana.get(card, '/secrets')).body.pin).toBe('730164')
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    const report = await world.verify()
    expect(report.differences).toEqual([])
    expect(report.checked).toContainEqual({ what: 'issued card numbers', count: expect.any(Number) })
  })
})
