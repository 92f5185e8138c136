import { expect, test } from 'vitest'
import { screenPerson } from '#issuing/screening'
import type { Reader } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { verifyMoment } from '../../src/audit/verify.ts'
import { screeningCorruptions } from '../world/corruptions-of-screening.ts'
import { openRolledBack, walked } from '../world/rolled-back.ts'
import { lenka, loads, tavio } from '../world/sanctions.ts'
import { ana, list, namesake, openScreened } from '../world/screened.ts'

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
  const verified = (moment: Reader) =>
    verifyMoment(moment, { db: moment, log: app.log, clock: app.clock, keys: app.keys }, {})
  expect((await database.after('select 1', verified)).differences).toEqual([])
  const unseen: string[] = []
  for (const [sentence, named, pick, corrupt] of screeningCorruptions) {
    const key = await database.value(pick)
    const about = `${named} ${key}`
    // Most are found by their seals; only for the others all is computed again.
    const differences = await database.after(corrupt(key), async (moment) => {
      const bySeals = await walked(moment)
      return bySeals.some((found) => found.about === about) ? bySeals : (await verified(moment)).differences
    })
    if (differences.every((found) => found.about !== about))
      unseen.push(
        `${sentence}: ${about}; found ${differences.map((found) => `${found.about}: ${found.wrong}`).join(', ')}`,
      )
  }
  expect(unseen).toEqual([])
  expect(screeningCorruptions.length).toBeGreaterThanOrEqual(25)
})
