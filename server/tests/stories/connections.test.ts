import { expect, onTestFinished, test } from 'vitest'
import {
  addConnection,
  clearDefault,
  credentialsOf,
  disableConnection,
  enableConnection,
  makeDefault,
  replaceCredentials,
} from '#acquiring/processors'
import { Secret } from '#kernel/base/secret.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { goodMadeUp, madeUpFields, operator, productionConfig, startedAgain } from '../world/connected.ts'
import { copyOfTemplate } from '../world/database.ts'
import { credentialsFor } from '../world/iso8583-host/host-under-test.ts'
import { longTest } from '../world/length.ts'
import { openPeople } from '../world/staff.ts'
import { createWorld } from '../world/world.ts'

const added = { by: operator, kind: 'madeup', name: 'main', given: madeUpFields() }

async function openWorld() {
  const madeUp = goodMadeUp()
  const world = await createWorld({ processors: { madeup: madeUp.kind } })
  onTestFinished(() => world[Symbol.asyncDispose]())
  return { madeUp, world, processors: world.app.processors }
}

test('credentials that cannot be right are refused by the name of their field, and nothing is recorded', async () => {
  const { madeUp, world, processors } = await openWorld()
  const add = (fields: Record<string, string>, more: Partial<typeof added> = {}) =>
    addConnection(processors, { ...added, given: madeUpFields(fields), ...more })

  await expect(add({ apikey: 'mk_test_1' })).rejects.toMatchObject({
    code: 'unknown_credential_field',
    field: 'apikey',
    message: 'A connection of the kind madeup has no field apikey. It has: apiKey, webhookSecret, url.',
  })
  await expect(add({ webhookSecret: '' })).rejects.toMatchObject({
    code: 'missing_credential_field',
    message: 'The field webhookSecret is missing. What it signs with: Settings, Webhooks.',
  })
  await expect(add({ apiKey: 'sk_1' })).rejects.toMatchObject({ code: 'invalid_credential_field', field: 'apiKey' })
  await expect(add({ apiKey: 'mk_live_1' })).rejects.toMatchObject({
    code: 'connection_mode_mismatch',
    details: { mode: 'live', wanted: 'test' },
  })
  await expect(add({}, { kind: 'stripes' })).rejects.toMatchObject({ code: 'processor_kind_not_found' })
  await expect(add({}, { name: 'sandbox' })).rejects.toMatchObject({ code: 'connection_name_taken' })
  await expect(add({}, { name: 'Main 1' })).rejects.toMatchObject({ code: 'invalid_connection_name' })

  madeUp.check = () => ({ works: false, problem: 'The key was revoked. Make another one.' })
  await expect(add({})).rejects.toMatchObject({
    code: 'connection_check_failed',
    message: expect.stringContaining('nothing is changed: The key was revoked. Make another one.'),
  })
  expect(await world.query('select from processors.connections')).toEqual([])
  expect((await addConnection(processors, { ...added, unchecked: true })).connection).toMatchObject({ name: 'main' })
  expect(world.logged.join('')).not.toMatch(/mk_test|"first"/)
})

test('a new connection takes payments beside the sandbox once programs start again; it is the default when it is made so', async () => {
  const { madeUp, world, processors } = await openWorld()
  const { check } = await addConnection(processors, added)
  expect(check).toMatchObject({ account: 'acct_made_up' })
  const idsOfNext = async () => {
    const app = await startedAgain(world, madeUp)
    await app.close()
    return app.connectors.ids.filter((id) => ['sandbox', 'main'].includes(id))
  }
  expect(await idsOfNext()).toEqual(['sandbox', 'main'])
  await makeDefault(processors, { by: operator, name: 'main' })
  expect(await idsOfNext()).toEqual(['main', 'sandbox'])
  await clearDefault(processors, { by: operator })
  expect(await idsOfNext()).toEqual(['sandbox', 'main'])
  await disableConnection(processors, { by: operator, name: 'main' })
  expect(await idsOfNext()).toEqual(['sandbox'])
  expect(
    (await world.query(`select action from directory.audit where subject_type = 'connection' order by id`)).map(
      ({ action }) => action,
    ),
  ).toEqual(['connectionAdded', 'connectionMadeDefault', 'connectionNoLongerDefault', 'connectionDisabled'])
  const { differences } = await world.verify()
  expect(differences).toEqual([])
})

