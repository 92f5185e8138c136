import { expect, test } from 'vitest'
import { auditEntry, platformOwner } from '#core/directory'
import { openVault } from '#core/vault'
import { hashOf } from '#kernel/audit/seal/chain.ts'
import { headOf } from '#kernel/audit/seal/check-chain.ts'
import { sealDetachment } from '#kernel/audit/seal/seal-new-rows.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { commit } from '#kernel/db/commit/commit.ts'
import { type Db, openDb } from '#kernel/db/db.ts'
import { sealAll } from '../../src/audit/seal.ts'
import { sealed } from '../../src/audit/sealed.ts'
import { derived, unsealed, unsealedColumns } from '../../src/audit/unsealed.ts'
import { unsealedEverywhere } from '../../src/audit/unsealed-kernel.ts'
import { verify } from '../../src/audit/verify.ts'
import { newCustomer, openApiShop, orders, typedCard } from '../world/api.ts'
import { longTest } from '../world/length.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { connectAsSuperuser } from '../world/superuser.ts'

const inShort = async ({ world }: Shop, options?: Parameters<typeof verify>[1]) =>
  (await verify(world.app, options)).differences.map(({ about, wrong }) => `${about}: ${wrong}`)

/** Does something by hand that no rule of the database binds. */
async function byHand({ world }: Shop, ...statements: readonly string[]): Promise<void> {
  const client = await connectAsSuperuser(world.databaseUrl, { unruled: true })
  for (const statement of statements) await client.query(statement)
}

async function buysBread(shop: Shop): Promise<void> {
  await (await shop.sends()).pays()
  await shop.world.runUntilIdle()
}

