import { expect, test } from 'vitest'
import { auditEntry, platformOwner } from '#core/directory'
import { openBatchSizes } from '#kernel/audit/seal/batch-sizes.ts'
import { rowsNotSealed } from '#kernel/audit/seal/not-sealed.ts'
import { sealNewRows } from '#kernel/audit/seal/seal-new-rows.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import type { Db } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { verify } from '../../src/audit/verify.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const inShort = async ({ world }: Shop) =>
  (await verify(world.app)).differences.map(({ about, wrong }) => `${about}: ${wrong}`)

/** What an error of the program could write: about a site whose number is none. */
const lookedAt = ({ app }: Shop['world'], id: string) => {
  const [now, by] = [app.clock.now(), { actor: 'ana', fromWhere: 'test' }]
  const entry = auditEntry(now, by, { action: 'looked', owner: platformOwner, subject: { type: 'site', id } })
  return commit(app, now, [entry], 'look')
}

test('a row that fails alone is named, everything before and behind it is sealed, and it is sealed when it can be', async () => {
  const shop = await openShop()
  shop.mayLogErrors()
  const { app } = shop.world
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await lookedAt(shop.world, 'ten')
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  await sealAll(app)

  const [{ id } = {}] = await shop.rows(`select id from directory.audit where subject_id = 'ten'`)
  const kinds = sealed.filter(({ name }) => name.startsWith('directory.sites')).map(({ name }) => name)
  expect(await rowsNotSealed(app.db)).toEqual(
    kinds.map((kind) => ({ journal: 'directory.audit', id, kind, code: '22P02' })),
  )
  expect(await inShort(shop)).toEqual(
    kinds.map((kind) => `row ${id} of directory.audit: it could not be sealed as ${kind}`),
  )
  const [{ positions, newest } = {}] = await shop.rows(
    `select positions, (select max(id) from outbox.events)::text as newest from seals.seals order by id desc limit 1`,
  )
  expect(positions).toMatchObject({ 'outbox.events': newest })
  expect(shop.world.logged.filter((line) => line.includes('a row cannot be sealed'))).toHaveLength(kinds.length)

  const byHand = await connectAsSuperuser(shop.world.databaseUrl, { unruled: true })
  await byHand.query(`update directory.audit set subject_id = '${shop.site.id}' where id = $1`, [id])
  expect(await sealAll(app)).toBe(kinds.length)
  expect(await rowsNotSealed(app.db)).toEqual([])
  expect(await inShort(shop)).toEqual([
    `audit entry ${id}: it was altered after it was sealed`,
    `audit entry ${id}: the program did not make this row, or it was changed by hand`,
  ])
  await byHand.query(`update directory.audit set subject_id = 'ten' where id = $1`, [id])
  expect(await inShort(shop)).toEqual([])
})

/** A database that gives up on a page of payments that is asked for with more than so many transitions. */
const tooSlowBeyond = (db: Db, rows: bigint): Db => ({
  ...db,
  run: async (text, values) => {
    const [after, through] = values as bigint[]
    if (text.includes('sandbox_acquirer.requests q') && through! - after! > rows)
      throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
    return db.run(text, values)
  },
})

test('a batch that takes too long is halved until it does not, and the batches grow again behind it', async () => {
  const shop = await openShop()
  const { db, clock } = shop.world.app
  for (let nth = 0; nth < 3; nth++) await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
  const ctx = { db: tooSlowBeyond(db, 2n), clock }
  const sizes = openBatchSizes()
  const reached: bigint[] = []
  for (let more = true; more; ) {
    ;({ more } = await sealNewRows(ctx, { sealed }, sizes))
    const [row] = await shop.rows(
      `select (positions ->> 'payments.payment_transitions')::bigint as reached from seals.seals order by id desc limit 1`,
    )
    reached.push(row!.reached as bigint)
  }
  expect(reached.length).toBeGreaterThan(2)
  expect(reached.at(-1)).toBe(BigInt(await shop.count('payments.payment_transitions')))
  expect(await rowsNotSealed(db)).toEqual([])
  expect(await inShort(shop)).toEqual([])
})

test('a failure that is not of the rows is thrown, and nothing is sealed', async () => {
  const shop = await openShop()
  const { db, clock } = shop.world.app
  await (await shop.sends()).pays()
  const lost = Object.assign(new Error('terminating connection'), { code: '57P01' })
  const run: Db['run'] = async (text, values) => {
    if (text.includes('string_agg')) throw lost
    return db.run(text, values)
  }
  await expect(sealNewRows({ db: { ...db, run }, clock }, { sealed })).rejects.toBe(lost)
  expect(await shop.count('seals.seals')).toBe(0)
})