test('pages in test mode propose a card of the connector that the payments of the site are sent to', async () => {
  const { madeUp, world, processors } = await openWorld()
  await addConnection(processors, added)
  const [{ site }, other] = [await world.merchant(), await world.merchant()]
  const cardAt = async (app: App, siteId = site.id) =>
    (await app.routing.testCardFor({ siteId, currency: 'EUR' }))?.number
  expect(await cardAt(world.app)).toBe('4111111111111111')

  const rule = { priority: 1, connector: 'main', siteId: site.id }
  const started = await startedAgain(world, madeUp)
  await started.routing.addRule({ by: operator, rule })
  expect([await cardAt(started), await cardAt(started, other.site.id)]).toEqual([
    '4000000000000002',
    '4111111111111111',
  ])
  // What is paused gets no payments: they go to the default.
  await started.routing.pause({ by: operator, connector: 'main' })
  expect(await cardAt(started)).toBe('4111111111111111')
  await started.close()

  await makeDefault(processors, { by: operator, name: 'main' })
  const byDefault = await startedAgain(world, madeUp)
  expect(await cardAt(byDefault, other.site.id)).toBeUndefined()
  await byDefault.routing.resume({ by: operator, connector: 'main' })
  expect(await cardAt(byDefault, other.site.id)).toBe('4000000000000002')
  const people = await openPeople(world)
  const { body } = await (await people.person()).call('GET', '/processor-connections')
  expect(body.data).toMatchObject([{ name: 'main', isDefault: true }])
  await byDefault.close()
})

test('replaced credentials count at once in every program, and the earlier ones until their overlap is over', async () => {
  const { madeUp, world, processors } = await openWorld()
  await addConnection(processors, added)
  const app = await startedAgain(world, madeUp)
  onTestFinished(() => app.close())
  const { parts } = madeUp.opened.at(-1)!
  const secrets = async () => {
    const { current, previous } = await parts.credentials()
    return [current, previous].map((one) => one?.webhookSecret.reveal())
  }
  expect(await secrets()).toEqual(['first', undefined])

  const { previousUntil } = await replaceCredentials(processors, {
    by: operator,
    name: 'main',
    given: madeUpFields({ webhookSecret: 'second' }),
    overlap: Temporal.Duration.from('PT2H'),
  })
  // As after five seconds, or the notice of the database.
  app.connections.forget()
  expect(await secrets()).toEqual(['second', 'first'])
  expect(previousUntil).toEqual(world.clock.now().add({ hours: 2 }))
  world.clock.pass({ hours: 2 })
  expect(await secrets()).toEqual(['second', undefined])

  await replaceCredentials(processors, { by: operator, name: 'main', given: madeUpFields({ webhookSecret: 'third' }) })
  await replaceCredentials(processors, { by: operator, name: 'main', given: madeUpFields({ webhookSecret: 'fourth' }) })
  app.connections.forget()
  expect(await secrets()).toEqual(['fourth', 'third'])
  expect(await credentialsOf(world.app.db, parts.connector)).toHaveLength(4)

  await disableConnection(processors, { by: operator, name: 'main' })
  app.connections.forget()
  await expect(secrets()).rejects.toMatchObject({ name: 'NotSent', message: expect.stringContaining('it is disabled') })
  await enableConnection(processors, { by: operator, name: 'main' })
  app.connections.forget()
  expect(await secrets()).toEqual(['fourth', 'third'])
})

test('credentials of another account are refused: the payments of this one would not be found there', async () => {
  const { madeUp, processors } = await openWorld()
  await addConnection(processors, added)
  madeUp.check = () => ({ works: true, account: 'acct_other', notes: [] })
  const replacing = replaceCredentials(processors, { by: operator, name: 'main', given: madeUpFields() })
  await expect(replacing).rejects.toMatchObject({
    code: 'connection_account_changed',
    message: expect.stringContaining('are for acct_other, and the connection main is for acct_made_up'),
  })
})

