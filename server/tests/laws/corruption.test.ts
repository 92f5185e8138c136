import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { moneyCorruptions } from '../world/corruptions-of-money.ts'
import { personCorruptions } from '../world/corruptions-of-persons.ts'
import { recordCorruptions } from '../world/corruptions-of-records.ts'
import { settingCorruptions } from '../world/corruptions-of-settings.ts'
import { webhookCorruptions } from '../world/corruptions-of-webhooks.ts'
import { richHistory } from '../world/rich-history.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'

const corruptions = [
  ...moneyCorruptions,
  ...recordCorruptions,
  ...settingCorruptions,
  ...personCorruptions,
  ...webhookCorruptions,
]

test('whatever is done to the database by hand, verify names the row: none of two hundred corruptions is unseen', async () => {
  const { world, site } = await richHistory()
  const { app } = world
  await app.vault.tokenize({ merchantId: site.merchantId, pan: new Secret('4000000000000002') })
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])

  expect(await unseenCorruptions(database, corruptions, verified)).toEqual([])
  expect(corruptions.length).toBeGreaterThanOrEqual(200)
  expect(new Set(corruptions.map(([sentence]) => sentence)).size).toBe(corruptions.length)
})
