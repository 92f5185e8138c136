import { expect, test } from 'vitest'
import { openVault } from '#core/vault'
import { Secret } from '#kernel/base/secret.ts'
import type { Db, Reader } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { verifyMoment } from '../../src/audit/verify.ts'
import { moneyCorruptions } from '../world/corruptions-of-money.ts'
import { personCorruptions } from '../world/corruptions-of-persons.ts'
import { recordCorruptions } from '../world/corruptions-of-records.ts'
import { settingCorruptions } from '../world/corruptions-of-settings.ts'
import { webhookCorruptions } from '../world/corruptions-of-webhooks.ts'
import { richHistory } from '../world/rich-history.ts'
import { openRolledBack, walked } from '../world/rolled-back.ts'

const corruptions = [
  ...moneyCorruptions,
  ...recordCorruptions,
  ...settingCorruptions,
  ...personCorruptions,
  ...webhookCorruptions,
]

test('whatever is done to the database by hand, verify names the row: two hundred corruptions, none unseen', async () => {
  const { world, site } = await richHistory()
  const { app } = world
  await app.vault.tokenize({ merchantId: site.merchantId, pan: new Secret('4000000000000002') })
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = (moment: Reader) => {
    const vault = openVault({ db: moment as Db, keys: app.keys, clock: app.clock })
    return verifyMoment(moment, { ...app, db: moment, vault }, {})
  }
  expect((await database.after('select 1', verified)).differences).toEqual([])

  const unseen: string[] = []
  for (const [sentence, named, pick, corrupt] of corruptions) {
    const key = await database.value(pick)
    if (key === 'undefined') {
      unseen.push(`${sentence}: there is no row to do it to`)
      continue
    }
    const about = `${named} ${key.replaceAll('/', ' ')}`
    // Most are found by their seals; only for the others all is computed again.
    const differences = await database.after(corrupt(key, ...key.split('/')), async (moment) => {
      const bySeals = await walked(moment)
      return bySeals.some((one) => one.about === about) ? bySeals : (await verified(moment)).differences
    })
    if (differences.every((one) => one.about !== about))
      unseen.push(
        `${sentence}: ${about}; found ${differences.map((one) => `${one.about}: ${one.wrong}`).join(', ') || 'nothing'}`,
      )
  }
  expect(unseen).toEqual([])
  expect(corruptions.length).toBeGreaterThanOrEqual(200)
  expect(new Set(corruptions.map(([sentence]) => sentence)).size).toBe(corruptions.length)
})
