import { expect, test } from 'vitest'
import { replayNotification } from '#acquiring/notifications'
import { beginErasure, continueErasure, type ErasureId, exportPerson, planErasure } from '#core/persons'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { by } from '../world/author.ts'
import { foundAnywhere } from '../world/found-anywhere.ts'
import { invoicing } from '../world/invoices.ts'
import { holdLocks } from '../world/locks.ts'
import { officeOf, payerBy } from '../world/payer.ts'

/** A shopper asks what is held of her, and to be erased: articles 15 and 17 of the GDPR. */

const zenovia = {
  identifier: 'client-zenovia',
  email: 'Zenovia@person.example',
  firstName: 'Zenovia',
  lastName: 'Zambilescu',
  phone: '+40712345678',
  country: 'RO',
  city: 'Zimnicea',
  address: 'Strada Zambilelor 7',
  zipCode: '145400',
}
const traces = ['zenovia', 'zambil', '40712345678', 'zimnicea', '145400', '203.0.113.77']

type ApiShop = Awaited<ReturnType<typeof openApiShop>>

/** Something of her in every table that knows of shoppers; returns the customers that she is. */
async function buysEverywhere({ client, ...shop }: ApiShop): Promise<string[]> {
  const customer = await newCustomer(client, zenovia)
  const facts = { ip: '203.0.113.77', description: 'A cake for Zenovia', cardHolderCountry: 'RO' }
  const named = { cardHolderName: 'Zenovia Zambilescu', invoiceEmail: 'books.of.zenovia@person.example' }
  const buys = (more = {}) => orders(client, customer, { ...typedCard, ...facts, ...named, ...more })
  const bought = await buys({ saveCard: '1' })
  await buys({ cardNumber: '4000010000001008' })
  const form = { amount: '2.00', message: 'She has changed her mind', reason: 'customer-demand' }
  await client.send('DELETE', `/transaction/${bought.data.transactionId}`, { form })
  const { identifier, email } = zenovia
  const level3 = { level3Type: 'airline', level3Airline: { ticketNumber: '8V32EU', passengerName: 'Zenovia Z.' } }
  const form3 = { customer: { identifier, email }, customData: { dear: 'Zenovia' }, order: level3 as never }
  await (await shop.sends(form3)).pays()
  const link = payerBy(shop, await officeOf(shop).makes({ customerEmail: email, customerIdentifier: identifier }))
  await link.paysAt(await link.goesOn({ email }))
  await shop.world.runUntilIdle()
  await shop.world.pass({ hours: 24 })
  await sealAll(shop.world.app)
  const known = await shop.rows('select id::text from shoppers.shoppers order by id')
  return known.map(({ id }) => String(id))
}

test('after an erasure nothing of a shopper is found anywhere but where a duty keeps it, until its term is over', async () => {
  const shop = await openApiShop({ invoicing }, { environment: { FLORIN_INVOICES_KEPT: 'P1Y' } })
  const { world, client, site } = shop
  const ids = await buysEverywhere(shop)
  expect(await foundAnywhere(world, traces)).toEqual(expect.arrayContaining(everywhere))

  const [first] = ids
  const exported = await exportPerson(world.app, { by, subject: { kind: 'shopper', id: first! } })
  expect(exported).toMatchObject({ format: 'florin-person-1', customer: { kind: 'shopper', id: first } })
  expect(Object.keys(exported.modules)).toEqual(
    expect.arrayContaining([
      'shoppers',
      'orders',
      'payments',
      'checkout',
      'notifications',
      'emails',
      'links',
      'invoices',
    ]),
  )
  expect(exported.modules.shoppers!.shoppers).toMatchObject([{ ...zenovia, id: first }])
  expect(JSON.stringify(exported)).not.toContain('4111111111111111')
  const { runs } = openCommandLine(world)
  const dry = await runs(['person', 'erase', zenovia.email.toLowerCase(), '--dry-run'])
  expect(dry.printed).toMatch(/shopper 1001\nGoes at once:[\s\S]*orders\.orders[\s\S]*tax law/)
  expect((await runs(['person', 'erase', '1001'])).error?.message).toMatch(/--yes/)

  // A worker erases what was begun; to begin it again changes nothing.
  for (const id of [...ids, ...ids]) await beginErasure(world.app, { by, subject: { kind: 'shopper', id } })
  await world.runUntilIdle()
  expect(await foundAnywhere(world, traces)).toEqual(kept)
  await sealAll(world.app)
  expect((await world.verify()).differences).toEqual([])

  expect((await client.get(`/customer/${first}`)).status).toBe(404)
  expect((await client.get('/transaction/1001')).data).toMatchObject({ id: 1001, customerId: Number(first) })
  expect((await client.get('/order/1001')).data).toMatchObject({ id: 1001, description: 'erased' })
  expect((await runs(['shopper', 'find', zenovia.email])).printed).toBe('Nothing was found.')
  const replay = { by, siteId: site.id, id: 3n as never }
  await replayNotification({ ...world.app, sites: world.app.directory }, replay)
  await world.runUntilIdle()
  expect(shop.notified().at(-1)).toMatchObject({ customerId: 1001, identifier: 'erased', customData: null })
  const before = await newCustomer(client, zenovia)
  expect(ids).not.toContain(String(before))
  await client.send('DELETE', `/customer/${before}`)
  const done = await runs(['--reason', 'Her letter of 3 May', 'person', 'erase', String(before), '--yes'])
  expect([done.printed, done.error]).toEqual([`shopper ${before} is erased.`, undefined])

  world.clock.pass({ hours: 24 * 367 })
  const erasures = world.app.jobs.filter(({ table }) => table === 'persons.erasures')
  await runDueWorkUntilIdle(erasures, world.app.log)
  expect(await foundAnywhere(world, traces)).toEqual(kept.filter((column) => column !== 'invoices.documents.buyer'))
  const [{ status }] = (await shop.rows('select status from persons.erasures where id = 1001')) as [{ status: string }]
  expect(status).toBe('erased')
})

