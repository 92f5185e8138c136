import { expect, test } from 'vitest'
import { changeSettings } from '#issuing/programmes'
import { hundred, openCryptoTopups } from '../world/crypto-topups.ts'
import { someone, usdc } from '../world/deposits.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const by = { actor: 'test', fromWhere: 'test' }
const fee = (amount: string) => ({ topupFees: [`crypto:EUR:0.00:${amount}`] }) as never

test('an order in coins pays the fee and has the rate of its quote once, in however many parts it comes', async () => {
  const at = await openCryptoTopups(fee('5.00'))
  const pays = async (shares: readonly bigint[]) => {
    await changeSettings(at.world.app, { by, partnerId: at.partner.id, changes: fee('5.00') })
    const holder = await at.holder()
    const ordered = await holder.orders()
    // What the fee is today is for today's orders.
    await changeSettings(at.world.app, { by, partnerId: at.partner.id, changes: fee('20.00') })
    for (const share of shares)
      await at.chain.send({ contract: usdc, from: someone, to: ordered.topup.crypto.address, quantity: share })
    await at.chain.mine(3)
    await at.look()
    await at.world.pass({ minutes: 20 })
    await at.rate('USDC', '0.90')
    return [await holder.balance(), (await holder.topup(ordered)).status]
  }
  const [third, part] = [hundred / 3n, hundred / 100n]
  for (const shares of [
    [hundred],
    [hundred / 2n, hundred / 2n],
    Array.from({ length: 4 }, () => hundred / 4n),
    [third, third, hundred - 2n * third],
    [95n * part, 5n * part],
    // The first part is smaller than the fee.
    [part, 99n * part],
    // 0.02 too much: the fee at the surplus is never more than it.
    [hundred + 2n * (part / 100n)],
  ])
    expect([shares, ...(await pays(shares))]).toEqual([shares, '85.00', 'completed'])

  const hand = await connectAsSuperuser(at.world.databaseUrl, { unruled: true })
  const moves = (minor: number) =>
    hand.query(
      `update topups.receipts set fee_minor = fee_minor + ${minor} where id = (select id from topups.receipts where fee_minor > 1 and fee_minor < minor - 1 order by id limit 1)`,
    )
  await moves(1)
  expect((await at.world.verify()).differences.map(({ wrong }) => wrong)).toContain(
    'what was ordered paid another fee than its quote says',
  )
  await moves(-1)
})

test('an order waits for what was seen in time and is confirmed after its end', async () => {
  const at = await openCryptoTopups()
  const holder = await at.holder()
  const ordered = await holder.orders()
  await at.world.pass({ minutes: 14, seconds: 40 })
  await at.pays(ordered, { quantity: hundred / 2n })
  await at.pays(ordered, { quantity: hundred / 2n, blocks: 1 })
  await at.rate('USDC', '0.50')
  await at.world.pass({ seconds: 11 })
  expect(await holder.balance()).toBe('0.00')
  await at.chain.mine(4)
  await at.look()
  expect([await holder.balance(), (await holder.topup(ordered)).status]).toEqual(['90.00', 'completed'])
})
