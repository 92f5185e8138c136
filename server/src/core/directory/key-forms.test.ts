import { expect, test } from 'vitest'
import { NumberText } from '#kernel/base/json.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { SiteId } from './ids.ts'
import {
  displayPrivateKey,
  publicKey,
  readMerchantId,
  readPrivateKey,
  readSiteId,
  siteIdOfPublicKey,
} from './key-forms.ts'

const hex = '0123456789abcdef0123456789abcdef'
const siteId = readSiteId(10722)!

test('a private key is shown with the environment it is for', () => {
  expect(displayPrivateKey({ live: false }, new Secret(hex)).reveal()).toBe(`sk_test_${hex}`)
  expect(displayPrivateKey({ live: true }, new Secret(hex)).reveal()).toBe(`sk_live_${hex}`)
  expect(`${displayPrivateKey({ live: true }, new Secret(hex))}`).toBe('[secret]')
})

test('the public key names the site', () => {
  expect(publicKey({ id: siteId, live: false })).toBe('pk_test_10722')
  expect(publicKey({ id: siteId, live: true })).toBe('pk_live_10722')
})

test.for<[string, ReturnType<typeof readPrivateKey>]>([
  [hex, { hex }],
  [`sk_test_${hex}`, { hex, environment: 'test' }],
  [`sk_live_${hex}`, { hex, environment: 'live' }],
  [`sk_beta_${hex}`, undefined],
  [`pk_test_${hex}`, undefined],
  [`Bearer ${hex}`, undefined],
  [`${hex}\n`, undefined],
  [` ${hex}`, undefined],
  [hex.toUpperCase(), undefined],
  [hex.slice(1), undefined],
  [`${hex}0`, undefined],
  [`sk_test_sk_test_${hex}`, undefined],
  ['', undefined],
])('the private key %j is read as %j', ([text, expected]) => {
  expect(readPrivateKey(text)).toEqual(expected)
})

test.for<[string, number | undefined]>([
  ['pk_test_10722', 10722],
  ['pk_live_1', 1],
  ['pk_test_0', undefined],
  ['pk_test_', undefined],
  ['pk_test_10722_2', undefined],
  ['pk_test_-1', undefined],
  ['sk_test_10722', undefined],
  ['10722', undefined],
])('the public key %j names site %j', ([text, expected]) => {
  expect(siteIdOfPublicKey(text)).toBe(expected)
})

test.for<[unknown, number | undefined]>([
  [10722, 10722],
  ['10722', 10722],
  [10722n, 10722],
  [new NumberText('10722'), 10722],
  ['pk_test_10722', 10722],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, undefined],
  ['99999999999', undefined],
  [new NumberText('1.07e4'), undefined],
  [10722.5, undefined],
  [-1, undefined],
  [0, undefined],
  ['0x10', undefined],
  ['10722; drop', undefined],
  [null, undefined],
  [true, undefined],
  [[10722], undefined],
  [{ toString: () => '10722' }, undefined],
])('as the id of a site, %o is %j', ([unchecked, expected]) => {
  expect(readSiteId(unchecked)).toBe(expected satisfies number | undefined)
  if (typeof unchecked !== 'string') expect(readMerchantId(unchecked)).toBe(expected)
})

test('what is shown can be read back', () => {
  const site: { id: SiteId; live: boolean } = { id: siteId, live: true }
  expect(siteIdOfPublicKey(publicKey(site))).toBe(site.id)
  expect(readPrivateKey(displayPrivateKey(site, new Secret(hex)).reveal())).toEqual({ hex, environment: 'live' })
})
