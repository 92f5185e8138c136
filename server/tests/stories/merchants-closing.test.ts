import { expect, test } from 'vitest'
import { closeMerchant, merchantJobs, reopenMerchant } from '#acquiring/merchants'
import type { MerchantId } from '#core/directory'
import { openCommandLine } from '../recordings/command-line.ts'
import { bread, newCustomer, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { addAccount, openPaidMerchant, operator } from '../world/merchant-payouts.ts'
import { openPayer } from '../world/payouts.ts'
import { openRolledBack } from '../world/rolled-back.ts'
import { cardFields } from '../world/shopper.ts'
import { openPeople } from '../world/staff.ts'
import { unseenWithoutSeals, verifiedAs } from '../world/unseen-corruptions.ts'

const reason = 'the merchant has given notice'
const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', saveCard: '1', amount: '20.00' }

/** A shop whose merchant the operator's owner looks after. */
async function openKeptShop() {
  const shop = await openPayer({ payoutsAllowed: true })
  const people = await openPeople(shop.world)
  return { ...shop, people, ana: await people.person(), path: `/merchants/${shop.site.merchantId}` }
}

test('a merchant that closes takes no payments, what runs is ended, what is left is paid, and it can be opened again', async () => {
  const shop = await openKeptShop()
  const { world, client, customerId, site, ana, path } = shop
  const { app, databaseUrl } = world
  const subscription = await orders(client, customerId, { ...typedCard, ...monthly })
  const held = await orders(client, customerId, { ...typedCard, cardTransactionMode: 'auth', amount: '15.00' })
  const sale = await orders(client, customerId, { ...typedCard, amount: '30.00' })
  const payments = async () => (await world.query('select count(*) from payments.payments'))[0]!.count
  const visitor = await shop.sends()
  const late = await shop.sends()
  const headers = { 'idempotency-key': 'close-1' }
  const closing = await ana.call('POST', `${path}/close`, { body: { reason }, headers })
  expect(closing).toMatchObject({ status: 200, body: { status: 'closing', name: 'Crumb & Co.' } })
  const repeated = await ana.call('POST', `${path}/close`, { body: { reason }, headers, changesNothing: true })
  expect(repeated.body).toEqual(closing.body)
  expect((await ana.call('POST', `${path}/close`, { body: { reason } })).body.reason).toBe('merchant_state')

  const refused = await client.send('POST', '/order', {
    form: { ...bread, ...typedCard, customerId: String(customerId) },
  })
  expect([refused.status, refused.body.error?.[0]?.reason]).toEqual([403, 'site_inactive'])
  expect(await world.app.directory.site(site.id)).toMatchObject({ active: false, merchantStatus: 'closing' })

  const before = await payments()
  await visitor.posts({ ...cardFields({}), attempt: '1' })
  expect(await payments(), 'an open page takes nothing either').toBe(before)
  await world.runUntilIdle()
  expect((await late.sees()).text).not.toContain('name="cardNumber"')
  expect((await client.get(`/order/${subscription.data.orderId}`)).data).toMatchObject({
    orderStatus: 'complete-ok',
    endReason: 'merchant_closed',
  })
  const { body } = await ana.call('GET', path)
  const money = [{ currency: 'EUR', hindrance: { code: 'no_bank_account' } }]
  expect(body).toMatchObject({ status: 'closing', left: { orders: 1, money }, sites: [{ active: false }] })

  // What was authorized may still be captured, and what was paid be refunded.
  expect((await client.send('PUT', `/transaction/${held.data.transactionId}`)).status).toBe(200)
  const form = { amount: '4.00', reason: 'customer-demand' }
  expect((await client.send('DELETE', `/transaction/${sale.data.transactionId}`, { form })).status).toBe(200)

  // It is paid what is left, also below its minimum, and is closed when nothing is.
  await openPaidMerchant(world, site.merchantId, { minimums: [{ minor: 1_000_000n, currency: 'EUR' }] })
  await addAccount(world, site.merchantId, '3000')
  for (let day = 0; day < 4; day++) await world.pass({ hours: 24 })
  const { body: closed } = await ana.call('GET', path)
  expect(closed).toMatchObject({ status: 'closed', left: { orders: 0, money: [] } })
  const audit = await world.query(
    `select actor, action from directory.audit where subject_type = 'merchant' and action like 'merchantClos%' order by id`,
  )
  expect(audit.map(({ actor, action }) => [actor, action])).toEqual([
    [`staff ${ana.staff.id}`, 'merchantClosing'],
    ['wind down merchants', 'merchantClosed'],
  ])
  const paid = await ana.call('POST', `${path}/payouts`, { body: { reason, currency: 'EUR' }, changesNothing: true })
  expect(paid.body).toMatchObject({ reason: 'merchant_payout_hindered' })
  expect(paid.body.message).toContain('the merchant is closed; reopen it first')

  const reopened = await ana.call('POST', `${path}/reopen`, { body: { reason } })
  expect(reopened.body).toMatchObject({ status: 'active' })
  expect((await ana.call('POST', `${path}/reopen`, { body: { reason } })).body.reason).toBe('merchant_state')
  const customer = await newCustomer(client, { identifier: 'ida', email: 'ida@example.com' })
  expect((await orders(client, customer, { ...typedCard, amount: '6.00' })).status).toBe(200)
  await world.runUntilIdle()
  expect((await ana.call('GET', path)).body.left).toBeUndefined()

  const database = await openRolledBack(databaseUrl)
  expect((await database.after('select 1', verifiedAs(app))).differences).toEqual([])
  expect(await unseenWithoutSeals(database, impossible, verifiedAs(app))).toEqual([])
})

// In small: staging, the pages of the installation and the command line show what is recorded, and no route is left out
longTest(
  'what is known of a merchant and its keys is changed and shown by API and command, each field checked',
  async () => {
    const { world, site, people, ana, path } = await openKeptShop()
    const facts = {
      name: 'Crumb',
      legalName: 'Crumb SRL',
      registrationNumber: 'J40/1234/2019',
      taxNumber: 'RO 123456',
      address: 'Strada Pâinii 7\nBucurești',
      country: 'RO',
      email: 'office@crumb.example',
    }
    const changed = await ana.call('PATCH', path, { body: { reason, ...facts } })
    expect(changed).toMatchObject({ status: 200, body: facts })
    expect((await ana.call('PATCH', path, { body: { reason, email: '' } })).body).toEqual({
      ...changed.body,
      email: undefined,
    })
    expect((await world.app.directory.site(site.id))?.merchantName).toBe('Crumb')
    const refused = async (given: object) => {
      const { body } = await ana.call('PATCH', path, { body: { reason, ...given }, changesNothing: true })
      return [body.reason, body.field]
    }
    expect(await refused({ name: '\u0007' })).toContain('name')
    expect(await refused({ registrationNumber: '#' })).toEqual(['invalid_merchant_number', 'registrationNumber'])
    expect(await refused({ address: 'a\nb\nc\nd\ne\nf\ng' })).toEqual(['invalid_merchant_address', 'address'])
    expect(await refused({ country: 'ZZ' })).toEqual(['invalid_country', 'country'])
    expect(await refused({ email: 'nobody' })).toEqual(['invalid_email', 'email'])
    const added = await ana.call('POST', '/merchants', { body: { reason, name: 'Nord' } })
    expect(added).toMatchObject({ status: 201, body: { name: 'Nord', status: 'active' } })
    const list = await ana.call('GET', '/merchants')
    expect(list.body.data).toMatchObject([{ name: 'Crumb' }, { name: 'Nord' }])
    expect((await ana.call('GET', '/merchants/999')).body.reason).toBe('merchant_unknown')
    const own = await people.person('owner', { kind: 'merchant', id: String(added.body.id) })
    expect((await own.call('GET', path)).status).toBe(404)
    expect((await own.call('GET', '/merchants')).body).toMatchObject({ total: 1 })

    // Keys are listed and ended by their ids.
    const keys = `/sites/${site.id}/keys`
    await world.app.directory.rotateSiteKey({ by: operator, siteId: site.id })
    const [newest, older] = (await ana.call('GET', keys)).body.keys as [{ id: string }, { id: string }]
    const current = await ana.call('POST', `${keys}/${newest.id}/revoke`, { body: { reason }, changesNothing: true })
    expect(current.body.reason).toBe('key_is_current')
    const revoked = await ana.call('POST', `${keys}/${older.id}/revoke`, { body: { reason } })
    const endsAt = world.clock.now().toString({ smallestUnit: 'millisecond' })
    expect(revoked.body.keys).toMatchObject([{ id: newest.id }, { id: older.id, endsAt }])
    expect((await ana.call('POST', `${keys}/${older.id}/revoke`, { body: { reason } })).body.reason).toBe(
      'key_not_found',
    )
    const { site: other } = await world.merchant()
    const stranger = await people.person('owner', { kind: 'merchant', id: String(other.merchantId) })
    expect((await stranger.call('GET', keys)).status).toBe(404)

    // The same by command.
    const { runs } = openCommandLine(world)
    const florin = async (words: string, why = reason) => {
      const { printed, error } = await runs([
        '--reason',
        why,
        ...words.split(' ').map((word) => word.replaceAll('_', ' ')),
      ])
      return [printed, error?.message].filter((text) => text).join('\n')
    }
    const id = String(site.merchantId)
    expect(await florin(`merchant change ${id} --tax-number RO9 --address Lane_1_/_Town`)).toContain(
      'address       Lane 1, Town',
    )
    expect(await florin(`merchant close ${id}`, 'x')).toContain('Say why')
    expect(await florin(`merchant close ${id}`)).toContain(`Merchant ${id} is closing`)
    const shown = await florin(`merchant show ${id}`)
    expect(shown).toMatch(/Merchant \d+: Crumb, closing/)
    expect(shown).toMatch(/EUR +19\.47 .*there is no bank account for EUR/)
    expect(shown).toContain('the merchant has given notice')
    expect(await florin('merchant list')).toMatch(/Crumb +closing/)
    expect(await florin('merchant show 999')).toContain('There is no merchant 999')
    expect(await florin(`site add ${id} Shop`)).toContain('is closing')
    expect(await florin(`site key list ${site.id}`)).toMatch(/key +made +used since +ends/)
    expect(await florin(`site key revoke ${site.id} 999`)).toContain('no valid key with this id')
    expect(await florin(`merchant reopen ${id}`)).toContain('is active')
  },
)

/** What verify should say, and what is done. */
const impossible = {
  'its status is not what the audit says': `update directory.merchant_details set status = 'closed'`,
  'it closes and is never looked at again, or is looked at and does not close':
    'update merchants.closures set due_at = now()',
}

test('a merchant that is opened again while it is looked at is not looked at any more', async () => {
  const { world, site, client, customerId } = await openKeptShop()
  const { app } = world
  const by = { ...operator, reason }
  await orders(client, customerId, { ...typedCard, amount: '30.00' })
  await closeMerchant(app, { by, merchantId: site.merchantId })
  // Between its first question and its last word.
  const siteIds = async (merchantId?: MerchantId) => {
    const merchant = await app.directory.merchant(site.merchantId)
    if (merchant?.status === 'closing') await reopenMerchant(app, { by, merchantId: site.merchantId })
    return app.directory.siteIds(merchantId)
  }
  const [job] = merchantJobs({ ...app, directory: { ...app.directory, siteIds } })
  await job!.run(BigInt(site.merchantId))
  expect(await world.query('select due_at from merchants.closures')).toEqual([{ due_at: null }])
  expect((await world.verify()).differences).toEqual([])
})
