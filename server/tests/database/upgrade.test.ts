import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { recordDisputeEvents } from '#acquiring/disputes'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { MerchantId } from '#core/directory'
import type { VaultToken } from '#core/vault'
import { describeSchema } from '#database/describe-schema.ts'
import { migrate } from '#database/migrate.ts'
import { withMissingKeys } from '#kernel/crypto/keys.ts'
import { bindOlderRows } from '../../src/app/bind-rows.ts'
import { freshDatabases } from '../world/budget.ts'
import { copyOfTemplate, emptyDatabase } from '../world/database.ts'
import { payerBy } from '../world/payer.ts'
import { openReceiver } from '../world/receiver.ts'
import { messagesOf } from '../world/shopper.ts'
import { createWorld, type World } from '../world/world.ts'
import { migrationsAnd, type Released, releasedVersions, restore } from './released.ts'

freshDatabases({ atMost: 10 * releasedVersions.length, because: 'each released version is restored and migrated' })

const quiet = { log: () => {} }
const upgraded = new Map<string, Promise<Released>>()

/** The database of a released version, brought up to this program, once for all tests. */
const upgradedFrom = (version: string): Promise<Released> =>
  upgraded.getOrInsertComputed(version, async () => {
    const released = await restore(version)
    await migrate(released.url, quiet)
    return released
  })

