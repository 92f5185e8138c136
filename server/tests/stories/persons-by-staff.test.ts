import { appendFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eraseIdlePeople } from '../../src/app/erase-idle-people.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { openPartner } from '../world/partner.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openPeople } from '../world/staff.ts'

test('staff export and erase their own customers, and where two people are wanted, the second approves', async () => {
  const approvals = { FLORIN_APPROVALS: 'persons:erase', FLORIN_PERSONAL_DATA_KEPT: 'P90D' }
  const { client, ...shop } = await openApiShop({}, { environment: approvals })
  const { world } = shop
  const people = await openPeople(world)
  const merchant = { kind: 'merchant', id: String(shop.site.merchantId) } as const
  const [ana, bob] = [await people.person('owner', merchant), await people.person('compliance', merchant)]
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  const customer = await newCustomer(client, { firstName: 'Zenovia' })
  await orders(client, customer, typedCard)
  await world.runUntilIdle()
  const at = `/shoppers/${customer}`
  const body = { reason: 'She has written to us on Monday.' }

  for (const path of [`${at}/personal-data`, `${at}/erasure`, '/shoppers/no/erasure'])
    expect((await stranger.call('GET', path)).body).toMatchObject({
      reason: 'data_subject_not_found',
      field: 'shopperId',
    })
  const headers = { authorization: `Bearer ${bob.token}` }
  const file = await world.http.inject({ url: `/staff/v1${at}/personal-data`, headers })
  expect(file.headers['content-disposition']).toContain(`personal-data-${customer}.json`)
  expect(file.json().modules.shoppers.shoppers).toMatchObject([{ firstName: 'Zenovia' }])
  expect((await bob.call('GET', `${at}/erasure`)).body).toMatchObject({ status: 'none', open: [] })

  const asked = await bob.call('POST', `${at}/erase`, { body })
  expect(asked).toMatchObject({ status: 202, body: { approval: { action: 'persons:erase', request: 'erase' } } })
  const { id } = asked.body.approval as { id: string }
  expect((await ana.call('POST', `/approvals/${id}/approve`, { body })).status).toBe(200)
  expect((await bob.call('POST', `/approvals/${id}/carry-out`, { body })).body).toMatchObject({ status: 'used' })
  await world.runUntilIdle()
  expect((await bob.call('GET', at)).body).toMatchObject({ removed: true, erased: true, storeCustomerId: 'erased' })
  expect((await bob.call('GET', `${at}/erasure`)).body).toMatchObject({ status: 'erased', goes: [] })
  const entries = await shop.rows(`select action, actor, reason, after::text from directory.audit
    where subject_type = 'shopper' and action like 'person%' order by id`)
  expect(entries.map(({ action }) => action)).toEqual(['personExported', 'personErasureBegun', 'personErased'])
  expect(JSON.stringify(entries)).not.toMatch(/zenovia|example\.com/i)

  // By the schedule: who has done nothing for ninety days, of stores and of partners; others stay.
  const { asServer, ...nordwind } = await openPartner(world)
  const { customerId } = await nordwind.customer('idle@example.com')
  const idle = await newCustomer(client, { identifier: 'idle' })
  world.clock.pass({ hours: 24 * 60 })
  const recent = await newCustomer(client, { identifier: 'recent' })
  world.clock.pass({ hours: 24 * 61 })
  await eraseIdlePeople(world.app, world.app.config.retention.personalData)
  const erased = async (path: string) => (await (await people.person()).call('GET', path)).body.erased
  expect(await erased(`/shoppers/${idle}`)).toBe(true)
  expect(await erased(`/customers/${customerId}`)).toBe(true)
  expect(await erased(`/shoppers/${recent}`)).toBe(false)
})

test('after a restore those are erased again who are in the list beside the mark, which has nothing of them but ids', async () => {
  const folder = await scratchFolder('florin-erasures-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const mark = join(folder, 'mark.json')
  const { client, world } = await openApiShop()
  const { runs } = openCommandLine(world)
  vi.stubEnv('FLORIN_MARK_FILE', mark)
  const [ana, bea, carl] = [
    await newCustomer(client),
    await newCustomer(client, { identifier: 'bea' }),
    await newCustomer(client, { identifier: 'carl' }),
  ]
  expect((await runs(['--reason', 'Her letter', 'person', 'erase', String(ana), '--yes'])).error).toBeUndefined()
  expect(await readFile(`${mark}-erasures`, 'utf8')).toMatch(new RegExp(`^shopper ${ana} \\S+\\n$`))

  // The restored database knows Bea as she was, and nothing of who came later.
  await appendFile(`${mark}-erasures`, `shopper ${bea} 2026-05-04T10:00:00Z\nshopper 999999 2026-05-04T10:00:00Z\n`)
  expect((await runs(['--reason', 'A restore', 'person', 'erase-again'])).printed.split('\n')).toEqual([
    `shopper ${ana} is erased.`,
    `shopper ${bea} is erased.`,
    'shopper 999999 is not erased: There is no customer 999999.',
  ])
  expect((await client.get(`/customer/${bea}`)).status).toBe(404)
  expect((await client.get(`/customer/${carl}`)).status).toBe(200)
})
