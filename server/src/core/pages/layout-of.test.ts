import { expect, test } from 'vitest'
import { languageOf, layoutOf } from './layout-of.ts'

const site = {
  merchantName: 'Crumb & Co.',
  logo: undefined,
  themeColor: '#9a3412',
  frameAncestors: ['https://shop.example'],
}

test("a site's page shows its name, and the pages that the site names may embed it", () => {
  expect(layoutOf({ language: 'ro', testMode: true, site, address: '/pay/1' })).toEqual({
    language: 'ro',
    address: '/pay/1',
    merchant: { name: 'Crumb & Co.', logo: undefined, themeColor: '#9a3412', support: undefined },
    testMode: true,
    frameAncestors: ['https://shop.example'],
  })
})

test('a page that is not embeddable, or belongs to no site, is embedded by no page', () => {
  expect(layoutOf({ language: 'en', testMode: false, site, embeddable: false }).frameAncestors).toEqual([])
  const withoutMerchant = layoutOf({ language: 'en', testMode: false })
  expect(withoutMerchant).toMatchObject({ merchant: undefined, address: undefined, frameAncestors: [] })
})

test.each([
  ['ro', 'de', 'fr', 'ro'],
  [undefined, 'de', 'fr', 'de'],
  ['tlh', 'de', 'fr', 'de'],
  [undefined, undefined, 'fr-CH, en;q=0.5', 'fr'],
  [undefined, undefined, undefined, 'en'],
] as const)('?lang=%s, default %s and a browser that accepts %s: %s', (lang, fallback, accepted, language) => {
  expect(languageOf({ query: { lang }, headers: { 'accept-language': accepted } }, fallback)).toBe(language)
})
