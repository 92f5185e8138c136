import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeSettings, type Product, rotateProductKey } from '#issuing/programmes'
import { commit, update } from '#kernel/db/commit/commit.ts'
import { sampled } from '../world/length.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openAppleWallet, openGoogleWallet } from '../world/wallet.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test' }

describe('card data and successors', () => {
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

  test('a holder reads number, security code and expiry; of a physical card also the PIN', async () => {
    const ana = await holder()
    const [virtual, physical] = [await ana.card(), await ana.card(plastic)]
    await ana.post(physical, '/activate', { lastFour: physical.last4 })
    const { body, headers } = await ana.get(virtual, '/secrets')
    expect(body).toEqual({
      pan: expect.stringMatching(/^53212345\d{8}$/),
      cvv: expect.stringMatching(/^\d{3}$/),
      expiryMonth: 5,
      expiryYear: 2030,
    })
    expect((body.pan as string).slice(-4)).toBe(virtual.last4)
    expect(headers['cache-control']).toBe('no-store')
    expect((await ana.get(physical, '/secrets')).body).toMatchObject({ pin: '2580' })
    expect((await ana.get(virtual, '/secrets')).body).toEqual(body)
  })

  test('each reading is in the audit, with who read it and how', async () => {
    const ana = await holder()
    const card = await ana.card()
    await ana.get(card, '/secrets')
    const entries = await world.query(
      `select actor, action, owner_id, after from directory.audit where subject_id = '${card.id}'`,
    )
    expect(entries).toEqual([
      {
        actor: `holder ${ana.customerId}`,
        action: 'cardSecretsRead',
        owner_id: ana.customerId,
        after: { how: 'interface' },
      },
    ])
  })

  test('a card is read twenty times an hour, and another card is not held back by it', async () => {
    const ana = await holder()
    const [card, other] = [await ana.card(), await ana.card()]
    for (let reading = 0; reading < 20; reading++) expect((await ana.get(card, '/secrets')).status).toBe(200)
    const refused = await ana.get(card, '/secrets')
    expect(refused.body).toMatchObject({ code: 429, reason: 'too_many_card_secrets' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ana.get(other, '/secrets')).status).toBe(200)
  })

  test('a repeated Idempotency-Key is refused, since the reply is stored nowhere', async () => {
    const ana = await holder()
    const card = await ana.card()
    const read = () =>
      ana.call('GET', `/cards/${card.id}/secrets`, {
        headers: { 'idempotency-key': `reading ${card.id}`.replace(' ', '-') },
      })
    expect((await read()).status).toBe(200)
    expect((await read()).body).toMatchObject({ code: 409, reason: 'reply_not_stored' })
  })

  test('a card that is not activated, suspended or closed shows nothing', async () => {
    const ana = await holder()
    const [waiting, closed] = [await ana.card(plastic), await ana.card()]
    await ana.post(closed, '/close')
    for (const card of [waiting, closed])
      expect((await ana.get(card, '/secrets')).body).toMatchObject({ code: 409, reason: 'card_secrets_unavailable' })
  })

  test('CVV2 depends on the order of the date that the product has', async () => {
    const other = await openProduct(world, nordwind, { prefix: '53212355', expiryOrder: 'MMYY' })
    const ana = await openCardholder(world, nordwind, other)
    const cards = [await ana.card(), await ana.card(), await ana.card(), await ana.card()]
    const codes = () => Promise.all(cards.map(async (card) => (await ana.get(card, '/secrets')).body.cvv))
    const before = await codes()
    // No use case changes it.
    const becomes = (expiry_order: 'YYMM' | 'MMYY') =>
      commit(world.app, world.clock.now(), [
        update('programmes.products', { set: { expiry_order }, where: { id: other.id } }),
      ])
    await becomes('YYMM')
    const swapped = await codes()
    await becomes('MMYY')
    expect(swapped).not.toEqual(before)
    expect(await codes()).toEqual(before)
  })

  test('a card keeps its security code when the key of its product is rotated; new cards have the new key', async () => {
    const rotated = await openProduct(world, nordwind, { prefix: '53212356' })
    const ana = await openCardholder(world, nordwind, rotated)
    const card = await ana.card()
    const before = (await ana.get(card, '/secrets')).body
    await rotateProductKey(world.app, { by, productId: rotated.id, kind: 'cvk' })
    await ana.card()
    expect((await ana.get(card, '/secrets')).body).toEqual(before)
    const versions = await world.query(
      `select cvk_version from issuervault.cards where product_id = '${rotated.id}' order by created_at, cvk_version`,
    )
    expect(versions.map((row) => row.cvk_version)).toEqual([1, 2])
    await expect(rotateProductKey(world.app, { by, productId: rotated.id, kind: 'cvk' })).rejects.toMatchObject({
      code: 'key_versions_in_use',
      details: { version: 1 },
    })
    expect(await rotateProductKey(world.app, { by, productId: rotated.id, kind: 'pvk' })).toMatchObject({ version: 2 })
  })

  test.each(sampled(['lost', 'stolen', 'compromised'], 1))('a card that is %s is closed at once', async (reason) => {
    const ana = await holder()
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const old = (await ana.get(card, '/secrets')).body
    const { status, body } = await ana.post(card, `/reissue/${reason}`)
    expect([status, body]).toMatchObject([
      201,
      { replaces: card.id, reissueReason: reason, status: 'readyToBeActivated', label: 'Groceries' },
    ])
    expect(await ana.statusOf(card)).toBe('closed')
    await ana.post(body, '/activate', { lastFour: body.last4 })
    const fresh = (await ana.get(body, '/secrets')).body
    expect(fresh).toMatchObject({ pin: old.pin })
    expect(fresh.pan).not.toBe(old.pan)
  })

  test.each(['damaged', 'expired'])('a card that is %s works until its successor is activated', async (reason) => {
    const ana = await holder()
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const { body } = await ana.post(card, `/reissue/${reason}`)
    expect(await ana.statusOf(card)).toBe('active')
    expect((await ana.post(card, `/reissue/${reason}`)).body).toMatchObject({
      code: 409,
      reason: 'card_reissued_already',
    })
    await ana.post(body, '/activate', { lastFour: body.last4 })
    expect([await ana.statusOf(card), await ana.statusOf(body)]).toEqual(['closed', 'active'])
  })

  test('a successor that is closed again may be followed by another one', async () => {
    const ana = await holder()
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    await ana.post((await ana.post(card, '/reissue/damaged')).body, '/close')
    expect((await ana.post(card, '/reissue/damaged')).status).toBe(201)
  })

  test('a virtual successor is active at once, so the card before it is closed', async () => {
    const ana = await holder()
    const card = await ana.card()
    const { body } = await ana.post(card, '/reissue/expired')
    expect([await ana.statusOf(card), body.status]).toEqual(['closed', 'active'])
    expect((await ana.post(card, '/reissue/expired')).body).toMatchObject({ code: 409, allowed: [] })
  })

  test('another reason is refused, and those that there are are named', async () => {
    const ana = await holder()
    const { status, body } = await ana.post(await ana.card(), '/reissue/bored')
    expect(status).toBe(400)
    expect(body).toMatchObject({ field: 'reason' })
    expect(body.message).toContain('lost, stolen, damaged, expired, compromised')
  })

  test('no card number, security code or PIN is in a log, a table or a stored reply', async () => {
    const ana = await holder()
    const card = await ana.card({ ...plastic, pin: '730164' })
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const { pan } = (await ana.get(card, '/secrets')).body as { pan: string }
    const page = await ana.post(card, '/data-page', {})
    await world.http.inject({ method: 'POST', url: new URL(String(page.body.url)).pathname })
    for (const pin of ['730165', '730164']) await ana.post(card, '/pin', { currentPin: pin, newPin: '730164' })
    const apple = openAppleWallet(world.clock.now())
    const google = openGoogleWallet()
    const changes = { appleRoot: apple.rootPem, googleKey: google.publicPem }
    await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes })
    expect((await ana.post(card, '/provisioning/apple-pay', apple.request())).status).toBe(200)
    expect((await ana.get(card, '/provisioning/google-pay')).status).toBe(200)
    await ana.post(card, '/reissue/lost')
    const tables = await world.query(`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
      where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
    const texts = [...world.logged]
    for (const { name } of tables)
      for (const { row } of await world.query(`select t::text as row from ${name} t`)) texts.push(String(row))
    const hex = Buffer.from(pan).toString('hex')
    const found = texts.filter((text) =>
      [pan, pan.slice(4, 13), hex, '"730164"'].some((secret) => text.includes(secret)),
    )
    expect(found).toEqual([])
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
