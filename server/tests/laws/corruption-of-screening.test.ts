import { expect, test } from 'vitest'
import { screenPerson } from '#issuing/screening'
import { sealAll } from '../../src/audit/seal.ts'
import { screeningCorruptions } from '../world/corruptions-of-screening.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { lenka, loads, tavio } from '../world/sanctions.ts'
import { ana, list, namesake, openScreened } from '../world/screened.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'

test('whatever is done by hand to lists, screened customers and hits, verify names the row', async () => {
  const { world, app, customer, decides } = await openScreened()
  await loads(world, 'ofac', list(tavio))
  const [one, other] = [await customer(), await customer()]
  const [hit] = await screenPerson(app, one.holderId, namesake)
  await decides(hit, 'confirm')
  await screenPerson(app, other.holderId, ana)
  await loads(world, 'ofac', list(tavio, lenka))
  await world.runUntilIdle()
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, screeningCorruptions, verified)).toEqual([])
  expect(screeningCorruptions.length).toBeGreaterThanOrEqual(25)
})