test('a business that was renamed at its processor is the same account', async () => {
  const { madeUp, processors } = await openWorld()
  madeUp.check = () => ({ works: true, account: 'Crumb (acct_1)', notes: [] })
  await addConnection(processors, added)
  const replace = () => replaceCredentials(processors, { by: operator, name: 'main', given: madeUpFields() })
  madeUp.check = () => ({ works: true, account: 'Crumb & Co. (acct_1)', notes: [] })
  expect(await replace()).toMatchObject({ connection: { account: 'Crumb & Co. (acct_1)' } })
  madeUp.check = () => ({ works: true, account: 'Crumb & Co. (acct_2)', notes: [] })
  await expect(replace()).rejects.toMatchObject({ code: 'connection_account_changed' })
})

test('production starts with a live connection, says what is missing without one, and names the one that it cannot use', async () => {
  const databaseUrl = await copyOfTemplate()
  const madeUp = goodMadeUp()
  const start = (processors: Parameters<typeof openApp>[0]['processors'], more = {}) =>
    openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example', processors: processors!, ...more })
  const config = productionConfig(databaseUrl)
  const kinds = { madeup: madeUp.kind }
  await expect(start(kinds)).rejects.toThrow(
    'Production cannot take payments: there is no connector. Connect a processor with: florin connector add <kind> <name>.',
  )

  const preparing = await start(kinds, { mayLackAcquirer: true })
  const test = addConnection(preparing.processors, added)
  await expect(test).rejects.toMatchObject({ code: 'connection_mode_mismatch', details: { wanted: 'live' } })
  await addConnection(preparing.processors, { ...added, given: madeUpFields({ apiKey: 'mk_live_1' }) })
  await preparing.close()

  const app = await start(kinds)
  expect(app.connectors.ids[0]).toBe('main')
  await disableConnection(app.processors, { by: operator, name: 'main' })
  await expect(start(kinds)).rejects.toThrow(
    'Production cannot take payments: every connection is disabled (main). Use one again with: florin connector enable main.',
  )
  await enableConnection(app.processors, { by: operator, name: 'main' })
  await app.close()

  await expect(start({})).rejects.toThrow(
    'the connection main is not usable: this program knows no processor of the kind madeup. Correct it with florin connector replace-credentials main, or cut it off with florin connector disable main.',
  )
})

// In small: production starts with a live connection, says what is missing without one, and names the one that it cannot use
longTest(
  'production starts with a live connection of every kind that this program has, before its processor is reached',
  async () => {
    const databaseUrl = await copyOfTemplate()
    const config = productionConfig(databaseUrl)
    const start = (more = {}) =>
      openApp({ config, log: silentLog, databaseUrl, publicUrl: 'https://pay.example', ...more })
    const preparing = await start({ mayLackAcquirer: true })
    const { processors } = preparing
    expect(Object.keys(processors.kinds).toSorted()).toEqual(Object.keys(live).toSorted())
    for (const [kind, fields] of Object.entries(live))
      await addConnection(processors, { by: operator, kind, name: kind, given: new Secret(fields), unchecked: true })
    await preparing.close()

    const app = await start()
    onTestFinished(() => app.close())
    expect([...app.connectors.ids].toSorted()).toEqual(Object.keys(live).toSorted())
  },
)

/** Credentials of production that no processor knows, of each kind. */
const live: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stripe: { secretKey: 'sk_live_madeup0000', webhookSecret: 'whsec_madeup0000' },
  adyen: {
    apiKey: `AQE${'madeup0000'.repeat(4)}`,
    merchantAccount: 'CrumbECOM',
    hmacKey: '00'.repeat(32),
    webhookUser: 'adyen',
    webhookPassword: 'made up',
    liveUrlPrefix: '1797a841fbb37ca7-Crumb',
  },
  iso8583: { ...credentialsFor([{ port: 9 }], { mode: 'live' }) },
}
