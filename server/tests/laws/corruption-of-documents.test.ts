import { expect, test } from 'vitest'
import { sealAll } from '../../src/audit/seal.ts'
import { documentCorruptions } from '../world/corruptions-of-documents.ts'
import { cardLines, startVisit } from '../world/documents.ts'
import { jpeg, png } from '../world/media.ts'
import { openPartner } from '../world/partner.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenCorruptions, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

test('whatever is done to documents by hand, verify names the row', async () => {
  await using world = await createWorld()
  const { app } = world
  const nordwind = await openPartner(world)
  for (let customers = 0; customers < 2; customers++) {
    const { call } = await nordwind.customer()
    const visitor = await startVisit(world, call)
    await visitor.fill({ kind: 'identity_card', country: 'RO' })
    await visitor.fill({ mrz: cardLines })
    for (const bytes of [png({ noise: 300_000 }), jpeg(), png()]) await visitor.sends(bytes)
    await visitor.fill({})
    await startVisit(world, call, 'poa')
  }
  await world.runUntilIdle()
  await sealAll(app)
  const database = await openRolledBack(world.databaseUrl)
  const verified = verifiedAs(app)
  expect((await database.after('select 1', verified)).differences).toEqual([])
  expect(await unseenCorruptions(database, documentCorruptions, verified)).toEqual([])
  expect(documentCorruptions.length).toBeGreaterThan(20)
})
