import { generateKeyPairSync } from 'node:crypto'
import { compactDecrypt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIssuerVault } from '#core/issuervault'
import { giveUpRun, openRuns, personaliseCards, rewrapDeliveries } from '#issuing/cards'
import type { Product } from '#issuing/programmes'
import { readPinBlock4 } from '#kernel/crypto/cards/pin.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import { openPartner, type PartnerFixture } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld, type World } from '../world/world.ts'

const by = { actor: 'operator', fromWhere: 'test' }
const nowhere = { write: async () => {}, discard: async () => {} }

describe('cards that a bureau makes', () => {
  let world: World
  let nordwind: PartnerFixture
  let product: Product
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const bureauKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  beforeAll(async () => {
    world = await createWorld()
    nordwind = await openPartner(world)
    product = await openProduct(world, nordwind, { bureauKey })
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const files: string[] = []
  const personalise = (limit = 100, meanwhile: () => Promise<unknown> = async () => {}) =>
    personaliseCards(world.app, {
      productId: product.id,
      by,
      limit,
      keep: {
        write: async (file) => {
          files.push(file)
          if (files.length === 1) await meanwhile()
        },
        discard: async () => void files.pop(),
      },
    })
  const cardsIn = async (file: string): Promise<string[]> =>
    (await opened(file)).cards.map((one: { cardId: string }) => one.cardId)
  const opened = async (file: string) => {
    const { plaintext } = await compactDecrypt(file, privateKey)
    return JSON.parse(Buffer.from(plaintext).toString())
  }

  test('a physical card waits until it is in a file, which only the bureau can open', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card(plastic)
    expect(await ana.statusOf(card)).toBe('pending')
    expect((await ana.post(card, '/activate', { lastFour: card.last4 })).body).toMatchObject({
      code: 409,
      allowed: ['issue', 'personalise', 'close'],
    })
    expect((await ana.post(card, '/reissue/lost')).body).toMatchObject({ code: 409 })
    expect(await personalise()).toMatchObject({ cards: 1 })
    expect(await ana.statusOf(card)).toBe('readyToBeActivated')
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const { pan, cvv } = (await ana.get(card, '/secrets')).body as { pan: string; cvv: string }

    expect(files[0]).not.toContain(pan)
    const { cards, pinKey, product: of } = await opened(files[0]!)
    expect(of).toMatchObject({ id: product.id, name: 'Everyday card' })
    expect(cards).toHaveLength(1)
    const [made] = cards
    expect(made).toMatchObject({
      cardId: card.id,
      embossing: { pan: pan.replaceAll(/(.{4})(?=.)/g, '$1 '), expiry: '05/30', name: 'ANA POPESCU', cvv2: cvv },
      delivery: plastic.deliveryAddress,
    })
    expect(made.stripe.track1).toMatch(new RegExp(`^%B${pan}\\^POPESCU/ANA\\^30052011\\d{4}\\d{3}\\?$`))
    expect(made.stripe.track2).toMatch(new RegExp(`^;${pan}=30052011\\d{4}\\d{3}\\?$`))
    expect(made.chip.track2).toMatch(new RegExp(`^${pan}D30052011\\d{4}\\d{3}$`))
    expect(readPinBlock4(Buffer.from(pinKey, 'hex'), Buffer.from(made.pinBlock, 'hex'), pan)).toBe('2580')
  })

  test('a card is in one file, and each file has the oldest that wait', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const cards = [await ana.card(plastic), await ana.card(plastic), await ana.card(plastic)]
    await ana.post(cards[1], '/close')
    files.length = 0
    const runs = [await personalise(1), await personalise(), await personalise()]
    expect(runs).toMatchObject([{ cards: 1 }, { cards: 1 }, undefined])
    expect((await opened(files[1]!)).run).toBe(runs[1]!.run)
    const made = await Promise.all(files.map(cardsIn))
    expect(made.flat().toSorted()).toEqual([cards[0]!.id, cards[2]!.id].toSorted())
  })

  test('a card that is closed while the file is written is not in the file that counts', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const [closed, sent] = [await ana.card(plastic), await ana.card(plastic)]
    files.length = 0
    expect(await personalise(10, () => ana.post(closed, '/close'))).toMatchObject({ cards: 1 })
    expect((await opened(files.at(-1)!)).cards).toMatchObject([{ cardId: sent.id }])
    expect(await ana.statusOf(closed)).toBe('closed')
  })

  test('of two runs at once each has cards of its own, or no file', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const cards = [await ana.card(plastic), await ana.card(plastic), await ana.card(plastic)]
    files.length = 0
    const runs = await Promise.all([personalise(), personalise()])
    expect(runs.map((run) => run?.cards ?? 0).toSorted()).toEqual([0, 3])
    expect(files).toHaveLength(1)
    expect((await cardsIn(files[0]!)).toSorted()).toEqual(cards.map(({ id }) => id).toSorted())
  })

  test('a run that has died keeps its cards, and is continued or given up by its id', async () => {
    const ana = await openCardholder(world, nordwind, product)
    const card = await ana.card(plastic)
    files.length = 0
    const dies = () => Promise.reject(new Error('no space left on device'))
    await expect(personalise(10, dies)).rejects.toThrow('no space left')
    const [first] = await openRuns(world.app.db)
    expect([first!.cards, await personalise()]).toEqual([1, undefined])
    expect(await giveUpRun(world.app, { runId: first!.id, by })).toBe(1)
    expect(await world.query(`select actor, after from directory.audit where action = 'bureauRunGivenUp'`)).toEqual([
      { actor: 'operator', after: { cards: 1 } },
    ])
    files.length = 0
    await expect(personalise(10, dies)).rejects.toThrow('no space left')
    const [second] = await openRuns(world.app.db)
    files.length = 0
    const input = { productId: product.id, by, limit: 10, continues: second!.id }
    // Somebody takes it up while the file is written: one of the two has a file.
    const keep = { write: async (file: string) => void files.push(file), discard: async () => void files.pop() }
    const slow = personaliseCards(world.app, {
      ...input,
      keep: {
        ...keep,
        write: async (file) => {
          await keep.write(file)
          if (files.length === 1) await personaliseCards(world.app, { ...input, keep })
        },
      },
    })
    await expect(slow).rejects.toMatchObject({ code: 'bureau_run_not_open' })
    expect([files.length, await cardsIn(files[0]!)]).toEqual([1, [card.id]])
    expect((await opened(files[0]!)).run).toBe(second!.id)
    await expect(giveUpRun(world.app, { runId: second!.id, by })).rejects.toMatchObject({ code: 'bureau_run_not_open' })
    expect(await openRuns(world.app.db)).toEqual([])
  })

  test('what is sealed is rewrapped under a new master key, and the old one may leave the file', async () => {
    const keyFile = generateKeys()
    const older = await createWorld({ environment: { FLORIN_KEYS: keyFile } })
    const partner = await openPartner(older)
    const ana = await openCardholder(older, partner, await openProduct(older, partner))
    const card = await ana.card(plastic)
    await ana.post(card, '/activate', { lastFour: card.last4 })
    const before = (await ana.get(card, '/secrets')).body
    const both = withFreshKey(keyFile, 'issuing')
    const ring = { ...older.app, keys: readKeyRing(both) }
    const db = openDb(older.databaseUrl, { role: 'florin_issuer', connectionsMax: 2 })
    const rotated = openIssuerVault({ db, keys: ring.keys, clock: older.clock })
    expect(await rotated.rewrap({ limit: 100 })).toEqual({ rewrapped: 5, unreadable: [] })
    expect(await rotated.rewrap({ limit: 100 })).toEqual({ rewrapped: 0, unreadable: [] })
    expect(await rewrapDeliveries(ring, { limit: 100 })).toEqual({ rewrapped: 1, unreadable: [] })
    expect(await rewrapDeliveries(ring, { limit: 100 })).toEqual({ rewrapped: 0, unreadable: [] })
    const alone = JSON.parse(both)
    delete alone.seal.issuing['1']
    const keys = readKeyRing(JSON.stringify(alone))
    const secrets = await openIssuerVault({ db, keys, clock: older.clock }).secretsOf({
      cardId: card.id,
      expiryOrder: 'YYMM',
    })
    expect([secrets.pan.reveal(), secrets.cvv.reveal(), secrets.pin?.reveal()]).toEqual([
      before.pan,
      before.cvv,
      '2580',
    ])
    await db.close()
    await older[Symbol.asyncDispose]()
  })

  test('a product without a bureau says what to do', async () => {
    const other = await openProduct(world, nordwind, { prefix: '53212347' })
    const refused = personaliseCards(world.app, { productId: other.id, by, limit: 1, keep: nowhere })
    await expect(refused).rejects.toMatchObject({ code: 'bureau_key_missing' })
  })

  test('seals and books agree with everything that was done', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
    const found = {
      'it is in the file of a run that is done, and was not made': `update cards.cards set status = 'pending' where status = 'readyToBeActivated'`,
      'it was made for the file of a run that is not done': `update cards.bureau_runs set status = 'givenUp'`,
    }
    const database = await openRolledBack(world.databaseUrl)
    expect(await unseenWithoutSeals(database, found, verifiedAs(world.app))).toEqual([])
  })
})
