import { expect, test } from 'vitest'
import { mailOf } from '../world/mail.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { messagesOf } from '../world/shopper.ts'

const get = (shop: Shop, url: string) => shop.world.http.inject({ method: 'GET', url: `/sandbox/mailbox${url}` })

async function buys(shop: Shop, ...emails: string[]): Promise<void> {
  for (const [index, email] of emails.entries())
    await (await shop.sends({ customer: { identifier: `shopper-${index}`, email } })).pays()
  await shop.world.runUntilIdle()
}

test('the mailbox lists emails newest first, and finds them by a part of the address', async () => {
  const shop = await openShop()
  expect(messagesOf((await get(shop, '')).body)).toContain('No email has been sent yet.')
  await buys(shop, 'ana@example.com')
  await buys(shop, 'bogdan@example.org')
  const all = messagesOf((await get(shop, '')).body)
  expect(all.indexOf('bogdan@example.org')).toBeLessThan(all.indexOf('ana@example.com'))
  const found = messagesOf((await get(shop, '?to=ANA%40')).body)
  expect(found).toContain('ana@example.com')
  expect(found).not.toContain('bogdan@example.org')
  const none = (await get(shop, `?to=${encodeURIComponent('<b>%_')}`)).body
  expect(none).toContain('No email to an address with')
  expect(none).not.toContain('<b>')
})

test('the mailbox says what each email is, and shows those of one kind', async () => {
  const shop = await openShop()
  await buys(shop, 'ana@example.com')
  const receipts = (await get(shop, '?kind=receipt')).body
  expect(messagesOf(receipts)).toContain('ana@example.com')
  expect(receipts).toContain('<td>Receipt</td>')
  expect(receipts).toContain('<option value="receipt" selected>Receipt</option>')
  expect(messagesOf((await get(shop, '?kind=money-back')).body)).toContain('No email of this kind.')
  expect(messagesOf((await get(shop, '?kind=nonsense')).body)).toContain('ana@example.com')
})

test('an email is shown in a frame that can do nothing, beside its text', async () => {
  const shop = await openShop()
  await buys(shop, 'ana@example.com')
  const [email] = await mailOf(shop.world)
  const { body, headers } = await get(shop, `/${email!.id}`)
  expect(messagesOf(body)).toContain('Amount: €9.90')
  expect(body).toMatch(
    /<iframe src="\/sandbox\/mailbox\/\d+\/page" title="The email" height="\d{3,4}" sandbox="allow-popups[^"]*">/,
  )
  expect(body).not.toContain('allow-scripts')
  expect(headers['content-security-policy']).toContain("frame-src 'self'")

  const page = await get(shop, `/${email!.id}/page`)
  expect(page.body).toBe(email!.html)
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox .*frame-ancestors 'self'/)
})

test('older emails are on the next page, and an unknown number is not found', async () => {
  const shop = await openShop()
  await buys(shop, ...Array.from({ length: 3 }, () => 'ana@example.com'))
  const [oldest] = await mailOf(shop.world)
  expect(messagesOf((await get(shop, `?before=${oldest!.id + 1n}`)).body)).toContain('ana@example.com')
  for (const url of ['/999', '/0', '/x', '/999/page', '/x/page']) {
    const { statusCode, body } = await get(shop, url)
    expect([url, statusCode]).toEqual([url, 404])
    expect(messagesOf(body)).toContain('The mailbox has no email with this number.')
  }
})
