import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#issuing/programmes'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { createWorld, type World } from '../world/world.ts'

describe('many requests about one card', () => {
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

  test.each(['lost', 'damaged'])('of several reissues of a %s card at once, one makes a successor', async (reason) => {
    const ana = await holder()
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const replies = await Promise.all([1, 2, 3, 4].map(() => ana.post(card, `/reissue/${reason}`)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect((await ana.call('GET', '/cards')).body.total).toBe(2)
    const rows = await world.query(`select card_id from issuervault.cards`)
    const cards = await world.query(`select id from cards.cards`)
    expect(rows.map((row) => row.card_id).toSorted()).toEqual(cards.map((row) => row.id).toSorted())
  })

  test.each([
    ['issued', 'issue-card'],
    ['reissued', 'reissue-card'],
  ])('a card that is %s keeps its number when the database does not answer the commit', async (how, useCase) => {
    const ana = await holder()
    const card = await ana.card()
    const restore = loseReplies(world, useCase)
    const reply = how === 'issued' ? await ana.issue() : await ana.post(card, '/reissue/lost')
    restore()
    expect(reply.status).toBe(500)
    const cards: { id: string }[] = (await ana.call('GET', '/cards')).body.data as never
    const made = cards.find(({ id }) => id !== card.id)!
    expect((await ana.get(made, '/secrets')).body.pan).toMatch(/^\d{16}$/)
  })

  test('a card that is frozen and closed at once ends closed, with a history without gaps', async () => {
    const ana = await holder()
    const card = await ana.card()
    const replies = await Promise.all([ana.post(card, '/freeze'), ana.post(card, '/close'), ana.post(card, '/freeze')])
    expect(
      replies
        .map(({ status }) => status)
        .toSorted()
        .slice(0, 1),
    ).toEqual([200])
    expect(replies[1]!.body).toMatchObject({ status: 'closed' })
    expect(await ana.statusOf(card)).toBe('closed')
  })

  test('the account that is closed while a card is issued on it has either no card or stays open', async () => {
    for (let round = 0; round < 5; round++) {
      const ana = await holder()
      const [issued, closed] = await Promise.all([ana.issue(), ana.call('POST', `/accounts/${ana.account.id}/close`)])
      expect([issued.status, closed.status].toSorted()).toEqual(issued.status === 201 ? [201, 409] : [200, 409])
    }
  })

  test('of many requests for the last card numbers of a range each number is given once, and the rest is refused', async () => {
    const small = await openProduct(world, nordwind, { prefix: '53212345678901'.replace('53212345', '53212388') })
    const ana = await openCardholder(world, nordwind, small)
    const replies = await Promise.all(Array.from({ length: 14 }, () => ana.issue()))
    const refused = replies.filter(({ status }) => status !== 201)
    expect(refused).toHaveLength(4)
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 409, reason: 'card_range_full', field: 'subscriptionCardId' })
    const numbers = await Promise.all(
      replies
        .filter(({ status }) => status === 201)
        .map(async ({ body }) => (await ana.get(body, '/secrets')).body.pan as string),
    )
    expect(new Set(numbers).size).toBe(10)
    for (const number of numbers) expect(number).toMatch(/^53212388678901\d\d$/)
    const warnings = world.logged.filter((line) => line.includes('nearly used'))
    expect(warnings.map((line) => JSON.parse(line).issued).toSorted()).toEqual([10, 9])
  })

  test('one customer does not use up a range: cards are counted, also those that replace others', async () => {
    const limited = await createWorld({ environment: { FLORIN_RATE_LIMITS: 'cards_issued=3/PT1H' } })
    const partner = await openPartner(limited)
    const own = await openProduct(limited, partner)
    const ana = await openCardholder(limited, partner, own)
    const card = await ana.card()
    await ana.post(card, '/reissue/lost')
    const replies = await Promise.all([ana.issue(), ana.issue(), ana.issue()])
    expect(replies.map(({ body }) => body.reason).toSorted()).toEqual(['too_many_cards', 'too_many_cards', undefined])
    expect(await limited.app.issuerVault.rangeOf(own.id)).toMatchObject({ issued: 3 })
    expect((await (await openCardholder(limited, partner, own)).issue()).status).toBe(201)
    await limited[Symbol.asyncDispose]()
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  })
})

/** The commits of one use case are carried out, and their responses are lost. */
function loseReplies({ app: { db } }: World, useCase: string): () => void {
  const batches = db.batches!
  const { carryOut } = batches
  batches.carryOut = async (commit, ways) => {
    const done = await carryOut(commit, ways)
    if (commit.useCase === useCase) throw new Error('Connection terminated unexpectedly')
    return done
  }
  return () => {
    batches.carryOut = carryOut
  }
}
