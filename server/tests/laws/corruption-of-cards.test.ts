import { expect, onTestFinished, test } from 'vitest'
import { changeSettings, rotateProductKey } from '#issuing/programmes'
import { sealAll } from '../../src/audit/seal.ts'
import { cardCorruptions, keyCorruptions } from '../world/corruptions-of-cards.ts'
import { openPartner } from '../world/partner.ts'
import { openCardholder, openProduct, plastic } from '../world/programme.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'
import { openAppleWallet } from '../world/wallet.ts'
import { createWorld } from '../world/world.ts'

/** A programme with cards in every status, a successor and a wallet. */
async function historyOfCards() {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const nordwind = await openPartner(world)
  const apple = openAppleWallet(world.clock.now())
  const by = { actor: 'test', fromWhere: 'test' }
  const settings = { appleRoot: apple.rootPem, frameAncestors: ['https://app.nordwind.example'] }
  await changeSettings(world.app, { by, partnerId: nordwind.partner.id, changes: settings })
  const product = await openProduct(world, nordwind, { limits: ['day:EUR:500.00'], markupPercent: '1.50' })
  const ana = await openCardholder(world, nordwind, product)
  const [frozen, lost, waiting, inWallet] = [
    await ana.card(),
    await ana.card(),
    await ana.card(plastic),
    await ana.card(),
  ]
  await ana.post(frozen, '/freeze')
  await ana.post(lost, '/reissue/lost')
  await ana.post(inWallet, '/provisioning/apple-pay', apple.request())
  await ana.post(waiting, '/close')
  await rotateProductKey(world.app, { by, productId: product.id, kind: 'pvk' })
  await world.runUntilIdle()
  await sealAll(world.app)
  return world
}

test('whatever is done to cards and programmes by hand, verify names the row', async () => {
  const world = await historyOfCards()
  const { app } = world
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, cardCorruptions, verified)).toEqual([])
  expect(await unseenCorruptions(database, keyCorruptions, verified)).toEqual([])
  expect(cardCorruptions.length).toBeGreaterThan(25)
})

test('a history that is no chain, has a step that is not legal, or ends elsewhere is found without its seal too', async () => {
  const world = await historyOfCards()
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(world.app)
  const card = await database.value(`select id as key from cards.cards where status = 'frozen'`)
  const kycCase = await database.value('select min(id) as key from kyc.cases')
  for (const [about, transitions, of] of [
    [`issued card ${card}`, 'cards.card_transitions', `card_id = '${card}'`],
    [`KYC case ${kycCase}`, 'kyc.case_transitions', `case_id = ${kycCase}`],
  ] as const) {
    const last = `(select max(id) from ${transitions} where ${of})`
    for (const [statement, wrong] of [
      [`update ${transitions} set from_status = null where id = ${last}`, 'its history has an impossible transition'],
      [`update ${transitions} set action = 'close' where id = ${last}`, 'its history has an impossible transition'],
      [`delete from ${transitions} where id = ${last}`, 'its history does not end in its status'],
    ] as const) {
      const { differences } = await database.after(statement, verified)
      expect(differences).toContainEqual(expect.objectContaining({ about, wrong }))
    }
  }
})
