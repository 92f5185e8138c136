import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HolderId } from '#issuing/ids'
import { changeSettings, type Product } from '#issuing/programmes'
import { commit } from '#kernel/db/commit/commit.ts'
import { findCardVisit } from '../../src/issuing/cards/page-token.ts'
import { endSessions } from '../../src/issuing/holders/end-sessions.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'test', fromWhere: 'test' }

describe('the page with card data', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Product
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind)
    const changes = { frameAncestors: ['https://app.nordwind.example'] }
    await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const opened = async (body: unknown = {}) => {
    const ana = await openCardholder(world, nordwind, product)
    const it = await ana.card()
    const reply = await ana.post(it, '/data-page', body)
    const url = new URL(String(reply.body.url)).pathname
    const visit = (method: 'GET' | 'POST') => world.http.inject({ method, url })
    return { ...ana, it, reply, visit, secrets: async () => (await ana.get(it, '/secrets')).body }
  }

  test('it asks first, then shows number, expiry and security code once, to the programme’s frames only', async () => {
    const { reply, visit, secrets, it } = await opened()
    expect(reply).toMatchObject({
      status: 201,
      body: { url: expect.stringMatching(/^http:\/\/florin\.test\/card-data\//) },
    })
    const { pan, cvv } = await secrets()
    const asked = await visit('GET')
    expect(asked.statusCode).toBe(200)
    expect(asked.body).toContain(it.last4)
    expect(asked.headers['content-security-policy']).toContain('frame-ancestors https://app.nordwind.example')
    expect((await visit('GET')).body).not.toContain(String(pan).slice(0, 8))
    const shown = await visit('POST')
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toContain(String(pan).replaceAll(/(.{4})(?=.)/g, '$1 '))
    expect(shown.body).toContain(`>${cvv}<`)
    expect(shown.body).toContain('05/30')
    expect(shown.headers['cache-control']).toBe('no-store')
    for (const method of ['GET', 'POST'] as const) expect((await visit(method)).statusCode).toBe(410)
  })

  test('it is over when the customer is logged out everywhere', async () => {
    const { visit, customerId } = await opened()
    await endSessions(world.app, { by, holder: { id: customerId as HolderId, partnerId: nordwind.partner.id } })
    expect((await visit('POST')).statusCode).toBe(410)
  })

  test('of several who press the button at once, one sees the card', async () => {
    const { visit, secrets } = await opened()
    const { pan } = await secrets()
    const pages = await Promise.all([visit('POST'), visit('POST'), visit('POST'), visit('POST')])
    const number = String(pan).replaceAll(/(.{4})(?=.)/g, '$1 ')
    expect(pages.filter(({ body }) => body.includes(number))).toHaveLength(1)
    expect(pages.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 410, 410, 410])
  })

  test('an address is used once, also by two who have both seen that it was not used', async () => {
    const { reply } = await opened()
    const token = new URL(String(reply.body.url)).pathname.split('/').at(-1)!
    const [one, other] = [await findCardVisit(world.app, token), await findCardVisit(world.app, token)]
    const use = (visit: typeof one) => commit(world.app, world.clock.now(), [visit!.use()])
    await use(one)
    await expect(use(other)).rejects.toMatchObject({ code: 'card_page_used' })
  })

  test('it is over after five minutes, and when the card is closed', async () => {
    const [late, closed] = [await opened(), await opened()]
    await closed.post(closed.it, '/close')
    expect((await closed.visit('POST')).statusCode).toBe(410)
    world.clock.pass({ minutes: 5 })
    expect((await late.visit('POST')).statusCode).toBe(410)
  })

  test('an address that was never made leads nowhere', async () => {
    const reply = await world.http.inject({ method: 'POST', url: '/card-data/abc' })
    expect(reply.statusCode).toBe(404)
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('it speaks the language that the app has named', async () => {
    const { visit, reply } = await opened({ language: 'de' })
    expect(reply.status).toBe(201)
    expect((await visit('GET')).body).toContain('Nummer und Prüfziffer')
  })

  test('the audit has who opened it and that it was shown', async () => {
    const { it, visit } = await opened()
    await visit('POST')
    const entries = await world.query(
      `select action, after from directory.audit where subject_id = '${it.id}' order by id`,
    )
    expect(entries).toEqual([
      { action: 'cardPageOpened', after: null },
      { action: 'cardSecretsRead', after: { how: 'page' } },
    ])
  })

  test('addresses that are over are deleted, and so are numbers of cards that were never issued', async () => {
    const { app } = world
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card()
    const cardId = crypto.randomUUID()
    await app.issuerVault.createCard({ cardId, productId: product.id, expiry: '3005', pin: undefined })
    await world.pass({ hours: 25 })
    await world.pass({ hours: 25 })
    expect(await world.query('select from cards.page_tokens')).toEqual([])
    expect(await world.query(`select from issuervault.cards where card_id = '${cardId}'`)).toEqual([])
    expect(await world.query(`select from issuervault.cards where card_id = '${card.id}'`)).toHaveLength(1)
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})
