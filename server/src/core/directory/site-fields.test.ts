import { expect, test } from 'vitest'
import { Refusal } from '#kernel/base/refusal.ts'
import type { SiteInput } from './directory.ts'
import { checkSiteFields } from './site-fields.ts'

const least = { name: 'Bakery', currencies: ['EUR'] }
const testing = { live: false }
const live = { live: true }
const base64 = (...bytes: (string | number[])[]) =>
  Buffer.concat(bytes.map((part) => Buffer.from(part as string))).toString('base64')
const png = `data:image/png;base64,${base64([0x89], 'PNG\r\n', [0x1a], '\n', 'and so on')}`

test('a site needs a name and a currency; the rest has defaults', () => {
  expect(checkSiteFields(least, live)).toEqual({
    name: 'Bakery',
    active: true,
    currencies: ['EUR'],
    notificationUrl: undefined,
    backUrl: undefined,
    timeZone: 'UTC',
    underAttack: false,
    cutOff: Temporal.PlainTime.from('00:00'),
    attemptsMax: 3,
    retrySchedule: 'P1D,P3D,P7D',
    sessionMinutes: 30,
    challengeMinutes: 15,
    authorizationDays: 7,
    payoutsAllowed: false,
    payoutMaxMinor: 100_000n,
    acceptsSplitsFrom: [],
    receipts: true,
    reminders: true,
    notifyPartialRefunds: true,
    notifyRepresentments: false,
    notifyAttempts: false,
    wallets: [],
    replyTo: undefined,
    senderName: undefined,
    language: 'en',
    category: '5999',
    country: undefined,
    invoicing: undefined,
    logo: undefined,
    themeColor: undefined,
    frameAncestors: [],
  })
})

test.for<[keyof SiteInput, SiteInput, unknown]>([
  ['name', { name: '  Pâtisserie №1 🥐 ' }, 'Pâtisserie №1 🥐'],
  ['currencies', { currencies: ['EUR', 'RON', 'EUR'] }, ['EUR', 'RON']],
  ['timeZone', { timeZone: 'europe/bucharest' }, 'Europe/Bucharest'],
  ['cutOff', { cutOff: '23:30' }, Temporal.PlainTime.from('23:30')],
  ['backUrl', { backUrl: 'https://shop.example/back?_wpnonce=1&a=b' }, 'https://shop.example/back?_wpnonce=1&a=b'],
  ['backUrl', { backUrl: 'https://bäckerei.example/ä' }, 'https://xn--bckerei-5wa.example/%C3%A4'],
  ['notificationUrl', { notificationUrl: 'http://localhost:3000/ipn' }, 'http://localhost:3000/ipn'],
  ['notificationUrl', { notificationUrl: null }, undefined],
  ['attemptsMax', { attemptsMax: 20 }, 20],
  ['sessionMinutes', { sessionMinutes: 1_440 }, 1_440],
  ['challengeMinutes', { challengeMinutes: 5 }, 5],
  ['authorizationDays', { authorizationDays: 30 }, 30],
  ['retrySchedule', { retrySchedule: 'pt12h, P2D' }, 'PT12H,P2D'],
  ['payoutsAllowed', { payoutsAllowed: true }, true],
  ['payoutMaxMinor', { payoutMaxMinor: 1n }, 1n],
  ['acceptsSplitsFrom', { acceptsSplitsFrom: [10_003, 10_002, 10_003] as never }, [10_002, 10_003]],
  ['logo', { logo: png }, png],
  ['themeColor', { themeColor: '#A1B2C3' }, '#a1b2c3'],
  ['frameAncestors', { frameAncestors: ['https://Shop.example/', 'https://shop.example'] }, ['https://shop.example']],
  ['frameAncestors', { frameAncestors: ['http://127.0.0.1:8080'] }, ['http://127.0.0.1:8080']],
  ['category', { category: '5462' }, '5462'],
  ['country', { country: 'ro' }, 'RO'],
  ['country', { country: null }, undefined],
])('the %s of %o is kept as %o', ([field, input, expected]) => {
  expect(checkSiteFields({ ...least, ...input }, testing)[field]).toEqual(expected)
})

