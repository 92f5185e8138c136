import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { hashPassword, passwordMatches, unknownUserHash } from './password.ts'

const password = new Secret('correct horse battery staple')

test('a password matches its own hash and no other does', async () => {
  const hash = await hashPassword(password)
  expect(await passwordMatches(password, hash)).toBe(true)
  expect(await passwordMatches(new Secret('correct horse battery stable'), hash)).toBe(false)
  expect(await passwordMatches(new Secret(''), hash)).toBe(false)
})

test('the hash is argon2id, carries its cost, and differs each time', async () => {
  const [one, two] = await Promise.all([hashPassword(password), hashPassword(password)])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(two).not.toBe(one)
})

test('a hash made elsewhere at another cost is understood', async () => {
  // From the reference implementation: printf password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const known = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await passwordMatches(new Secret('password'), known)).toBe(true)
})

test('the two encodings of one character are one password', async () => {
  const hash = await hashPassword(new Secret('pâtisserie fermée'.normalize('NFD')))
  expect(await passwordMatches(new Secret('pâtisserie fermée'.normalize('NFC')), hash)).toBe(true)
})

test('comparing with an unknown user costs what comparing with a known one costs, and never matches', async () => {
  const costOf = (hash: string) => hash.split('$').slice(0, 4).join('$')
  const existingHash = await hashPassword(password)
  expect(costOf(unknownUserHash)).toBe(costOf(existingHash))
  expect(unknownUserHash).toHaveLength(existingHash.length)
  expect(await passwordMatches(password, unknownUserHash)).toBe(false)
})
