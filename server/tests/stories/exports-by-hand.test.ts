import { expect, test } from 'vitest'
import { openCommandLine } from '../recordings/command-line.ts'
import { officeOf } from '../world/payer.ts'
import { openShop } from '../world/shop.ts'
import { exportAs, openPeople, type Person } from '../world/staff.ts'

test('every list is exported by its merchant as CSV, by nobody else, and by command', async () => {
  const shop = await openShop({}, { ownTime: true })
  const people = await openPeople(shop.world)
  const owner = await people.person('owner', { kind: 'merchant', id: String(shop.site.merchantId) })
  const other = await shop.world.merchant()
  const stranger = await people.person('owner', { kind: 'merchant', id: String(other.site.merchantId) })
  const office = officeOf(shop)
  await office.request('POST', '/customer', { identifier: 'ana-17', email: 'ana@example.com', firstName: '=cmd|1' })
  const card = { cardNumber: '4111111111111111', cardExpiryDate: '12/34', cardCvv: '123' }
  const order = { customerId: '1001', orderType: 'purchase', amount: '25.00', currency: 'EUR', ...card }
  await office.request('POST', '/order', { ...order, externalOrderId: 'rye-42' })
  await office.request('DELETE', '/transaction/1001', { amount: '5.00' })
  const get = (by: Person, path: string) => exportAs(shop.world, by, path)

  const payments = await get(owner, `payments?siteId=${shop.site.id}&timeZone=Europe/Bucharest`)
  expect(payments.name).toBe(`attachment; filename="payments-site-${shop.site.id}-Europe-Bucharest.csv"`)
  expect(payments.lines[0]).toMatch(/^id,type,status,.*,times are in Europe\/Bucharest$/)
  expect(payments.lines[1]).toMatch(
    /^1001,deposit,captured,complete-ok,.*\+0[23]:00,.*,EUR,25\.00,2500,25\.00,5\.00,0\.00,/,
  )
  expect(payments.lines[2]).toMatch(/^1002,refund,refunded,refund-ok,/)
  expect((await get(owner, 'customers')).lines[1]).toContain(",ana@example.com,'=cmd|1,")
  expect((await get(owner, 'orders')).lines[1]).toContain(',rye-42,1001,purchase,complete-ok,')
  expect((await get(owner, 'disputes')).lines).toHaveLength(1)
  expect((await get(owner, 'audit')).lines.join()).toContain('site key')
  expect((await get(owner, 'payments?from=2999-01-01')).lines).toHaveLength(1)

  for (const list of ['payments', 'orders', 'customers', 'disputes'])
    expect([list, (await get(stranger, list)).lines.length]).toEqual([list, 1])
  expect((await get(stranger, 'audit')).lines.join()).not.toContain('site key')
  expect((await get(stranger, `payments?siteId=${shop.site.id}`)).status).toBe(404)

  const exported = (...words: string[]) => printedBy(() => openCommandLine(shop.world).runs(['export', ...words]))
  const lines = await exported('payments', '--site', String(shop.site.id))
  expect(lines.filter((line) => /^100[12],/.test(line))).toHaveLength(2)
  const ofShop = await exported('audit', '--merchant', String(shop.site.merchantId))
  expect(ofShop.join()).toContain('site key')
  const ofOther = await exported('audit', '--merchant', String(other.site.merchantId))
  expect(ofOther.length).toBeGreaterThan(1)
  expect(ofOther.filter((line) => line.includes(`,site ${shop.site.id},`))).toEqual([])
  const both = ['--site', String(shop.site.id), '--merchant', String(other.site.merchantId)]
  const refused = await openCommandLine(shop.world).runs(['export', 'payments', ...both])
  expect(String(refused.error)).toContain('pass --site or --merchant, and not both')
})

/** The lines that a command writes to the standard output itself, since they are too many to be held. */
async function printedBy(runs: () => Promise<unknown>): Promise<string[]> {
  const written: string[] = []
  const { stdout } = process
  const write = stdout.write
  stdout.write = (text: string | Uint8Array) => Boolean(written.push(String(text)))
  await runs().finally(() => {
    stdout.write = write
  })
  return written.join('').split('\r\n')
}
