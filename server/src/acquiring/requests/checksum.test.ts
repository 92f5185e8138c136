import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { checksumFits } from './checksum.ts'

// The golden vectors of wire fact 1.8.
const key = '0123456789abcdef0123456789abcdef'
const json = Buffer.from('{"a":1}')
const ofBareKey = 'T6nyMEvLyuMJR07iKoXZLi1/Q9DZXQC2cp466wYgcSwG4soJhDs52Cc8siedRgH6SEVDA7aTZVwNOfY3atUz6A=='
const ofTestKey = 'tYBsPzb2n5BdyDbzrQnYT9IUpBnlx7qEUoCy++el2BUHJRaUDp+GG0rIP4BF+oRwVxoQXFhOxeZ3CAxF0E7MyQ=='
const otherKey = 'ffffffffffffffffffffffffffffffff'

const fits = (checksum: string, { keys = [key], live = false, bytes = json } = {}) =>
  checksumFits(
    bytes,
    Buffer.from(checksum, 'base64'),
    keys.map((text) => new Secret(text)),
    live,
  )
const signedWith = (text: string) => createHmac('sha512', text).update(json).digest('base64')

test('a checksum made with the bare key fits', () => {
  expect(fits(ofBareKey)).toBe(true)
  expect(fits(ofBareKey, { live: true })).toBe(true)
})

test('a checksum made with the key as it is displayed fits, on a site of the same environment only', () => {
  expect(fits(ofTestKey)).toBe(true)
  expect(fits(ofTestKey, { live: true })).toBe(false)
  expect(fits(signedWith(`sk_live_${key}`), { live: true })).toBe(true)
  expect(fits(signedWith(`sk_live_${key}`))).toBe(false)
})

test('during a rotation, either of the two keys fits, in any position of the list', () => {
  expect(fits(ofBareKey, { keys: [key, otherKey] })).toBe(true)
  expect(fits(ofBareKey, { keys: [otherKey, key] })).toBe(true)
  expect(fits(ofTestKey, { keys: [otherKey, key] })).toBe(true)
  expect(fits(ofTestKey, { keys: [key, otherKey] })).toBe(true)
})

test('one changed byte, another key or no key at all: nothing fits', () => {
  expect(fits(ofBareKey, { bytes: Buffer.from('{"a":2}') })).toBe(false)
  expect(fits(ofBareKey, { bytes: Buffer.from('{"a": 1}') })).toBe(false)
  expect(fits(ofBareKey, { keys: [otherKey] })).toBe(false)
  expect(fits(ofBareKey, { keys: [] })).toBe(false)
})

test('a checksum of another length does not fit, even when it begins right', () => {
  const right = Buffer.from(ofBareKey, 'base64')
  expect(fits(right.subarray(0, 63).toString('base64'))).toBe(false)
  expect(fits(Buffer.concat([right, right]).toString('base64'))).toBe(false)
  expect(fits('')).toBe(false)
})
