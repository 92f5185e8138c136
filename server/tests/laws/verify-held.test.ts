import { expect, test } from 'vitest'
import { verify } from '../../src/audit/verify.ts'
import { openSpender } from '../world/network.ts'
import { openPartner } from '../world/partner.ts'
import { openShopper } from '../world/shopper.ts'
import { createWorld } from '../world/world.ts'

test('the end of a story is verified with fewer statements than `florin verify` sends, and finds the same', async () => {
  await using world = await createWorld()
  const byHand = (statement: string) =>
    world.query(`set session_replication_role = replica; ${statement}; reset session_replication_role`)
  const foundByBoth = async () => {
    // The first time is to see what finds nothing, and the second to leave it out.
    const [seeing, sparing, whole] = [await world.verify(), await world.verify(), await verify(world.app)]
    expect(seeing).toEqual(whole)
    expect(sparing).toEqual(whole)
    return whole.differences.length
  }
  expect(await foundByBoth()).toBe(0)
  await byHand(`insert into spending.card_totals values (gen_random_uuid(), '2026-05-04', 5, 5, 5, 5, 5, '{}')`)
  expect(await foundByBoth()).toBeGreaterThan(0)
  await byHand('delete from spending.card_totals')
  expect(await foundByBoth()).toBe(0)

  await (await openShopper({ ...(await world.merchant()), http: world.http }, {})).pays()
  const ana = await openSpender(world, await openPartner(world))
  await ana.authorize('5.00')
  await world.runUntilIdle()
  expect(await foundByBoth()).toBe(0)
  await byHand('update spending.states set held_minor = held_minor + 1')
  const ofCards = await foundByBoth()
  expect(ofCards).toBeGreaterThan(0)
  await byHand(`update payments.payments set reference = 'by hand'`)
  expect(await foundByBoth()).toBeGreaterThan(ofCards)
})
