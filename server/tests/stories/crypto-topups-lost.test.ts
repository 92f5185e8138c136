import { describe, expect, test, vi } from 'vitest'
import { decideParked, type ParkedDecision } from '#issuing/topups'
import { openCommandLine } from '../recordings/command-line.ts'
import { hundred, openCryptoTopups, usual } from '../world/crypto-topups.ts'
import { longTest } from '../world/length.ts'
import { openSpender } from '../world/network.ts'
import { openPeople } from '../world/staff.ts'

const by = { actor: 'staff 7', fromWhere: 'test', reason: 'ticket 7' }

/** 100 USDC of a cardholder were credited at 90.00 less a fee of 1.00, and a reorganisation has taken them away. */
async function openLost() {
  const at = await openCryptoTopups({ topupFees: ['crypto:EUR:1.00:0.10'] })
  const ana = await openSpender(at.world, at, { funds: '0.00' })
  const ordered = await ana.call('POST', '/topups/crypto', { body: usual })
  const topup = async () => (await ana.call('GET', `/topups/${ordered.body.id}`)).body
  await at.pays({ topup: ordered.body } as never, { quantity: hundred })
  expect(await ana.funds()).toMatchObject({ balance: '89.00' })
  await at.chain.reorganise(4, { lost: false })
  await at.look()
  const [{ id, status } = {}] = ((await topup()).crypto as { deposits: { id: string; status: string }[] }).deposits
  expect(status).toBe('lost')
  const decides = (decision: ParkedDecision['decision']) =>
    decideParked(at.world.app, { by, id: id as never, decision: { decision } as ParkedDecision }).then(
      ({ receipt }) => receipt.status,
      (error: { code?: string; message: string }) => error.code ?? error.message,
    )
  const comesBack = async () => {
    await at.chain.mine(3)
    await at.look()
  }
  const goesAgain = async () => {
    await at.chain.reorganise(4, { lost: false })
    await at.look()
  }
  const booked = async () =>
    (await at.world.query(`select recipe from ledger.entries where recipe like 'coins%' order by id`)).map(
      ({ recipe }) => recipe,
    )
  return { ...at, ana, id: id!, topup, decides, comesBack, goesAgain, booked }
}

describe('coins that a reorganisation has taken away after they were credited', () => {
  test('are written off: the customer keeps the money, and the loss is undone when they come back', async () => {
    const { ana, decides, comesBack, goesAgain, booked, topup, world } = await openLost()
    expect(await Promise.all([decides('writeOff'), decides('writeOff')])).toEqual(
      expect.arrayContaining(['writtenOff', 'receipt_transition']),
    )
    expect(await decides('reclaim')).toBe('receipt_transition')
    expect(await ana.funds()).toMatchObject({ balance: '89.00' })
    expect(await topup()).toMatchObject({ status: 'completed', credited: '89.00' })
    const audited = `select actor, reason, before, after from directory.audit where action = 'parkedDepositDecided'`
    expect(await world.query(audited)).toEqual([
      {
        actor: 'staff 7',
        reason: 'ticket 7',
        before: { status: 'lost' },
        after: { decision: 'writeOff' },
      },
    ])
    await comesBack()
    await goesAgain()
    expect(await decides('writeOff')).toBe('writtenOff')
    expect(await booked()).toEqual(['coinsCredited', 'coinsWrittenOff', 'coinsFound', 'coinsWrittenOff'])
    expect(await ana.funds()).toMatchObject({ balance: '89.00' })
  })

  // In small: are written off: the customer keeps the money, and the loss is undone when they come back
  longTest(
    'are reclaimed: what was spent of them is owed, and what was credited is the customer’s when they come back',
    async () => {
      const { ana, decides, comesBack, booked, topup } = await openLost()
      await ana.clear('50.00')
      await ana.authorize('9.00')
      expect(await decides('reclaim')).toBe('reclaimed')
      expect(await ana.funds()).toEqual({ balance: '-50.00', held: '9.00', available: '0.00' })
      expect(await topup()).toMatchObject({
        credited: '0.00',
        crypto: { deposits: [{ status: 'reclaimed' }] },
      })
      await comesBack()
      expect(await ana.funds()).toEqual({ balance: '39.00', held: '9.00', available: '30.00' })
      expect(await topup()).toMatchObject({ credited: '89.00', crypto: { deposits: [{ status: 'credited' }] } })
      expect(await booked()).toEqual(['coinsCredited', 'coinsReclaimed', 'coinsReinstated'])
      const statement = `/accounts/${ana.accountId}/statement?from=2026-05-04&to=2026-05-04`
      const { movements } = (await ana.call('GET', statement)).body as { movements: Record<string, string>[] }
      expect(movements.slice(-2).map(({ description, amount }) => [description, amount])).toEqual([
        ['Topup in coins reversed: the coins are lost', '-89.00'],
        ['Topup in coins returned: the coins were found', '89.00'],
      ])
    },
  )

  test('are decided about by staff and by command', async () => {
    const { world, id, goesAgain, comesBack } = await openLost()
    const people = await openPeople(world)
    const [finance, support] = [await people.person('finance'), await people.person('support')]
    const body = { reason: by.reason }
    expect(await support.call('POST', `/deposits/${id}/write-off`, { body })).toMatchObject({ status: 403 })
    expect(await finance.call('POST', `/deposits/${id}/credit`, { body })).toMatchObject({
      status: 409,
      body: { reason: 'receipt_transition', allowed: ['writeOff', 'reclaim'] },
    })
    expect(await finance.call('POST', `/deposits/${id}/write-off`, { body })).toMatchObject({
      status: 200,
      body: { status: 'writtenOff', reason: by.reason },
    })
    await comesBack()
    await goesAgain()
    vi.stubEnv('FLORIN_RATES', 'off')
    const { prints } = openCommandLine(world)
    expect(await prints('topups parked')).toContain('lost')
    expect(await prints(`--reason ticket-7 topups reclaim ${id}`)).toContain('is reclaimed')
    expect(await prints('topups parked')).toContain('No deposit waits')
    expect(await finance.call('POST', `/deposits/${id}/reclaim`, { body })).toMatchObject({ status: 409 })
  })
})
