import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import {
  completeKeyFile,
  fingerprintPurposes,
  generateKeys,
  loadKeyFile,
  openWith,
  readKeyRing,
  sealPurposes,
  sealWith,
  withFreshKey,
  withMissingKeys,
} from '#kernel/crypto/keys.ts'

const keyFile = generateKeys()
const keys = readKeyRing(keyFile)
const purpose = fc.constantFrom(...sealPurposes)
const context = fc.string({ maxLength: 40 })

test('what is sealed opens again, whatever it is', () => {
  fc.assert(
    fc.property(purpose, fc.uint8Array({ maxLength: 200 }), context, (purpose, plain, context) => {
      expect(keys.open(purpose, keys.seal(purpose, plain, context), context)).toEqual(Buffer.from(plain))
    }),
  )
})

test('text is sealed as UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(keys.open('vault', keys.seal('vault', text, ''), '').equals(Buffer.from(text, 'utf8'))).toBe(true)
    }),
  )
})

test('sealing the same value twice yields different texts, so equal secrets do not look equal', () => {
  fc.assert(
    fc.property(fc.string(), context, (plain, context) => {
      expect(keys.seal('vault', plain, context)).not.toEqual(keys.seal('vault', plain, context))
    }),
  )
})

test('nothing of the plain text is in the sealed bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 8, maxLength: 64 }), context, (plain, context) => {
      expect(Buffer.from(keys.seal('vault', plain, context)).includes(plain)).toBe(false)
    }),
  )
})

test('a single flipped bit anywhere in it, and it does not open', () => {
  fc.assert(
    fc.property(fc.string(), context, fc.nat(), fc.nat(7), (plain, context, position, bit) => {
      const sealed = keys.seal('directory', plain, context)
      sealed[position % sealed.length]! ^= 1 << bit
      expect(() => keys.open('directory', sealed, context)).toThrow()
    }),
  )
})

test('cut short or made longer, it does not open', () => {
  const sealed = keys.seal('vault', 'a card', 'here')
  for (let length = 0; length < sealed.length; length++)
    expect(() => keys.open('vault', sealed.subarray(0, length), 'here')).toThrow()
  expect(() => keys.open('vault', Buffer.concat([sealed, Buffer.from([0])]), 'here')).toThrow()
})

test('it opens for its own context and purpose only', () => {
  fc.assert(
    fc.property(fc.string(), context, context, (plain, context, other) => {
      fc.pre(context !== other)
      const sealed = keys.seal('vault', plain, context)
      expect(() => keys.open('vault', sealed, other)).toThrow()
      expect(() => keys.open('directory', sealed, context)).toThrow()
    }),
  )
})

test('after a rotation the new key seals, and the old one still opens what it sealed', () => {
  const rotated = readKeyRing(withFreshKey(keyFile, 'vault'))
  const old = keys.seal('vault', 'a card', 'here')
  const fresh = rotated.seal('vault', 'a card', 'here')
  expect([keys.versionOf(old), rotated.versionOf(fresh), rotated.newestVersion('vault')]).toEqual([1, 2, 2])
  expect(rotated.open('vault', old, 'here').toString()).toBe('a card')
  expect(rotated.open('vault', fresh, 'here').toString()).toBe('a card')
  expect(rotated.newestVersion('directory')).toBe(1)
})

test('the number of the key is authenticated: the same key under another number opens nothing', () => {
  const file = JSON.parse(keyFile)
  file.seal.vault[2] = file.seal.vault[1]
  const sealed = keys.seal('vault', 'a card', 'here')
  sealed[0] = 2
  expect(() => readKeyRing(JSON.stringify(file)).open('vault', sealed, 'here')).toThrow()
})

test('the purpose is authenticated: even where two purposes were given one key, neither opens what the other sealed', () => {
  const file = JSON.parse(keyFile)
  file.seal.directory = file.seal.vault
  const shared = readKeyRing(JSON.stringify(file))
  expect(() => shared.open('directory', shared.seal('vault', 'a card', 'here'), 'here')).toThrow()
})

test('a key that is gone is named by its number', () => {
  const rotated = readKeyRing(withFreshKey(keyFile, 'vault'))
  const sealed = rotated.seal('vault', 'a card', 'here')
  expect(() => keys.open('vault', sealed, 'here')).toThrow('The vault key number 2 is not in the key file.')
})

test('the newest key is the highest number, beyond nine too', () => {
  let text = keyFile
  for (let number = 2; number <= 11; number++) text = withFreshKey(text, 'vault')
  expect(readKeyRing(text).newestVersion('vault')).toBe(11)
})

test('a fingerprint is the same for the same text and purpose, and outlives every rotation', () => {
  const rotated = readKeyRing(withFreshKey(withFreshKey(keyFile, 'vault'), 'directory'))
  fc.assert(
    fc.property(fc.string(), fc.string(), (text, other) => {
      fc.pre(text !== other)
      expect(rotated.fingerprint('siteKey', text)).toEqual(keys.fingerprint('siteKey', text))
      expect(keys.fingerprint('siteKey', text)).not.toEqual(keys.fingerprint('siteKey', other))
      const perPurpose = fingerprintPurposes.map((purpose) => keys.fingerprint(purpose, text).toString('hex'))
      expect(new Set(perPurpose).size).toBe(fingerprintPurposes.length)
    }),
  )
})

