import { expect, onTestFinished, test } from 'vitest'
import type { MerchantId } from '#core/directory'
import { openVault } from '#core/vault'
import { Secret } from '#kernel/base/secret.ts'
import { generateKeys, readKeyRing, withFreshKey } from '#kernel/crypto/keys.ts'
import { openDb } from '#kernel/db/db.ts'
import { connectAsSuperuser } from '../world/superuser.ts'
import { warmDatabase } from '../world/warm-database.ts'

const number = '4111111111111111'
const pan = new Secret(number)
const now = Temporal.Instant.from('2026-11-20T12:00:00Z')
const clock = { now: () => now, wall: () => now }

test('a number that a host wants again is kept once under the key of its authorization, and nothing of it is readable', async () => {
  const { acquired, url } = await openCards()
  const id = 'f2f1cb5a-4df0-4a1c-a5b1-f1fd1f9a9a12'
  const until = clock.now().add({ hours: 24 })
  await acquired.keep({ id, pan, until })
  await acquired.keep({ id, pan, until })
  expect((await acquired.open(id))?.reveal()).toBe(number)
  const app = openDb(url, { role: 'florin_app' })
  onTestFinished(() => app.close())
  await expect(app.run('select * from vault.acquired_cards', [])).rejects.toThrow('permission denied')
  await acquired.forget(id)
  await acquired.forget(id)
  expect(await acquired.open(id)).toBeUndefined()
})

test('a number that a host wants again is wrapped anew with the others, opens under no other key, and ends in time', async () => {
  const first = await openCards()
  await first.vault.tokenize({ merchantId: 101 as MerchantId, pan })
  const [kept, moved, over] = ['12', '13', '14'].map((end) => `f2f1cb5a-4df0-4a1c-a5b1-f1fd1f9a9a${end}`)
  const later = clock.now().add({ hours: 24 })
  await first.acquired.keep({ id: kept!, pan, until: later })
  await first.acquired.keep({ id: over!, pan, until: clock.now() })
  await asSuperuser(
    first.url,
    `insert into vault.acquired_cards select $1, wrapped_key, sealed, key_version, created_at, forget_at
       from vault.acquired_cards where id = $2`,
    [moved, kept],
  )
  await expect(first.acquired.open(moved!)).rejects.toThrow(moved)
  expect(await first.acquired.forgetExpired()).toBe(1)
  expect((await first.vault.status()).keys).toEqual([{ keyVersion: 1, cards: 3 }])
  const { vault } = await openCards({ url: first.url, keyFile: withFreshKey(first.keyFile, 'vault') })
  expect(await vault.keysInUse([1, 2])).toEqual([1])
  expect(await vault.rewrap({ limit: 10 })).toEqual({ rewrapped: 2, left: 1, unreadable: [moved] })
  expect((await vault.acquired.open(kept!))?.reveal()).toBe(number)
})

async function openCards({ url, keyFile = generateKeys() }: { url?: string; keyFile?: string } = {}) {
  const databaseUrl = url ?? (await warmDatabase())
  const db = openDb(databaseUrl, { role: 'florin_vault', connectionsMax: 2 })
  onTestFinished(() => db.close())
  const vault = openVault({ db, keys: readKeyRing(keyFile), clock })
  return { vault, acquired: vault.acquired, url: databaseUrl, keyFile }
}

async function asSuperuser(url: string, text: string, values: readonly unknown[]): Promise<void> {
  const client = await connectAsSuperuser(url)
  onTestFinished(() => client.end())
  await client.query(text, [...values])
}
