import { expect, onTestFinished, test, vi } from 'vitest'
import { addConnection, makeDefault } from '#acquiring/processors'
import { memoryRecord, sandboxAcquirer } from '#connectors/acquirer/sandbox/index.ts'
import { auditEntry } from '#core/directory'
import { systemClock } from '#kernel/base/clock.ts'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { commit, update, type Write } from '#kernel/db/commit/commit.ts'
import { openDb } from '#kernel/db/db.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { readConfig } from '../../src/app/config.ts'
import { describeInstallation } from '../../src/app/environment/describe-installation.ts'
import { startServer } from '../../src/app/server.ts'
import { cutOffs, deletedRows } from '../../src/app/test-copy/cut-offs.ts'
import { runCommand } from '../recordings/command-line.ts'
import { subscribe } from '../world/biller.ts'
import { freshDatabases } from '../world/budget.ts'
import { goodMadeUp, madeUpFields, operator } from '../world/connected.ts'
import { copyOfTemplate } from '../world/database.ts'
import { submitsAll } from '../world/kyc.ts'
import { openPaidMerchant } from '../world/merchant-payouts.ts'
import { makePaymentsFixture } from '../world/payments-fixture.ts'
import { openReceiver } from '../world/receiver.ts'
import { query } from '../world/shop.ts'
import { openPeople } from '../world/staff.ts'
import { openWebhookPartner } from '../world/webhook-receiver.ts'
import { createWorld } from '../world/world.ts'

freshDatabases({ atMost: 4, because: 'it is a production, and what a copy of it becomes' })

const keys = generateKeys()
const production = {
  FLORIN_ENVIRONMENT: 'production',
  FLORIN_KEYS: keys,
  FLORIN_PUBLIC_URL: 'https://pay.example',
  FLORIN_SMTP_URL: 'smtps://florin:secret@mail.example',
  FLORIN_MAIL_FROM: 'payments@pay.example',
}

async function run(databaseUrl: string, environment: Readonly<Record<string, string>>, ...words: string[]) {
  for (const [name, value] of Object.entries({ FLORIN_KEYS: keys, DATABASE_URL: databaseUrl, ...environment }))
    vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { printed, error } = await runCommand(words)
  vi.unstubAllEnvs()
  return error?.message ?? printed
}

/** A production with everything that reaches outside, which has stopped while some of it was waiting. */
async function makeProduction() {
  const fixture = await makePaymentsFixture({ currencies: ['EUR'] }, { leavesDatabase: true, environment: production })
  const { world, site } = fixture
  const { app, databaseUrl, clock } = world
  const ctx = { db: app.db, react: async () => [], by: operator }
  await describeInstallation({ ...ctx, now: clock.now() }, app.config)
  const processors = { ...app.processors, kinds: { madeup: goodMadeUp().kind } }
  await addConnection(processors, { by: operator, kind: 'madeup', name: 'main', given: madeUpFields(liveKey) })
  await makeDefault(processors, { by: operator, name: 'main' })
  await openPaidMerchant(world, site.merchantId)
  const [store, partner] = [await openReceiver(), await openWebhookPartner(world)]
  onTestFinished(() => store.close())
  onTestFinished(() => partner[Symbol.asyncDispose]())
  const change = (type: 'site' | 'partner', after: object, write: Write) => {
    const subject = { type, id: String(type === 'site' ? site.id : partner.partner.partner.id) }
    const entry = { action: `${type}Changed`, owner: { kind: 'platform' as const, id: 'platform' }, subject, after }
    return commit(ctx, clock.now(), [write, auditEntry(clock.now(), operator, entry)])
  }
  // Addresses of this machine, which production refuses, so that receivers here would notice what a copy sends.
  const ofStore = { live: true, notification_url: store.url, back_url: store.url }
  const after = { notificationUrl: store.url }
  await change('site', after, update('directory.sites', { set: ofStore, where: { id: site.id } }))
  const where = { id: partner.partner.partner.id }
  await change('partner', {}, update('partners.partners', { set: { live: true }, where }))
  const order = await subscribe(fixture, { pan: '4539578763621486' })
  await submitsAll(world, (await partner.partner.customer()).call)
  const { token } = await (await openPeople(world)).person()
  await world.pass({ hours: 1 })
  expect((await world.verify()).differences).toEqual([])
  await world[Symbol.asyncDispose]()
  return { databaseUrl, order, store, partner, token }
}
const liveKey = { apiKey: 'mk_live_1' }

const waiting = (url: string) =>
  query(
    url,
    `select (select count(*)::int from notifications.notifications where status = 'waiting') as notifications,
      (select count(*)::int from webhooks.events where status = 'waiting') as webhooks,
      (select count(*)::int from emails.emails where status = 'waiting') as emails`,
  )