test('every table is sealed, computed again by a check, or needs no seal for a reason', async () => {
  const shop = await openShop()
  const tables = await shop.rows(`
    select schemaname || '.' || tablename as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const known = [
    ...new Set(sealed.flatMap(({ table, covers = [] }) => [table, ...covers])),
    ...Object.keys(derived),
    ...Object.keys(unsealed),
  ]
  expect(known.toSorted()).toEqual(tables.map(({ name }) => name))
})

test('every column of a sealed table is among its facts, or is not for a reason', async () => {
  const shop = await openShop()
  const rows = await shop.rows(`
    select table_schema || '.' || table_name as name, column_name as column from information_schema.columns
    where table_schema not in ('pg_catalog', 'information_schema')`)
  const columnsOf = Map.groupBy(
    rows.map(({ name, column }) => ({ name: String(name), column: String(column) })),
    ({ name }) => name,
  )
  const uncovered = [...new Set(sealed.flatMap(({ table, covers = [] }) => [table, ...covers]))].flatMap((name) => {
    const kinds = sealed.filter(({ table, covers = [] }) => [table, ...covers].includes(name))
    const text = kinds.flatMap(({ facts, salt = '' }) => [...facts, salt]).join(' ')
    const keys = kinds.flatMap(({ table, key }) => (table === name ? key.map(({ column }) => column) : []))
    const isFact = (column: string) => text.includes('to_jsonb(r)') || new RegExp(`\\b[a-z]\\.${column}\\b`).test(text)
    const listed = unsealedColumns[name] ?? {}
    const columns = (columnsOf.get(name) ?? []).map(({ column }) => column)
    const isKnown = (column: string) => keys.includes(column) || isFact(column) || column in unsealedEverywhere
    return [
      ...columns.filter((column) => !isKnown(column) && !listed[column]),
      ...Object.keys(listed).filter((column) => !columns.includes(column)),
    ].map((column) => `${name}.${column}`)
  })
  expect(uncovered).toEqual([])
})

test('where nothing is new, nothing is written', async () => {
  const shop = await openShop()
  await buysBread(shop)
  expect(await sealAll(shop.world.app)).toBeGreaterThan(0)
  const seals = await shop.count('seals.seals')
  expect(await sealAll(shop.world.app)).toBe(0)
  expect(await shop.count('seals.seals')).toBe(seals)
})

test('a row that is committed late, with a lower number than those after it, is sealed with them and not passed over', async () => {
  const shop = await openShop()
  await buysBread(shop)
  await sealAll(shop.world.app)
  const { app } = shop.world
  const by = { actor: 'ana', fromWhere: 'test' }
  const looked = { action: 'looked', owner: platformOwner, subject: { type: 'nothing' } }
  const look = (db: Db) => commit({ ...app, db }, app.clock.now(), [auditEntry(app.clock.now(), by, looked)], 'look')
  const [hasNumber, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = app.db.locked([], { name: 'slow' }, async (tx) => {
    await look(tx)
    hasNumber.resolve()
    await mayCommit.promise
  })
  await hasNumber.promise
  await look(app.db)
  expect(await sealAll(app)).toBe(0)
  mayCommit.resolve()
  await slow
  expect(await sealAll(app)).toBe(2)
  expect(await inShort(shop)).toEqual([])
})

test('processes that seal at the same moment make one chain', async () => {
  const shop = await openShop()
  for (let round = 0; round < 3; round++) {
    await buysBread(shop)
    await Promise.all([1, 2, 3].map(() => sealAll(shop.world.app)))
  }
  expect(await sealAll(shop.world.app)).toBe(0)
  expect(await shop.rows('select count(*)::int as seals, max(id)::int as last from seals.seals')).toEqual([
    { seals: 3, last: 3 },
  ])
  expect(await inShort(shop)).toEqual([])
})

test('who makes the whole chain anew over altered rows, or takes its end away, is found by the hash kept elsewhere', async () => {
  const shop = await openShop()
  await buysBread(shop)
  await sealAll(shop.world.app)
  await buysBread(shop)
  await sealAll(shop.world.app)
  const head = (await headOf(shop.world.app.db))!.hash
  expect(await inShort(shop, { expected: head })).toEqual([])
  expect(await inShort(shop, { expected: head.slice(0, 16) })).toEqual([])
  await byHand(shop, 'delete from seals.pages where seal_id = 2', 'delete from seals.seals where id = 2')
  expect(await inShort(shop)).toEqual([])
  const missing = ['the chain of seals: the seal whose hash was kept elsewhere is not in it']
  expect(await inShort(shop, { expected: head })).toEqual(missing)
  await byHand(shop, 'delete from seals.pages; delete from seals.seals')
  await sealAll(shop.world.app)
  expect(await inShort(shop)).toEqual([])
  expect(await inShort(shop, { expected: head })).toEqual(missing)
})

// In small: who makes the whole chain anew over altered rows, or takes its end away, is found by the hash kept elsewhere
longTest('a seal that is made anew does not fit the seals after it', async () => {
  const shop = await openShop()
  for (const _ of [1, 2]) {
    await buysBread(shop)
    await sealAll(shop.world.app)
  }
  const { db } = shop.world.app
  const seal = await db.read.selectFrom('seals.seals').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow()
  const pages = await db.read.selectFrom('seals.pages').selectAll().where('seal_id', '=', 1n).execute()
  const sealedAt = seal.sealed_at.subtract({ hours: 1 })
  const hash = hashOf({ ...seal, sealedAt, pages }).toString('hex')
  await byHand(
    shop,
    `update seals.seals set sealed_at = '${sealedAt}', hash = decode('${hash}', 'hex') where id = 1`,
    `update seals.seals set previous = decode('${hash}', 'hex') where id = 2`,
  )
  expect(await inShort(shop)).toEqual(['seal 2: its content was altered'])
  await byHand(shop, 'delete from seals.pages; delete from seals.seals')
})

// In small: since a seal, only what was written after it is checked: the rows, and what is computed again
longTest('only what was sealed since a seal is compared, if that is asked for', async () => {
  const shop = await openShop()
  await buysBread(shop)
  await sealAll(shop.world.app)
  await buysBread(shop)
  await sealAll(shop.world.app)
  await byHand(shop, `update directory.audit set actor = 'nobody' where id = 1`)
  const found = ['audit entry 1: it was altered after it was sealed']
  expect(await inShort(shop)).toEqual(found)
  expect(await inShort(shop, { since: 1n })).toEqual([])
  const shown: string[] = []
  expect(await inShort(shop, { progress: (what) => shown.push(what) })).toEqual(found)
  expect(shown).toContain('seal 2 of 2')
  await byHand(shop, `update directory.audit set actor = 'test' where id = 1`)
})

// In small: who erases a customer deletes a salt, and the chain stays whole: no digest says anything about them any more
longTest('what was sealed of a deleted customer says nothing about them any more, and nothing is missed', async () => {
  const { client, ...shop } = await openApiShop()
  const customer = await newCustomer(client)
  await orders(client, customer, { ...typedCard })
  await shop.world.runUntilIdle()
  await sealAll(shop.world.app)
  expect(await shop.rows('select count(salt)::int as salts from shoppers.seal_salts')).toEqual([{ salts: 1 }])
  await client.send('DELETE', `/customer/${customer}`)
  expect(await shop.rows('select count(salt)::int as salts from shoppers.seal_salts')).toEqual([{ salts: 0 }])
  expect(await inShort({ ...shop })).toEqual([])
  await sealAll(shop.world.app)
  expect(await inShort({ ...shop })).toEqual([])
})

test('nothing of a card number or an email address can be found in the seals', async () => {
  const { client, ...shop } = await openApiShop()
  await orders(client, await newCustomer(client), { ...typedCard, saveCard: '1' })
  await sealAll(shop.world.app)
  const all = JSON.stringify(await shop.rows(`select keys, encode(digests, 'hex') as digests from seals.pages`))
  for (const secret of ['4111111111111111', 'ana@example.com', 'ana']) expect(all).not.toContain(secret)
})

test('a rotation of the keys alters nothing that is sealed', async () => {
  const keys = generateKeys()
  const { client, ...shop } = await openApiShop({}, { environment: { FLORIN_KEYS: keys } })
  const { app, databaseUrl } = shop.world
  await orders(client, await newCustomer(client), { ...typedCard, saveCard: '1' })
  await sealAll(app)
  const [{ wrapped } = {}] = await shop.rows(`select encode(wrapped_key, 'hex') as wrapped from vault.cards`)
  const db = openDb(databaseUrl, { role: 'florin_vault', connectionsMax: 1 })
  const vault = openVault({ db, keys: readKeyRing(withFreshKey(keys, 'vault')), clock: app.clock })
  expect(await vault.rewrap({ limit: 10 })).toMatchObject({ rewrapped: 1, left: 0 })
  const by = { actor: 'operator', fromWhere: 'command line' }
  await app.directory.rotateSiteKey({ by, siteId: shop.site.id })
  const rotated = async () => (await verify({ ...app, vault })).differences
  expect(await rotated()).toEqual([])
  await sealAll(app)
  expect(await rotated()).toEqual([])
  // A process that has only the older key cannot read the number any more, and says so.
  expect(await inShort({ ...shop })).toMatchObject([expect.stringContaining('its master key is not in the key file')])
  await byHand(shop, `update vault.cards set key_version = 1, wrapped_key = decode('${wrapped}', 'hex')`)
  await db.close()
})

test('rows that were moved away with their month are not missed once the chain says so, and others are', async () => {
  const shop = await openShop()
  await buysBread(shop)
  await sealAll(shop.world.app)
  const saved = await shop.rows(
    'select id, body::text, name, owner_kind, owner_id, subject_type, subject_id, occurred_at::text from outbox.events order by id limit 2',
  )
  await byHand(shop, `delete from outbox.events where id <= ${saved[1]!.id}`)
  const gone = saved.map(({ id }) => `event ${id}: it was removed after it was sealed`)
  expect(await inShort(shop)).toEqual(expect.arrayContaining(gone))
  const [from, through] = saved.map(({ id }) => String(id))
  await sealDetachment(shop.world.app, { table: 'outbox.events', from: from!, through: from! })
  const found = await inShort(shop)
  expect([found.includes(gone[0]!), found.includes(gone[1]!)]).toEqual([false, true])
  await sealDetachment(shop.world.app, { table: 'outbox.events', from: through!, through: through! })
  expect((await inShort(shop)).filter((one) => one.includes('sealed'))).toEqual([])
  for (const { id, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at } of saved)
    await byHand(
      shop,
      `insert into outbox.events (id, name, owner_kind, owner_id, subject_type, subject_id, body, occurred_at) overriding system value
       values (${id}, '${name}', '${owner_kind}', '${owner_id}', '${subject_type}', '${subject_id}', '${body}', '${occurred_at}')`,
    )
})
