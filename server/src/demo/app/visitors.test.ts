import { expect, test } from 'vitest'
import { Secret } from '#kernel/base/secret.ts'
import { openAppKeys } from './app-keys.ts'
import { openVisitors } from './visitors.ts'

const visitorsWith = (key: string, baseUrl = 'http://localhost') =>
  openVisitors({ keys: openAppKeys({ apiKey: new Secret(key), signingKey: new Secret('whsec') }), baseUrl })

const customers = [
  { id: 'cust_1', name: 'Ana' },
  { id: 'cust_2', name: 'Bó; <b>' },
]
const kept = (setCookie: string): string => `other=1; ${setCookie.split(';')[0]}; more=2`

test('an app that has started again knows its customers, and one with another key does not', () => {
  const cookie = kept(visitorsWith('fpk_test_1').cookieFor(customers))
  expect(visitorsWith('fpk_test_1').customersIn(cookie)).toEqual(customers)
  expect(visitorsWith('fpk_test_2').customersIn(cookie)).toEqual([])
})

test('a changed cookie names nobody, and a browser that starts over has none', () => {
  const visitors = visitorsWith('fpk_test_1')
  const [text, seal] = visitors.cookieFor(customers).slice('florin_app='.length).split(';')[0]!.split('.')
  for (const changed of [`${text}x.${seal}`, `${text}.${seal}AAAA`, `${text}.`, `${text}`])
    expect(visitors.customersIn(`florin_app=${changed}`), changed).toEqual([])
  expect(visitors.cookieFor([])).toContain('Max-Age=0')
})

test('scripts and other sites do not reach the cookie, and over https nothing else does', () => {
  expect(visitorsWith('k').cookieFor(customers)).toMatch(/; HttpOnly; SameSite=Lax$/)
  expect(visitorsWith('k', 'https://bank.example').cookieFor(customers)).toMatch(/; Secure$/)
})
