import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import { openVault, type VaultToken } from '#core/vault'
import { Secret } from '#kernel/base/secret.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import { copyOfTemplate } from '../world/database.ts'
import { warmDatabase } from '../world/warm-database.ts'

const bakery = 101 as MerchantId
const florist = 102 as MerchantId
const number = '4111111111111111'
const pan = new Secret(number)
const clock = {
  now: () => Temporal.Instant.from('2026-11-20T12:00:00Z'),
  wall: () => Temporal.Instant.from('2026-11-20T12:00:00Z'),
}

test('a card number comes back by its token, to its merchant only', async () => {
  const { vault } = await openVaultContext()
  const { token } = await vault.tokenize({ merchantId: bakery, pan })
  expect((await vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
  const refused = { name: 'Refusal', code: 'token_not_found' }
  await expect(vault.detokenize({ merchantId: florist, token })).rejects.toMatchObject(refused)
  const unknown = 'f2f1cb5a-4df0-4a1c-a5b1-f1fd1f9a9a11' as VaultToken
  await expect(vault.detokenize({ merchantId: bakery, token: unknown })).rejects.toMatchObject(refused)
  await expect(vault.detokenize({ merchantId: bakery, token: `' or true` as VaultToken })).rejects.toMatchObject(
    refused,
  )
})

test('the same card at one merchant has one fingerprint and two tokens, and at another merchant another', async () => {
  const { vault } = await openVaultContext()
  const one = await vault.tokenize({ merchantId: bakery, pan })
  const two = await vault.tokenize({ merchantId: bakery, pan })
  const elsewhere = await vault.tokenize({ merchantId: florist, pan })
  expect(two.token).not.toBe(one.token)
  expect(two.fingerprint).toEqual(one.fingerprint)
  expect(elsewhere.fingerprint).not.toEqual(one.fingerprint)
  expect(vault.fingerprintOf({ merchantId: bakery, pan })).toEqual(one.fingerprint)
  expect(one.fingerprint).toHaveLength(32)
  expect((await openVaultContext()).vault.fingerprintOf({ merchantId: bakery, pan })).not.toEqual(one.fingerprint)
})

test('a text that is not 12 to 19 digits is not tokenized, and not repeated', async () => {
  const { vault } = await openVaultContext({ alone: true })
  for (const text of ['', '4111 1111 1111 1111', '411111111111111x', '41111111111', '4'.repeat(20)]) {
    const refused = { code: 'invalid_card_number', message: 'A card number has 12 to 19 digits.' }
    await expect(vault.tokenize({ merchantId: bakery, pan: new Secret(text) })).rejects.toMatchObject(refused)
  }
  expect(await vault.status()).toEqual({ newestKey: 1, keys: [] })
})

test('a forgotten card is gone, and forgetting it again is no error', async () => {
  const { vault, runAsAdministrator } = await openVaultContext()
  const { token } = await vault.tokenize({ merchantId: bakery, pan })
  const kept = await vault.tokenize({ merchantId: bakery, pan })
  await vault.delete(token)
  await vault.delete(token)
  await expect(vault.detokenize({ merchantId: bakery, token })).rejects.toMatchObject({ code: 'token_not_found' })
  const left = await runAsAdministrator('select token from vault.cards where token = any($1)', [[token, kept.token]])
  expect(left).toEqual([{ token: kept.token }])
})

test('nothing of the card number is in the bytes of its row', async () => {
  const { vault, runAsAdministrator } = await openVaultContext()
  const { token } = await vault.tokenize({ merchantId: bakery, pan })
  const [row] = await runAsAdministrator(
    'select row_to_json(cards)::text as whole, * from vault.cards where token = $1',
    [token],
  )
  const bytes = Buffer.concat(
    [row!.wrapped_key, row!.sealed, row!.fingerprint].map((part) => Buffer.from(part as Buffer)),
  )
  const forms = [bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64'), String(row!.whole)]
  for (let start = 0; start + partLength <= number.length; start++) {
    const digits = number.slice(start, start + partLength)
    for (const part of [digits, Buffer.from(digits).toString('hex')])
      expect(forms.filter((form) => form.includes(part))).toEqual([])
  }
})

/** Shorter parts turn up in random bytes by chance. */
const partLength = 8

test('the application’s role cannot read, write or even count card numbers', async () => {
  const { vault, url } = await openVaultContext()
  const { token } = await vault.tokenize({ merchantId: bakery, pan })
  const app = openDb(url, { role: 'florin_app' })
  onTestFinished(() => app.close())
  for (const statement of [
    'select * from vault.cards',
    'select count(*) from vault.cards',
    `update vault.cards set merchant_id = ${florist}`,
    'delete from vault.cards',
    'insert into vault.cards select * from vault.cards',
    'truncate vault.cards',
    'drop table vault.cards',
    'create table vault.mine (id integer)',
    'grant florin_vault to florin_app',
  ])
    await expect(app.run(statement, []), statement).rejects.toThrow(/permission denied|must be owner/)
  expect((await vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
})

test('the vault’s role reaches nothing of anybody else', async () => {
  const { db, runAsAdministrator } = await openVaultContext()
  const tables = await runAsAdministrator(`
    select schemaname || '.' || tablename as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema', 'vault')`)
  const names = tables.map(({ name }) => String(name))
  expect(names).toEqual(expect.arrayContaining(['payments.payments', 'directory.site_keys', 'outbox.events']))
  // In one statement: a connection with an error that nobody expects is given up, and there are hundreds of tables.
  await db.run(
    `do $$ declare name text; begin
       foreach name in array array['${names.join(`', '`)}'] loop
         begin
           execute 'select from ' || name;
           raise 'the vault can read %', name;
         exception when insufficient_privilege then null;
         end;
       end loop;
     end $$`,
    [],
  )
  await expect(db.run('update payments.payments set id = id', [])).rejects.toThrow('permission denied')
})

test('a row whose token or merchant was changed cannot be detokenized', async () => {
  const { vault, runAsAdministrator } = await openVaultContext()
  const one = await vault.tokenize({ merchantId: bakery, pan })
  const two = await vault.tokenize({ merchantId: bakery, pan: new Secret('5555555555554444') })
  await runAsAdministrator(`update vault.cards set merchant_id = ${florist} where token = $1`, [one.token])
  await expect(vault.detokenize({ merchantId: florist, token: one.token })).rejects.toThrow()
  await runAsAdministrator(
    `update vault.cards mine set sealed = theirs.sealed, wrapped_key = theirs.wrapped_key
       from vault.cards theirs where mine.token = $1 and theirs.token = $2`,
    [two.token, one.token],
  )
  await expect(vault.detokenize({ merchantId: bakery, token: two.token })).rejects.toThrow()
})

test('a row with any byte flipped does not open', async () => {
  const { vault, runAsAdministrator } = await openVaultContext()
  const { token } = await vault.tokenize({ merchantId: bakery, pan })
  const [sizes] = await runAsAdministrator(
    'select length(wrapped_key) as wrapped_key, length(sealed) as sealed from vault.cards where token = $1',
    [token],
  )
  const flip = (column: string, position: number) =>
    runAsAdministrator(
      `update vault.cards set ${column} = set_byte(${column}, $1, get_byte(${column}, $1) # 1) where token = $2`,
      [position, token],
    )
  for (const [column, length] of Object.entries(sizes!)) {
    for (let position = 0; position < Number(length); position++) {
      await flip(column, position)
      await expect(vault.detokenize({ merchantId: bakery, token }), `${column} ${position}`).rejects.toThrow()
      await flip(column, position)
    }
  }
  expect((await vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
})

test('records are rewrapped with a new master key, their sealed data untouched, and then the old key may be removed', async () => {
  const first = await openVaultContext({ alone: true })
  const tokens = await tokenizeMany(first.vault, 7)
  const sealedBefore = await first.runAsAdministrator('select token, sealed from vault.cards order by token')
  const both = withFreshKey(first.keyFile, 'vault')
  const { vault } = await openVaultContext({ url: first.url, keyFile: both })
  expect(await vault.status()).toEqual({ newestKey: 2, keys: [{ keyVersion: 1, cards: 7 }] })
  expect(await vault.rewrap({ limit: 3 })).toEqual({ rewrapped: 3, left: 4, unreadable: [] })
  const counts = [
    { keyVersion: 1, cards: 4 },
    { keyVersion: 2, cards: 3 },
  ]
  expect(await vault.status()).toEqual({ newestKey: 2, keys: counts })
  for (const token of tokens) expect((await vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
  expect(await vault.rewrap({ limit: 100 })).toEqual({ rewrapped: 4, left: 0, unreadable: [] })
  expect(await vault.rewrap({ limit: 100 })).toEqual({ rewrapped: 0, left: 0, unreadable: [] })
  expect(await first.runAsAdministrator('select token, sealed from vault.cards order by token')).toEqual(sealedBefore)

  const file = JSON.parse(both)
  delete file.seal.vault[1]
  const later = await openVaultContext({ url: first.url, keyFile: JSON.stringify(file) })
  for (const token of tokens)
    expect((await later.vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
  await expect(first.vault.detokenize({ merchantId: bakery, token: tokens[0]! })).rejects.toThrow('key number 2')
})

test('several processes rewrap at once while cards are kept, opened and forgotten, and nothing is lost', async () => {
  const first = await openVaultContext({ alone: true })
  const tokens = await tokenizeMany(first.vault, 60)
  const both = withFreshKey(first.keyFile, 'vault')
  const processes = await Promise.all([1, 2, 3].map(() => openVaultContext({ url: first.url, keyFile: both })))
  const rewrapAll = async (vault: (typeof processes)[0]['vault']) => {
    let total = 0
    for (let round = 0; round < 200; round++) {
      const { rewrapped, left } = await vault.rewrap({ limit: 10 })
      total += rewrapped
      if (left === 0) return total
    }
    throw new Error('it does not end')
  }
  const forgotten = tokens.splice(0, 10)
  const [totals, opened, , fresh] = await Promise.all([
    Promise.all(processes.map(({ vault }) => rewrapAll(vault))),
    Promise.all(tokens.map((token) => processes[0]!.vault.detokenize({ merchantId: bakery, token }))),
    Promise.all(forgotten.map((token) => processes[1]!.vault.delete(token))),
    tokenizeMany(processes[2]!.vault, 10),
  ])
  expect(opened.map((one) => one.reveal())).toEqual(tokens.map(() => number))
  const total = totals.reduce((sum, part) => sum + part, 0)
  expect(total).toBeGreaterThanOrEqual(50)
  expect(total).toBeLessThanOrEqual(60)
  expect(await processes[0]!.vault.status()).toEqual({ newestKey: 2, keys: [{ keyVersion: 2, cards: 60 }] })
  for (const token of [...tokens, ...fresh])
    expect((await processes[0]!.vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
})

test('a rewrapper writes nothing over a wrapping that changed since it was read', async () => {
  const first = await openVaultContext({ alone: true })
  const [token] = await tokenizeMany(first.vault, 1)
  const both = withFreshKey(first.keyFile, 'vault')
  const quick = await openVaultContext({ url: first.url, keyFile: both })
  const slow = await openVaultContext({
    url: first.url,
    keyFile: both,
    beforeWriting: async () => {
      await quick.vault.rewrap({ limit: 1 })
    },
  })
  expect(await slow.vault.rewrap({ limit: 1 })).toEqual({ rewrapped: 0, left: 0, unreadable: [] })
  expect((await slow.vault.detokenize({ merchantId: bakery, token: token! })).reveal()).toBe(number)
})

test('a process with an older key file never wraps back', async () => {
  const keyFile = generateKeys()
  const fresh = await openVaultContext({ alone: true, keyFile: withFreshKey(keyFile, 'vault') })
  await tokenizeMany(fresh.vault, 2)
  const old = await openVaultContext({ url: fresh.url, keyFile })
  expect(await old.vault.rewrap({ limit: 10 })).toEqual({ rewrapped: 0, left: 0, unreadable: [] })
  expect((await fresh.vault.status()).keys).toEqual([{ keyVersion: 2, cards: 2 }])
})

test('a record that does not open is named, and does not stop the others', async () => {
  const first = await openVaultContext({ alone: true })
  const [broken, ...good] = await tokenizeMany(first.vault, 3)
  await first.runAsAdministrator(
    'update vault.cards set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1) where token = $1',
    [broken],
  )
  const { vault } = await openVaultContext({ url: first.url, keyFile: withFreshKey(first.keyFile, 'vault') })
  expect(await vault.rewrap({ limit: 10 })).toEqual({ rewrapped: 2, left: 1, unreadable: [broken] })
  for (const token of good) expect((await vault.detokenize({ merchantId: bakery, token })).reveal()).toBe(number)
})

let sharedUrl: Promise<string> | undefined
/** One database for the tests that mind only what they made themselves. */
const shared = (): Promise<string> => (sharedUrl ??= copyOfTemplate())

type ContextOptions = { url?: string; alone?: boolean; keyFile?: string; beforeWriting?: () => Promise<void> }

async function openVaultContext({ url, alone, keyFile = generateKeys(), beforeWriting }: ContextOptions = {}) {
  const databaseUrl = url ?? (await (alone ? warmDatabase() : shared()))
  const db = openDb(databaseUrl, { role: 'florin_vault', connectionsMax: 4 })
  onTestFinished(() => db.close())
  const slowDb = {
    ...db,
    run: async (text: string, values: readonly unknown[]) => {
      await beforeWriting?.()
      return db.run(text, values)
    },
  }
  const vault = openVault({ db: slowDb, keys: readKeyRing(keyFile), clock })
  return { vault, db, url: databaseUrl, keyFile, runAsAdministrator: asAdministrator(databaseUrl) }
}

/** A user with every right over the database, and no key. */
function asAdministrator(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  onTestFinished(() => pool.end())
  return async (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await pool.query(text, values)).rows
}

async function tokenizeMany(vault: ReturnType<typeof openVault>, count: number): Promise<VaultToken[]> {
  const kept = await Promise.all(Array.from({ length: count }, () => vault.tokenize({ merchantId: bakery, pan })))
  return kept.map(({ token }) => token)
}
