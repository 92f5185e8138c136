import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { openPasswords } from './passwords.ts'

const password = new Secret('correct horse battery staple')

test('callers wait for their turn, and beyond the queue they are refused at once with 429', async () => {
  const passwords = openPasswords({ atOnce: 1, waitingMax: 2 })
  const all = await Promise.allSettled([1, 2, 3, 4].map(() => passwords.hash(password)))
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(all[3]).toMatchObject({ reason: { kind: 'limit', code: 'too_many_logins' } })
  const hash = await passwords.hash(password)
  expect(await passwords.matches(password, hash)).toBe(true)
})

test('a password never matches where there is none', async () => {
  const passwords = openPasswords({ atOnce: 1, waitingMax: 2 })
  expect(await passwords.matches(password, undefined)).toBe(false)
})
