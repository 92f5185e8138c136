import { expect, test } from 'vitest'
import { Refusal } from '#kernel/refusal.ts'
import type { SiteWish } from './directory.ts'
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
    cutOff: Temporal.PlainTime.from('00:00'),
    pricing: { basisPoints: 140, fixedMinor: 25n },
    attemptsMax: 3,
    retrySchedule: 'P1D,P3D,P7D',
    payoutsAllowed: false,
    payoutMaxMinor: 100_000n,
    receipts: true,
    reminders: true,
    replyTo: undefined,
    senderName: undefined,
    language: 'en',
    logo: undefined,
    accentColor: undefined,
    frameAncestors: [],
  })
})

test.for<[keyof SiteWish, SiteWish, unknown]>([
  ['name', { name: '  Pâtisserie №1 🥐 ' }, 'Pâtisserie №1 🥐'],
  ['currencies', { currencies: ['EUR', 'RON', 'EUR'] }, ['EUR', 'RON']],
  ['timeZone', { timeZone: 'europe/bucharest' }, 'Europe/Bucharest'],
  ['cutOff', { cutOff: '23:30' }, Temporal.PlainTime.from('23:30')],
  ['backUrl', { backUrl: 'https://shop.example/back?_wpnonce=1&a=b' }, 'https://shop.example/back?_wpnonce=1&a=b'],
  ['backUrl', { backUrl: 'https://bäckerei.example/ä' }, 'https://xn--bckerei-5wa.example/%C3%A4'],
  ['notificationUrl', { notificationUrl: 'http://localhost:3000/ipn' }, 'http://localhost:3000/ipn'],
  ['notificationUrl', { notificationUrl: null }, undefined],
  ['pricing', { pricing: { basisPoints: 0, fixedMinor: 0n } }, { basisPoints: 0, fixedMinor: 0n }],
  ['attemptsMax', { attemptsMax: 20 }, 20],
  ['retrySchedule', { retrySchedule: 'pt12h, P2D' }, 'PT12H,P2D'],
  ['payoutsAllowed', { payoutsAllowed: true }, true],
  ['payoutMaxMinor', { payoutMaxMinor: 1n }, 1n],
  ['logo', { logo: png }, png],
  ['accentColor', { accentColor: '#A1B2C3' }, '#a1b2c3'],
  ['frameAncestors', { frameAncestors: ['https://Shop.example/', 'https://shop.example'] }, ['https://shop.example']],
  ['frameAncestors', { frameAncestors: ['http://127.0.0.1:8080'] }, ['http://127.0.0.1:8080']],
])('the %s of %o is kept as %o', ([field, wish, expected]) => {
  expect(checkSiteFields({ ...least, ...wish }, testing)[field]).toEqual(expected)
})