const everywhere = [
  'emails.emails.address',
  'invoices.documents.buyer',
  'links.links.customer_email',
  'links.versions.terms',
  'notifications.notifications.body',
  'orders.orders.custom_data',
  'orders.orders.description',
  'orders.orders.invoice_email',
  'orders.orders.level3',
  'payments.payments.card_holder_name',
  'payments.payments.ip',
  'sandbox_mailbox.emails.recipient',
  'shoppers.cards.holder_name',
  'shoppers.shoppers.address',
  'shoppers.shoppers.identifier',
  'velocity.counts.key',
]
/**
 * The buyer for a year. What was sold stays with an invoice, counts are deleted after some days, and the acquirer of
 * staging keeps its own records, as one outside does.
 */
const kept = [
  'invoices.documents.buyer',
  'invoices.documents.content',
  'sandbox_acquirer.requests.level3',
  'velocity.counts.key',
]

test('a shopper with something open is erased when it is closed, and by nobody else meanwhile', async () => {
  const shop = await openApiShop()
  const { client, world } = shop
  const customer = await newCustomer(client)
  const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1', saveCard: '1' }
  const held = await orders(client, customer, { ...typedCard, ...monthly })
  const reserved = await orders(client, customer, { ...typedCard, cardTransactionMode: 'auth' })
  const subject = { kind: 'shopper', id: String(customer) } as const
  const begins = () => beginErasure(world.app, { by, subject })
  const open = ['order 1001 is in-progress', 'payment 1002 is authorized']
  expect((await planErasure(world.app, subject)).open).toEqual(expect.arrayContaining(open))
  await expect(begins()).rejects.toMatchObject({ code: 'person_has_open_things' })
  await client.send('DELETE', `/order/${held.data.orderId}`)
  await client.send('DELETE', `/transaction/${reserved.data.transactionId}`)
  await world.runUntilIdle()

  // An order and the erasure come at the same moment: whichever is first stands against the other.
  const { holdRow, untilWaiting } = holdLocks(world.databaseUrl, world.app.db)
  const inTurn = async <One, Two>(one: () => Promise<One>, two: () => Promise<Two>) => {
    const row = await holdRow('shoppers.shoppers', BigInt(customer))
    const first = one()
    await untilWaiting(1)
    const second = Promise.allSettled([two()])
    await untilWaiting(2)
    await row.release()
    return [await first, (await second)[0]] as const
  }
  const [placed, refused] = await inTurn(() => orders(client, customer, { ...typedCard, ...monthly }), begins)
  expect([placed.status, refused]).toMatchObject([200, { reason: { code: 'person_has_open_things' } }])
  await client.send('DELETE', `/order/${placed.data.orderId}`)
  await world.runUntilIdle()
  const [, late] = await inTurn(begins, () => orders(client, customer, typedCard))
  expect(late).toMatchObject({ value: { status: 404 } })

  // A command and a worker are at it together: it is concluded once.
  const [{ id }] = (await shop.rows('select id from persons.erasures')) as [{ id: string }]
  await Promise.all([
    continueErasure(world.app, BigInt(id) as ErasureId),
    continueErasure(world.app, BigInt(id) as ErasureId),
    world.runUntilIdle(),
  ])
  expect(await shop.count(`directory.audit where action = 'personErased'`)).toBe(1)
})
