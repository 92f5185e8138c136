import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answering, type DecidingPartner, openDecidingPartner } from '../world/deciding.ts'
import { moneyOf, openSpender, type Spender } from '../world/network.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'
import { createWorld, type World } from '../world/world.ts'

describe('a debt is paid as soon as money is free', () => {
  let world: World
  let fjord: DecidingPartner
  beforeAll(async () => {
    world = await createWorld()
    fjord = await openDecidingPartner(world)
  })
  afterAll(async () => {
    await fjord[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  /** What is booked and owed, in minor units. */
  const books = async ({ accountId }: Spender) => {
    const rows = await world.query(
      `select split_part(account, ':', 3) as name, minor from ledger.guarded_balances where split_part(account, ':', 2) = '${accountId}'`,
    )
    return {
      available: 0n,
      owed: 0n,
      ...Object.fromEntries(rows.map(({ name, minor }) => [name, BigInt(String(minor))])),
    }
  }

  /** A holder of 10.00, all of it on hold, who owes 10.00. */
  async function owing() {
    const ana = await openSpender(world, fjord.partner, { funds: '10.00' })
    const request = ana.authorization('10.00')
    expect((await ana.send(request)).code).toBe('00')
    const original = { key: request.key }
    await ana.clear('10.00')
    expect(await books(ana)).toEqual({ available: 1000n, owed: 1000n })
    return { ana, original }
  }

  test('when a hold is reversed, and the account can be closed', async () => {
    const { ana, original } = await owing()
    await ana.reverse('10.00', original)
    expect(await books(ana)).toEqual({ available: 0n, owed: 0n })
    expect(await ana.funds()).toEqual({ balance: '0.00', held: '0.00', available: '0.00' })
    await ana.post(ana.issued, '/close')
    expect((await ana.call('POST', `/accounts/${ana.accountId}/close`)).body).toMatchObject({ status: 'closed' })
    const today = world.clock.now().toString().slice(0, 10)
    const { body } = await ana.call('GET', `/accounts/${ana.accountId}/statement?from=${today}&to=${today}`)
    expect(body.movements).toHaveLength(2)
  })

  test('when a part of it is reversed, and when it is lowered by an advice', async () => {
    const { ana, original } = await owing()
    await ana.reverse('10.00', original, { remaining: moneyOf('7.00') })
    expect(await books(ana)).toEqual({ available: 700n, owed: 700n })
    await ana.advise('4.00', { replaces: original, standIn: false })
    expect(await books(ana)).toEqual({ available: 400n, owed: 400n })
  })

  test('when less than it is cleared', async () => {
    const { ana, original } = await owing()
    await ana.clear('4.00', { original })
    expect(await books(ana)).toEqual({ available: 0n, owed: 400n })
  })

  test('when it expires', async () => {
    const { ana } = await owing()
    await world.pass({ days: 31 })
    await world.runUntilIdle()
    expect(await books(ana)).toEqual({ available: 0n, owed: 0n })
  })

  test('when an increment is reversed', async () => {
    const ana = await openSpender(world, fjord.partner, { funds: '10.00' })
    const request = ana.authorization('6.00')
    await ana.send(request)
    const increment = ana.authorization('4.00', { incrementOf: { key: request.key } })
    await ana.send(increment)
    await ana.clear('10.00')
    await ana.reverse('4.00', { key: increment.key })
    expect(await books(ana)).toEqual({ available: 600n, owed: 600n })
  })

  test.each([
    ['declines', false, 0n, 0n, { decision: 'decline' }],
    ['approves a part', false, 300n, 300n, { decision: 'approve', amount: '3.00' }],
    ['declines an increment', true, 100n, 100n, { decision: 'decline' }],
    ['approves a part of a single message', undefined, 0n, 300n, { decision: 'approve', amount: '3.00' }],
  ] as const)('when a partner %s', async (_, isIncrement, available, owed, answer) => {
    const ana = await openSpender(world, fjord.partner, { funds: '10.00' })
    const first = isIncrement ? ana.authorization('1.00') : undefined
    if (first) await ana.send(first)
    fjord.receiver.answer('hold')
    const asked = ana.authorize(first ? '9.00' : '10.00', {
      partialAllowed: true,
      posts: isIncrement === undefined,
      ...(first && { incrementOf: { key: first.key } }),
    })
    await expect.poll(async () => (await ana.funds()).held).toBe('10.00')
    await ana.clear('10.00')
    fjord.receiver.release(answering(answer))
    await asked
    fjord.says({ decision: 'approve' })
    expect(await books(ana)).toEqual({ available, owed })
  })

  test('verify finds free money beside a debt, and the migration pays debts of before', async () => {
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
    const database = await openRolledBack(world.databaseUrl)
    // Balances as they were when a hold that ended paid nothing. Such an account could not be closed.
    const paid = `ledger.entries e where e.recipe = 'debtRecovered' and not exists (
      select from ledger.lines c join accounts.accounts a on c.account = 'holder:' || a.id || ':owed'
      where c.entry_id = e.id and a.status = 'closed')`
    const before = `
      create temporary table paid on commit drop as select e.id from ${paid};
      update ledger.guarded_balances b set minor = b.minor + abs(l.minor)
      from (select account, sum(minor) as minor from ledger.lines join paid on id = entry_id group by 1) l
      where l.account = b.account;
      delete from ledger.lines using paid where id = entry_id;
      delete from ledger.entries using paid where paid.id = entries.id;
      delete from ledger.day_balances; delete from ledger.closed_days`
    const found = {
      'it has free money, and its holder owes': before,
      'it pays a debt of another account than the one that had its hold': `
        update ledger.lines l set account = 'holder:' || gen_random_uuid() || ':owed' from ledger.entries e
        where e.id = l.entry_id and e.recipe = 'debtRecovered' and l.minor < 0`,
      'it has no cause': `update ledger.entries set reference = reference || '0' where recipe = 'debtRecovered'`,
    }
    const verified = verifiedAs(world.app)
    expect(await unseenWithoutSeals(database, found, verified)).toEqual([])
    const migration = readFileSync(
      new URL('../../migrations/0290-debts-beside-free-money.sql', import.meta.url),
      'utf8',
    )
    const { differences } = await database.after(`${before}; ${migration}`, verified)
    expect(differences).toEqual([])
  })
})