test('a copy of production becomes staging in one act, and nothing of it reaches anybody', async () => {
  const { databaseUrl: url, store, partner, token } = await makeProduction()
  const place = url.replace(/^.*@/, '')
  expect(await run(url, production, 'seal', 'now')).toContain('rows were sealed')
  const before = await waiting(url)
  expect(before).toEqual([{ notifications: 1, webhooks: 2, emails: 1 }])
  const audited = () => query(url, 'select count(*)::int as entries from directory.audit')
  const entries = await audited()

  expect(await run(url, production, 'setup', '--as-test-copy')).toContain('FLORIN_ENVIRONMENT says production.')
  expect(await run(url, {}, 'setup', '--as-test-copy')).toContain(`repeat it with --database ${place}`)
  expect(await run(url, {}, 'setup', '--as-test-copy', '--database', 'florin')).toContain('Nothing was changed.')
  const other = openDb(url, { role: 'florin_app' })
  await other.run('select 1', [])
  expect(await run(url, {}, 'setup', '--as-test-copy', '--database', place)).toMatch(
    /^Stop every program that uses the database first: florin_app/,
  )
  await other.close()
  expect(await audited()).toEqual(entries)
  expect(await waiting(url)).toEqual(before)

  const smtp = { FLORIN_SMTP_URL: 'smtp://127.0.0.1:1', FLORIN_MAIL_FROM: 'a@pay.example' }
  const printed = await run(url, smtp, 'setup', '--as-test-copy', '--database', place)
  expect(printed).toContain('This installation is staging.')
  expect(printed).toMatch(/FLORIN_SMTP_URL +set /)
  expect(await run(url, {}, 'setup', '--as-test-copy', '--database', place)).toContain('is staging already.')
  expect(await waiting(url)).toEqual([{ notifications: 0, webhooks: 0, emails: 0 }])
  expect(await run(url, production, 'staff', 'list')).toContain('is staging, and FLORIN_ENVIRONMENT says production')
  expect(await run(url, {}, 'seal', 'now')).toContain('rows were sealed')
  expect(await run(url, {}, 'verify')).toContain('everything agrees')
  const settings = { FLORIN_PORT: '0', FLORIN_KEYS: keys, DATABASE_URL: url, FLORIN_ISO8583: 'off' }
  const server = await startServer(readConfig({ ...settings, FLORIN_LOG_LEVEL: 'silent' }), silentLog)
  const { status } = await fetch(`${server.publicUrl}/staff/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  await server.stop()
  expect(status).toBe(401)
  expect({ store: store.requests, partner: partner.receiver.requests }).toEqual({ store: [], partner: [] })
})

test('a month of a test copy bills its subscriptions at the sandbox, and tells nobody', async () => {
  const { databaseUrl: url, order, store, partner } = await makeProduction()
  const printed = await run(url, {}, 'setup', '--as-test-copy', '--database', url.replace(/^.*@/, ''))
  expect(printed).toContain('This installation is staging.')
  const record = memoryRecord()
  await using copy = await createWorld({
    history: url,
    at: systemClock.wall().add({ hours: 1 }),
    environment: { FLORIN_KEYS: keys },
    acquirer: ({ clock, bankUrl }) => sandboxAcquirer({ record, clock, bankUrl }),
  })
  await copy.pass({ hours: 24 * 40 })
  const billed = `select distinct status, connector from payments.payments where order_id = ${order.id} and period is not null`
  expect(await copy.query(billed)).toEqual([{ status: 'captured', connector: 'sandbox' }])
  const sent = `select (select count(*)::int from notifications.attempts where attempted_at > now() - interval '1 minute') as notifications,
    (select count(*)::int from merchant_payouts.payouts) as payouts`
  expect(await copy.query(sent)).toEqual([{ notifications: 0, payouts: 0 }])
  expect({ store: store.requests, partner: partner.receiver.requests }).toEqual({ store: [], partner: [] })
  expect((await copy.verify()).differences).toEqual([])
})

/** Tables that hold an address, a key or a message, and are not cut off. */
const sealedAtRest = 'it opens with the master keys alone, and nothing sends it'
const stay: Readonly<Record<string, string>> = {
  'access.staff_recovery_codes': 'a person has a password besides it',
  'access.staff_factors': 'a second factor opens nothing without the first',
  'disputes.document_pieces': sealedAtRest,
  'documents.chunks': sealedAtRest,
  'documents.verifications': 'the customer who has the address hands in documents, to this copy',
  'exports.pieces': sealedAtRest,
  'florin.idempotency_keys': 'it names a request of a caller, whose key has ended',
  'issuervault.cards': sealedAtRest,
  'issuervault.product_keys': sealedAtRest,
  'kyc.submissions': sealedAtRest,
  'orders.orders': 'a shopper who pays here may go back to the store; nothing is sent there',
  'payments.payments': 'the fingerprint of a card finds it again',
  'programmes.settings': 'a customer who has handed in documents goes back there; nothing is sent',
  'shoppers.card_renewals': 'the fingerprint of a card finds it again',
  'shoppers.cards': 'the fingerprint of a card finds it again',
  'threeds.authentications': 'results that wait are cut off, and no challenge is open',
  'vault.acquired_cards': sealedAtRest,
  'vault.cards': sealedAtRest,
  'wallets.used_tokens': 'it only refuses a token that was used',
  'webhooks.attempts': 'a record of what was sent',
}

test('every table with keys, addresses or messages is cut off, or stays for a reason', async () => {
  const url = await copyOfTemplate()
  const found = await query(
    url,
    `select distinct table_schema || '.' || table_name as name from information_schema.columns
      where table_schema not in ('pg_catalog', 'information_schema', 'public') and table_schema !~ '^sandbox'
        and (column_name ~ '(url|fingerprint|sealed|token_hash)$' or column_name = 'tries_left') order by 1`,
  )
  const known = new Set([...cutOffs.map(({ table }) => table), ...deletedRows, ...Object.keys(stay)])
  expect(found.map(({ name }) => String(name)).filter((name) => !known.has(name))).toEqual([])
})