test('a fingerprint says nothing without its key', () => {
  const others = readKeyRing(generateKeys())
  expect(others.fingerprint('cardNumber', '4111111111111111')).not.toEqual(
    keys.fingerprint('cardNumber', '4111111111111111'),
  )
})

test('sealing with a key of one’s own opens with that key only', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  fc.assert(
    fc.property(key, key, fc.string(), (key, other, plain) => {
      fc.pre(!Buffer.from(key).equals(other))
      const sealed = sealWith(key, plain, 'here')
      expect(openWith(key, sealed, 'here').equals(Buffer.from(plain, 'utf8'))).toBe(true)
      expect(() => openWith(other, sealed, 'here')).toThrow()
    }),
  )
})

test('a bad key file is refused by field, and its error shows no key', () => {
  const file = JSON.parse(keyFile)
  const whole: string = file.seal.vault[1]
  file.seal.vault[1] = whole.slice(0, 20)
  const message = messageOf(() => readKeyRing(JSON.stringify(file)))
  expect(message).toContain('seal.vault.1')
  expect(message).not.toContain(whole.slice(0, 8))
  const broken = messageOf(() => readKeyRing(keyFile.slice(0, -20)))
  expect(broken).toContain('not JSON')
  expect(broken).not.toContain(whole.slice(0, 8))
})

const folder = mkdtempSync(join(tmpdir(), 'florin-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('staging makes its key file on first use, for its owner alone, and keeps it', () => {
  const path = join(folder, 'data', 'keys.json')
  const first = loadKeyFile(path, { mayGenerate: true }).reveal()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(loadKeyFile(path, { mayGenerate: true }).reveal()).toBe(first)
  expect(readKeyRing(first).newestVersion('vault')).toBe(1)
})

test('production does not start on keys that it would have to make up', () => {
  const path = join(folder, 'none.json')
  expect(() => loadKeyFile(path, { mayGenerate: false })).toThrow(path)
  writeFileSync(path, keyFile, { mode: 0o600 })
  expect(loadKeyFile(path, { mayGenerate: false }).reveal()).toBe(keyFile)
})

/** As a version made it that issued no cards. */
function olderFile(): { path: string; text: string } {
  const file = JSON.parse(generateKeys())
  delete file.seal.issuing
  delete file.seal.documents
  const path = join(mkdtempSync(join(folder, 'older-')), 'keys.json')
  writeFileSync(path, JSON.stringify(file), { mode: 0o600 })
  return { path, text: JSON.stringify(file) }
}

test('a key file of an older version is completed in staging, and keeps every key that it has', () => {
  const { path, text } = olderFile()
  const completed = loadKeyFile(path, { mayGenerate: true }).reveal()
  expect(loadKeyFile(path, { mayGenerate: true }).reveal()).toBe(completed)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const sealed = readKeyRing(completed).seal('issuing', 'a card', 'here')
  expect(readKeyRing(completed).open('issuing', sealed, 'here').toString()).toBe('a card')
  const [was, is] = [JSON.parse(text), JSON.parse(completed)]
  expect(is).toMatchObject(was)
})

test('production is refused with the command that completes the file, and starts after it', () => {
  const { path, text } = olderFile()
  expect(loadKeyFile(path, { mayGenerate: false }).reveal()).toBe(text)
  expect(messageOf(() => readKeyRing(text))).toMatch(/seal\.issuing.*florin keys complete/)
  expect([completeKeyFile(path), completeKeyFile(path)]).toEqual([true, false])
  expect(readKeyRing(loadKeyFile(path, { mayGenerate: false }).reveal()).newestVersion('documents')).toBe(1)
  expect(withMissingKeys(keyFile)).toBeUndefined()
})

test('a program that died while it completed the file is named, with what to remove', () => {
  const { path } = olderFile()
  writeFileSync(`${path}.completed`, '')
  expect(messageOf(() => completeKeyFile(path))).toContain(`remove ${path}.completed`)
})

function messageOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  throw new Error('it did not throw')
}

test.each([0o644, 0o604, 0o660, 0o622])(
  'a key file of mode %o is refused; its owner alone, and its group to read, may have it',
  (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'florin-keys-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'keys.json')
    writeFileSync(file, generateKeys(), { mode: 0o600 })
    chmodSync(file, mode)
    expect(() => loadKeyFile(file, { mayGenerate: false })).toThrow(`chmod 600 ${file}`)
    for (const closed of [0o600, 0o400, 0o640, 0o440]) {
      chmodSync(file, closed)
      expect(readKeyRing(loadKeyFile(file, { mayGenerate: false }).reveal()).newestVersion('vault')).toBe(1)
    }
  },
)