test.for<[string, string, SiteInput]>([
  ['name', 'invalid_name', { name: '   ' }],
  ['name', 'invalid_name', { name: 'x'.repeat(101) }],
  ['name', 'invalid_name', { name: 'two\nlines' }],
  ['name', 'invalid_name', { name: 'two\u2028lines' }],
  ['currencies', 'invalid_currency', { currencies: [] }],
  ['currencies', 'invalid_currency', { currencies: ['EUR', 'XXX'] }],
  ['currencies', 'invalid_currency', { currencies: ['eur'] }],
  ['currencies', 'invalid_currency', { currencies: ['toString'] }],
  ['timeZone', 'invalid_time_zone', { timeZone: 'Europe/Atlantis' }],
  ['timeZone', 'invalid_time_zone', { timeZone: '+02:00' }],
  ['timeZone', 'invalid_time_zone', { timeZone: '2026-01-01T00:00[Europe/Paris]' }],
  ['cutOff', 'invalid_cut_off', { cutOff: '24:00' }],
  ['cutOff', 'invalid_cut_off', { cutOff: '7:00' }],
  ['cutOff', 'invalid_cut_off', { cutOff: '07:00:30' }],
  ['backUrl', 'invalid_url', { backUrl: '/back' }],
  ['backUrl', 'invalid_url', { backUrl: 'javascript:alert(1)' }],
  ['backUrl', 'invalid_url', { backUrl: 'https://user:word@shop.example/' }],
  ['backUrl', 'invalid_url', { backUrl: 'https://shop.example/\nSet-Cookie: a' }],
  ['backUrl', 'invalid_url', { backUrl: `https://shop.example/${'x'.repeat(2_048)}` }],
  ['notificationUrl', 'invalid_url', { notificationUrl: 'https://shop.example;sandbox/' }],
  ['attemptsMax', 'invalid_attempts_max', { attemptsMax: 0 }],
  ['retrySchedule', 'invalid_retry_schedule', { retrySchedule: 'P1D,tomorrow' }],
  ['retrySchedule', 'invalid_retry_schedule', { retrySchedule: '' }],
  ['payoutMaxMinor', 'invalid_payout_max', { payoutMaxMinor: 0n }],
  ['payoutMaxMinor', 'invalid_payout_max', { payoutMaxMinor: 10_000_000_001n }],
  ['acceptsSplitsFrom', 'invalid_split_sites', { acceptsSplitsFrom: [0] as never }],
  ['attemptsMax', 'invalid_attempts_max', { attemptsMax: 21 }],
  ['sessionMinutes', 'invalid_site_lifetime', { sessionMinutes: 4 }],
  ['challengeMinutes', 'invalid_site_lifetime', { challengeMinutes: 61 }],
  ['authorizationDays', 'invalid_site_lifetime', { authorizationDays: 1.5 }],
  ['attemptsMax', 'invalid_attempts_max', { attemptsMax: Number.NaN }],
  ['logo', 'invalid_logo', { logo: 'https://shop.example/logo.png' }],
  ['logo', 'invalid_logo', { logo: `data:text/html;base64,${base64('<svg>')}` }],
  ['logo', 'invalid_logo', { logo: `data:image/gif;base64,${base64('GIF89a')}` }],
  ['logo', 'invalid_logo', { logo: png.replace('image/png', 'image/jpeg') }],
  ['logo', 'invalid_logo', { logo: `${png}" onload="alert(1)` }],
  ['logo', 'invalid_logo', { logo: `${png.slice(0, -4)}${'A'.repeat(100_000)}` }],
  ['themeColor', 'invalid_theme_color', { themeColor: 'red' }],
  ['themeColor', 'invalid_theme_color', { themeColor: '#fff' }],
  ['themeColor', 'invalid_theme_color', { themeColor: '#ffffff;}' }],
  ['frameAncestors', 'invalid_frame_ancestors', { frameAncestors: ['https://shop.example/page'] }],
  ['frameAncestors', 'invalid_frame_ancestors', { frameAncestors: ['*'] }],
  ['category', 'invalid_category', { category: '546' }],
  ['category', 'invalid_category', { category: '54620' }],
  ['category', 'invalid_category', { category: 'food' }],
  ['country', 'invalid_country', { country: 'UK' }],
  ['country', 'invalid_country', { country: 'ROU' }],
  ['frameAncestors', 'invalid_frame_ancestors', { frameAncestors: ['https://*'] }],
  ['frameAncestors', 'invalid_frame_ancestors', { frameAncestors: ["'none'"] }],
  ['frameAncestors', 'invalid_frame_ancestors', { frameAncestors: Array(21).fill('https://shop.example') }],
])('a %s is refused as %s when it is %o', ([field, code, input]) => {
  const refused = refusalOf({ ...least, ...input }, testing)
  expect({ code: refused.code, field: refused.field, kind: refused.kind }).toEqual({ code, field, kind: 'invalid' })
})

test.for([';script-src *', ',', ';', "';", '%3b', '\\;'])(
  'an origin cannot smuggle %j into the content policy that it is written into',
  (smuggled) => {
    const refused = refusalOf({ ...least, frameAncestors: [`https://shop.example${smuggled}`] }, testing)
    expect(refused.field).toBe('frameAncestors')
  },
)

test.for<[string, SiteInput]>([
  ['notificationUrl', { notificationUrl: 'http://shop.example/' }],
  ['backUrl', { backUrl: 'http://shop.example/' }],
  ['frameAncestors', { frameAncestors: ['http://shop.example'] }],
  ['frameAncestors', { frameAncestors: ['https://localhost:3000'] }],
  ['frameAncestors', { frameAncestors: ['https://127.0.0.1'] }],
])('plain http is good enough for a test site and refused for a live one: %s', ([field, input]) => {
  expect(() => checkSiteFields({ ...least, ...input }, testing)).not.toThrow()
  expect(refusalOf({ ...least, ...input }, live)).toMatchObject({ code: 'url_not_secure', field })
})

test.for([
  ['image/png', base64([0x89], 'PNG\r\n', [0x1a], '\n')],
  ['image/jpeg', base64([0xff, 0xd8, 0xff, 0xe0])],
  ['image/webp', base64('RIFF', [1, 0, 0, 0], 'WEBPVP8 ')],
  ['image/svg+xml', base64('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
])('a logo may be %s', ([type, content]) => {
  const logo = `data:${type};base64,${content}`
  expect(checkSiteFields({ ...least, logo }, live).logo).toBe(logo)
})

test('what was checked once passes again, unchanged', () => {
  const input = { ...least, backUrl: 'https://bäckerei.example', timeZone: 'europe/paris', cutOff: '09:15', logo: png }
  const fields = checkSiteFields({ ...input, frameAncestors: ['https://Shop.example/'] }, live)
  expect(checkSiteFields(fields, live)).toEqual(fields)
})

function refusalOf(input: SiteInput, environment: { live: boolean }): Refusal {
  try {
    checkSiteFields(input, environment)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}
