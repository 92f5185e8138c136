import { expect, test } from 'vitest'
import { longTest } from '../world/length.ts'
import { openShop } from '../world/shop.ts'
import { openPeople } from '../world/staff.ts'

/** Hosted pages as people see them before anything is stored: of a link that is being made, and of new looks. */

const draft = { amount: '45.00', currency: 'EUR', content: 'Birthday cake', limitAccess: 10 }
const quiet = { changesNothing: true }

async function openStudio() {
  const shop = await openShop()
  const people = await openPeople(shop.world)
  const sam = await people.person('support', { kind: 'merchant', id: String(shop.site.merchantId) })
  const siteId = String(shop.site.id)
  const looksAt = (fields: object, by = sam) =>
    by.call('POST', '/links/preview', { body: { siteId, ...draft, ...fields }, ...quiet })
  const dresses = (fields: object) => sam.call('POST', `/sites/${siteId}/preview`, { body: fields, ...quiet })
  return { shop, people, sam, siteId, looksAt, dresses }
}

test('a link that is being made is shown as its shopper would see it, in each state, and nothing is made', async () => {
  const { sam, siteId, looksAt } = await openStudio()
  const { status, body } = await looksAt({})
  expect(status).toBe(200)
  expect(body.html).toContain('Birthday cake')
  expect(body.html).toContain('€45.00')
  expect(body.html).not.toMatch(/<script|<style/)
  const pageOf = async (page: string, language?: string) => (await looksAt({ page, language })).body.html
  expect(await pageOf('pay')).toContain('name="cardNumber"')
  expect(await pageOf('used-up', 'ro')).toContain('lang="ro"')
  expect(await pageOf('expired')).not.toBe(await pageOf('used-up'))
  const monthly = { orderType: 'recurring', intervalType: 'month', intervalValue: '1' }
  expect((await looksAt({ ...monthly, page: 'pay' })).body.html).toContain('every month')
  expect((await sam.call('GET', `/links?siteId=${siteId}`)).body).toMatchObject({ total: 0 })
})

// In small: a link that is being made is shown as its shopper would see it, in each state, and nothing is made
longTest('what would be refused when the link is stored is refused in its preview, by the same field', async () => {
  const { looksAt } = await openStudio()
  for (const [field, value] of [
    ['amount', '4,50'],
    ['content', ''],
    ['expireDate', '2020-01-01'],
  ] as const)
    expect(await looksAt({ [field]: value })).toMatchObject({ status: 400, body: { field } })
})

test('a change of a link is shown over what the link is; of a link of others there is nothing to see', async () => {
  const { people, sam, siteId, looksAt } = await openStudio()
  const made = await sam.call('POST', '/links', {
    body: { siteId, ...draft, orderType: 'purchase', reason: 'A party.' },
  })
  const seen = (by = sam) =>
    by.call('POST', '/links/preview', { body: { linkId: made.body.id, amount: '50.00' }, ...quiet })
  const { html } = (await seen()).body
  expect(html).toContain('Birthday cake')
  expect(html).toContain('€50.00')
  const stranger = await people.person('owner', { kind: 'merchant', id: '999' })
  expect((await seen(stranger)).status).toBe(404)
  expect((await looksAt({}, stranger)).status).toBe(404)
})

test('looks are shown with the colour of the words that can be read; the site stays as it is', async () => {
  const { sam, siteId, dresses } = await openStudio()
  const yellow = await dresses({ themeColor: '#ffd54f', language: 'ro' })
  expect(yellow.body).toMatchObject({ accent: { fill: '#ffd54f', text: '#000000', contrastWithWhite: 1.4 } })
  expect(yellow.body.html).toContain('lang="ro"')
  expect((await dresses({ page: 'declined', attemptsMax: 2 })).body.html).toContain('1 more time')
  expect(await dresses({ themeColor: 'yellow' })).toMatchObject({ status: 400, body: { field: 'themeColor' } })
  expect(await dresses({ logo: 'https://shop.example/logo.png' })).toMatchObject({ body: { field: 'logo' } })
  expect((await sam.call('GET', `/sites/${siteId}/settings`)).body).not.toHaveProperty('themeColor')
})

test('the frame of previews runs nothing and reaches nobody, in each colour scheme', async () => {
  const { shop, sam } = await openStudio()
  const frameIn = (scheme: string) =>
    shop.world.http.inject({
      url: `/staff/v1/preview-frame?scheme=${scheme}`,
      headers: { authorization: `Bearer ${sam.token}` },
    })
  const [light, dark] = [await frameIn('light'), await frameIn('dark')]
  const policy = String(light.headers['content-security-policy'])
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'none'; /)
  expect(policy).toContain("frame-ancestors 'self'; sandbox allow-same-origin")
  expect(light.body).not.toContain('<script')
  expect(dark.body).toContain('color-scheme: dark')
  expect(dark.body).not.toBe(light.body)
})