test.for<[string, string, SiteWish]>([
  ['name', 'name_unusable', { name: '   ' }],
  ['name', 'name_unusable', { name: 'x'.repeat(101) }],
  ['name', 'name_unusable', { name: 'two\nlines' }],
  ['name', 'name_unusable', { name: 'two\u2028lines' }],
  ['currencies', 'currency_unusable', { currencies: [] }],
  ['currencies', 'currency_unusable', { currencies: ['EUR', 'XXX'] }],
  ['currencies', 'currency_unusable', { currencies: ['eur'] }],
  ['currencies', 'currency_unusable', { currencies: ['toString'] }],
  ['timeZone', 'time_zone_unusable', { timeZone: 'Europe/Atlantis' }],
  ['timeZone', 'time_zone_unusable', { timeZone: '+02:00' }],
  ['timeZone', 'time_zone_unusable', { timeZone: '2026-01-01T00:00[Europe/Paris]' }],
  ['cutOff', 'cut_off_unusable', { cutOff: '24:00' }],
  ['cutOff', 'cut_off_unusable', { cutOff: '7:00' }],
  ['cutOff', 'cut_off_unusable', { cutOff: '07:00:30' }],
  ['backUrl', 'url_unusable', { backUrl: '/back' }],
  ['backUrl', 'url_unusable', { backUrl: 'javascript:alert(1)' }],
  ['backUrl', 'url_unusable', { backUrl: 'https://user:word@shop.example/' }],
  ['backUrl', 'url_unusable', { backUrl: 'https://shop.example/\nSet-Cookie: a' }],
  ['backUrl', 'url_unusable', { backUrl: `https://shop.example/${'x'.repeat(2_048)}` }],
  ['notificationUrl', 'url_unusable', { notificationUrl: 'https://shop.example;sandbox/' }],
  ['pricing', 'pricing_unusable', { pricing: { basisPoints: 10_001, fixedMinor: 0n } }],
  ['pricing', 'pricing_unusable', { pricing: { basisPoints: 1.5, fixedMinor: 0n } }],
  ['pricing', 'pricing_unusable', { pricing: { basisPoints: -1, fixedMinor: 0n } }],
  ['pricing', 'pricing_unusable', { pricing: { basisPoints: 0, fixedMinor: -1n } }],
  ['attemptsMax', 'attempts_max_unusable', { attemptsMax: 0 }],
  ['retrySchedule', 'retry_schedule_unusable', { retrySchedule: 'P1D,tomorrow' }],
  ['retrySchedule', 'retry_schedule_unusable', { retrySchedule: '' }],
  ['payoutMaxMinor', 'payout_max_unusable', { payoutMaxMinor: 0n }],
  ['payoutMaxMinor', 'payout_max_unusable', { payoutMaxMinor: 10_000_000_001n }],
  ['attemptsMax', 'attempts_max_unusable', { attemptsMax: 21 }],
  ['attemptsMax', 'attempts_max_unusable', { attemptsMax: Number.NaN }],
  ['logo', 'logo_unusable', { logo: 'https://shop.example/logo.png' }],
  ['logo', 'logo_unusable', { logo: `data:text/html;base64,${base64('<svg>')}` }],
  ['logo', 'logo_unusable', { logo: `data:image/gif;base64,${base64('GIF89a')}` }],
  ['logo', 'logo_unusable', { logo: png.replace('image/png', 'image/jpeg') }],
  ['logo', 'logo_unusable', { logo: `${png}" onload="alert(1)` }],
  ['logo', 'logo_unusable', { logo: `${png.slice(0, -4)}${'A'.repeat(100_000)}` }],
  ['accentColor', 'accent_color_unusable', { accentColor: 'red' }],
  ['accentColor', 'accent_color_unusable', { accentColor: '#fff' }],
  ['accentColor', 'accent_color_unusable', { accentColor: '#ffffff;}' }],
  ['frameAncestors', 'frame_ancestors_unusable', { frameAncestors: ['https://shop.example/page'] }],
  ['frameAncestors', 'frame_ancestors_unusable', { frameAncestors: ['*'] }],
  ['frameAncestors', 'frame_ancestors_unusable', { frameAncestors: ['https://*'] }],
  ['frameAncestors', 'frame_ancestors_unusable', { frameAncestors: ["'none'"] }],
  ['frameAncestors', 'frame_ancestors_unusable', { frameAncestors: Array(21).fill('https://shop.example') }],
])('a %s is refused as %s when it is %o', ([field, code, wish]) => {
  const refused = refusalOf({ ...least, ...wish }, testing)
  expect({ code: refused.code, field: refused.field, kind: refused.kind }).toEqual({ code, field, kind: 'invalid' })
})

test.for([';script-src *', ',', ';', "';", '%3b', '\\;'])(
  'an origin cannot smuggle %j into the content policy that it is written into',
  (smuggled) => {
    const refused = refusalOf({ ...least, frameAncestors: [`https://shop.example${smuggled}`] }, testing)
    expect(refused.field).toBe('frameAncestors')
  },
)

test.for<[string, SiteWish]>([
  ['notificationUrl', { notificationUrl: 'http://shop.example/' }],
  ['backUrl', { backUrl: 'http://shop.example/' }],
  ['frameAncestors', { frameAncestors: ['http://shop.example'] }],
])('plain http is good enough for a test site and refused for a live one: %s', ([field, wish]) => {
  expect(() => checkSiteFields({ ...least, ...wish }, testing)).not.toThrow()
  expect(refusalOf({ ...least, ...wish }, live)).toMatchObject({ code: 'url_not_secure', field })
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
  const wish = { ...least, backUrl: 'https://bäckerei.example', timeZone: 'europe/paris', cutOff: '09:15', logo: png }
  const fields = checkSiteFields({ ...wish, frameAncestors: ['https://Shop.example/'] }, live)
  expect(checkSiteFields(fields, live)).toEqual(fields)
})

function refusalOf(wish: SiteWish, environment: { live: boolean }): Refusal {
  try {
    checkSiteFields(wish, environment)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('it was not refused')
}
