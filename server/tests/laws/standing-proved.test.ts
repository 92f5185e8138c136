import { expect, onTestFinished, test } from 'vitest'
import type { HolderId } from '#issuing/ids'
import { decideCase, findCase } from '#issuing/kyc'
import { submitsAll } from '../world/kyc.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { platform } from '../world/staff.ts'
import { openTopups } from '../world/topups.ts'
import { verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld } from '../world/world.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'a minister' }

test('verify derives from the histories that nobody was credited or approved whom something stood against', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { holder, customer } = await openTopups(world, { settings: { topupLimits: ['approved:min:EUR:1.00'] } })
  const ana = await holder()
  await world.pass({ hours: 1 })
  await ana.topsUp('20.00')
  const minister = await customer()
  await submitsAll(world, minister.call, { firstName: 'Approve', isPep: true })
  await minister.call('POST', '/kyc/confirm-pep', { body: { confirmed: true } })
  await world.runUntilIdle()
  await world.pass({ hours: 1 })
  const caseId = (await findCase(world.app.db, minister.customerId as HolderId))!.id
  await decideCase(world.app, { by, scope: platform, caseId, decision: { decision: 'approve' } })
  const database = await openRolledBack(world.databaseUrl)
  const foundAfter = async (statement: string) =>
    (await database.after(statement, verifiedAs(world.app))).differences.map(({ wrong }) => wrong)
  expect(await foundAfter('select 1')).toEqual([])
  expect(
    await foundAfter(
      `update kyc.case_transitions set actor = 'identity provider sandbox' where action = 'approve' and case_id = ${caseId}`,
    ),
  ).toContain('a machine has approved a customer who has said to be politically exposed')
  expect(
    await foundAfter(
      `update kyc.case_transitions set action = 'reject', to_status = 'rejected' where action = 'approve'`,
    ),
  ).toContain('it was credited after its customer was rejected')
  const hit = (status: string) => `
    insert into screening.hits (holder_id, partner_id, facts_number, entry_id, list, reference, version_id, name, score_thousandths, birth, country, strong, status, created_at)
    select holder_id, partner_id, 1, 1, 'ofac', '1', 1, 'A', 900, 'same', 'same', true, 'open', created_at from topups.topups;
    insert into screening.hit_transitions (hit_id, from_status, to_status, action, actor, from_where, occurred_at)
    select id, null, '${status}', 'open', 'florin', 'test', created_at - interval '1 minute' from screening.hits`
  const credited = 'it was credited while its customer might have been on a sanctions list'
  expect(await foundAfter(hit('open'))).toContain(credited)
  expect(await foundAfter(hit('true_match'))).toContain(credited)
  expect(await foundAfter(hit('false_positive'))).not.toContain(credited)
})