/** The shop of that version, continued by this program. Everything agrees when the test is finished. */
async function openUpgradedShop(version: string) {
  const { url, keys, at } = await upgradedFrom(version)
  const world = await createWorld({ history: url, at, environment: { FLORIN_KEYS: withMissingKeys(keys) ?? keys } })
  const receiver = await openReceiver()
  onTestFinished(async () => {
    const report = await world.verify()
    await receiver.close()
    await world[Symbol.asyncDispose]()
    expect(report.differences).toEqual([])
  })
  const [site] = await world.app.directory.listSites({ limit: 1 })
  const [key] = await world.app.directory.siteKeys(site!.id)
  const privateKey = key!.reveal()
  receiver.setKey(privateKey)
  const by = { actor: 'test', fromWhere: 'test' }
  await world.app.directory.changeSite({ by, siteId: site!.id, changes: { notificationUrl: receiver.url } })
  return {
    world,
    row: (text: string) => onlyRow(world, text),
    call: async (method: 'GET' | 'POST' | 'DELETE', path: string, fields: Readonly<Record<string, string>>) => {
      const headers = { authorization: privateKey, 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(fields).toString()
      const { statusCode, body } = await world.http.inject({ method, url: path, headers, payload })
      return { status: statusCode, ...(JSON.parse(body) as { data?: Readonly<Record<string, unknown>> }) }
    },
    notified: async () => {
      await world.runUntilIdle()
      return receiver.requests.map((request) => request.open())
    },
  }
}

async function onlyRow(world: World, text: string): Promise<Readonly<Record<string, unknown>>> {
  const rows = await world.query(text)
  expect(rows, text).toHaveLength(1)
  return rows[0]!
}

test('at least one version has left a database to be upgraded', () => {
  expect(releasedVersions).toContain('0.1')
})

test.each(releasedVersions)('a database of version %s is migrated to the schema of a new one', async (version) => {
  const { url } = await upgradedFrom(version)
  expect(await describeSchema(url)).toBe(await describeSchema(await copyOfTemplate()))
  expect(await migrate(url, quiet)).toEqual([])
})

test.each(releasedVersions)('a later migration is carried out on the rows of version %s', async (version) => {
  const { url } = await restore(version)
  const folder = await migrationsAnd(
    '9999-later.sql',
    `alter table shoppers.shoppers add column greeting text; update shoppers.shoppers set greeting = 'Dear ' || identifier;`,
  )
  expect((await migrate(url, { ...quiet, folder })).at(-1)).toBe('9999-later.sql')

  const client = new pg.Client(url)
  await client.connect()
  onTestFinished(() => client.end())
  const { rows } = await client.query('select greeting from shoppers.shoppers order by 1')
  expect(rows).toEqual([{ greeting: 'Dear ana' }, { greeting: 'Dear bob' }])
  const made = await emptyDatabase()
  await migrate(made, { ...quiet, folder })
  const described = await describeSchema(url)
  expect(described).toBe(await describeSchema(made))
  expect(described).not.toBe(await describeSchema((await upgradedFrom(version)).url))
})

/** What a shop has from its first days on. */
const everyKind = [
  'entries',
  'payments',
  'holds',
  'batches',
  'disputes',
  'orders',
  'billing periods',
  'links',
  'emails',
  'notifications',
]

test.each(releasedVersions)('everything in a database of version %s agrees after the upgrade', async (version) => {
  const { world } = await openUpgradedShop(version)
  const { checked, differences } = await world.verify()
  expect(differences).toEqual([])
  const found = new Set(checked.filter(({ count }) => count > 0).map(({ what }) => what))
  for (const what of everyKind) expect(found).toContain(what)
})

test.each(releasedVersions)('an order of version %s is refunded', async (version) => {
  const { row, call, notified } = await openUpgradedShop(version)
  const { id } = await row(`select p.id from payments.payments p join orders.orders o on o.id = p.order_id
    where o.external_id = 'checkout-1' and p.type = 'deposit'`)

  expect(await call('DELETE', `/transaction/${id}`, { amount: '2.40' })).toMatchObject({ status: 200 })

  const refund = `select minor from payments.payments where parent_id = ${id} and type = 'refund' and status = 'refunded'`
  expect(await row(refund)).toEqual({ minor: 240n })
  expect(await notified()).toContainEqual(
    expect.objectContaining({ externalOrderId: 'checkout-1', transactionType: 'refund' }),
  )
})

test.each(releasedVersions)('a subscription of version %s is billed when it is due', async (version) => {
  const { world, row, notified } = await openUpgradedShop(version)
  const order = await row(`select id, due_at, next_period from orders.orders where external_id = 'bread-every-month'`)
  const period = `select status, paid_minor from billing.periods
    where order_id = ${order.id} and period = ${order.next_period}`
  const untilDue = (order.due_at as Temporal.Instant).since(world.clock.now())

  await world.pass(untilDue.subtract({ minutes: 1 }))
  expect(await world.query(period)).toEqual([])
  await world.pass({ minutes: 1 })

  expect(await row(period)).toEqual({ status: 'paid', paid_minor: 990n })
  const ofOrder = { externalOrderId: 'bread-every-month' }
  expect(await notified()).toContainEqual(
    expect.objectContaining({ ...ofOrder, transactionType: 'deposit', transactionStatus: 'complete-ok' }),
  )
})

test.each(releasedVersions)('a card that version %s stored is opened and charged', async (version) => {
  const { world, row, call } = await openUpgradedShop(version)
  const card = await row(`select cards.id, shopper_id, vault_token, merchant_id from shoppers.cards
    join vault.cards as sealed on sealed.token = vault_token where last4 = '1111'`)
  const merchantId = Number(card.merchant_id) as MerchantId
  const pan = await world.app.vault.detokenize({ merchantId, token: card.vault_token as VaultToken })
  expect(pan.reveal()).toBe('4111111111111111')

  const charged = await call('POST', '/order', {
    customerId: String(card.shopper_id),
    cardId: String(card.id),
    amount: '3.30',
    currency: 'EUR',
    orderType: 'purchase',
    description: 'Rolls',
    ip: '203.0.113.9',
    transactionMethod: 'card',
  })

  expect(charged).toMatchObject({ status: 200, data: { transactionStatus: 'complete-ok' } })
})

test.each(releasedVersions)('a payment link of version %s is opened and paid', async (version) => {
  const { world, row, notified } = await openUpgradedShop(version)
  const { hash } = await row('select hash from links.links')
  const payer = payerBy({ world }, String(hash))
  expect(messagesOf((await payer.opens()).text)).toContain('€9.90')

  await payer.paysAt(await payer.goesOn({ email: 'cleo@example.com' }))

  expect(await notified()).toContainEqual(
    expect.objectContaining({ transactionStatus: 'complete-ok', customData: { paymentLink: hash } }),
  )
})

const history = (text: string) => `(select string_agg(${text}, ', ' order by t.id) from disputes.case_transitions t
  where t.case_id = c.id)`

test.each(releasedVersions)(
  'a lost dispute of version %s has a case with its history, and is still won',
  async (version) => {
    const { world, row } = await openUpgradedShop(version)
    const lost = `select c.id, c.dispute, c.authorization_key, c.status, c.reason, c.minor, c.respond_by, c.due_at,
    ${history(`t.action || ' ' || t.to_status`)} as history from disputes.cases c where c.reason = 'fraud'`
    const { dispute, authorization_key: authorization, ...found } = await row(lost)
    const unknown = { respond_by: null, due_at: null }
    expect(found).toMatchObject({ status: 'lost', minor: 990n, history: 'open opened, lose lost', ...unknown })

    const amount = { minor: 990n, currency: 'EUR' } as const
    const fact = { dispute: String(dispute), authorization: String(authorization), reason: 'fraud', amount } as const
    const won = { id: randomUUID(), kind: 'won', at: world.clock.now(), ...fact } as const
    await recordDisputeEvents(world.app, 'sandbox' as ConnectorId, [won])
    await world.runUntilIdle()

    expect(await row(lost)).toMatchObject({ status: 'won', history: 'open opened, lose lost, win won' })
  },
)

test.each(releasedVersions)(
  'a dispute of version %s that is not decided has a case that is opened',
  async (version) => {
    const { url } = await restore(version)
    const client = new pg.Client(url)
    await client.connect()
    onTestFinished(() => client.end())
    // As it was ten days before: a journal is not changed otherwise.
    await client.query(`set session_replication_role = replica;
    delete from payments.payment_transitions where action = 'lose';
    update payments.payments set status = 'opened', reversal_reason = null where type = 'chargeback' and status = 'lost';`)
    await migrate(url, quiet)

    const { rows } = await client.query(
      `select c.status, c.reason, ${history('t.action')} as history from disputes.cases c order by c.id`,
    )
    expect(rows).toEqual([
      { status: 'won', reason: 'not_received', history: 'open, win' },
      { status: 'opened', reason: 'other', history: 'open' },
    ])
  },
)

test.each(releasedVersions)(
  'rows of version %s count until its last program has gone, then get codes, and one by hand is found',
  async (version) => {
    const { world, row, call } = await openUpgradedShop(version)
    const bound = `select (select count(*)::int from florin.tables_to_bind) as waiting,
      (select count(*)::int from directory.sites where mac is null) as without`
    expect(await row(bound)).toMatchObject({ without: 1 })
    const older = new pg.Client({ connectionString: world.databaseUrl, application_name: 'florin_app' })
    await older.connect()
    await older.query('set role florin_app')
    await older.query(`update directory.sites set name = name || ' and Son', version = version + 1`)
    expect(await bindOlderRows(world.app, world.databaseUrl)).not.toBe('done')
    expect(await row(bound)).toMatchObject({ without: 1 })
    expect(await call('GET', '/customer', {})).toMatchObject({ status: 200 })
    await older.end()

    expect(await bindOlderRows(world.app, world.databaseUrl)).toBe('done')

    expect(await row(bound)).toEqual({ waiting: 0, without: 0 })
    expect((await world.verify()).differences).toEqual([])
    expect(await call('GET', '/customer', {})).toMatchObject({ status: 200 })
    await world.query(`insert into access.staff (scope_kind, scope_id, email, name, role, created_at)
      values ('platform', 'platform', 'eve@example.com', 'Eve', 'owner', now())`)
    const found = (await world.verify()).differences.map(({ about }) => about)
    expect(found).toContainEqual(expect.stringMatching(/^member of staff/))
    await world.query(`delete from access.staff where name = 'Eve'`)
  },
)
