import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { typeCard } from '../world/card-form.ts'
import { sampled } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { typeIn } from '../world/typing.ts'

let live: LiveServer

beforeAll(async () => {
  live = await openLiveServer()
})

afterAll(() => live?.close())

/** As one does on a command line: `curl -H "Authorization: <key>" -d amount=… <address>/payment-link`. */
async function makeLink(more: Readonly<Record<string, string>> = {}): Promise<{ hash: string; url: string }> {
  const { site, privateKey } = live.server.shop!
  const link = {
    siteId: `${site.id}`,
    amount: '12.50',
    currency: 'EUR',
    orderType: 'purchase',
    active: '1',
    contentType: 'Description',
    content: 'Cake',
  }
  const reply = await fetch(`${live.server.publicUrl}/payment-link`, {
    method: 'POST',
    headers: { authorization: privateKey.reveal() },
    body: new URLSearchParams({ ...link, ...more }),
  })
  const { data } = (await reply.json()) as { data: { hash: string; url: string } }
  return data
}

async function readLink(hash: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${live.server.shop!.privateKey.reveal()}` }
  const reply = await fetch(`${live.server.publicUrl}/payment-link/${hash}`, { headers })
  return ((await reply.json()) as { data: unknown }).data
}

test.each(sampled([true, false], 1))(
  'a link made on a command line is paid in a browser (with script: %s)',
  async (javaScriptEnabled) => {
    const { hash, url } = await makeLink({ 'customerRequiredFields[firstName]': '1', limitAccess: '1' })
    await using context = await live.browser.newContext({ javaScriptEnabled, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(url)
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain('€12.50')
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('heading', { name: 'Please check these fields' }).waitFor()
    await typeIn(page.getByLabel('First name'), 'Ana')
    await typeIn(page.getByLabel('E-mail'), 'ana@example.com')
    await page.getByRole('button', { name: 'Continue to payment' }).click()

    await page.waitForURL(/\/checkout\//)
    await typeCard(page)
    await page.getByRole('button', { name: 'Pay €12.50' }).click()
    await page.getByRole('heading', { name: 'Thank you, your payment is complete' }).waitFor()
    expect(await readLink(hash)).toMatchObject({ accessCount: 1, status: 'used-up' })

    await page.goto(url)
    await page.getByText('It has been paid as often as the store allows.').waitFor()
  },
)

test('the address is shared, also as a code to scan, and the page is accessible', async () => {
  const { url } = await makeLink()
  await using context = await live.browser.newContext({
    locale: 'en-GB',
    colorScheme: 'dark',
    viewport: { width: 400, height: 900 },
  })
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  await page.goto(url)
  await page.getByText('Share this link').click()
  expect(await page.getByRole('textbox', { name: 'Address of this link' }).inputValue()).toBe(url)
  expect(await page.getByRole('img', { name: 'QR code with the address of this link' }).isVisible()).toBe(true)
  const mail = await page.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href')
  expect(decodeURIComponent(mail ?? '')).toContain(`Cake, €12.50\n${url}`)
  expect(await findingsOn(page)).toEqual([])
  expect(troubles).toEqual([])
})

test('a shopper who leaves the pay page finds the link as it was, and can correct what they typed', async () => {
  const { url } = await makeLink()
  await using context = await live.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  await typeIn(page.getByLabel('E-mail'), 'ana@exampel.com')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  const first = page.url()
  await page.goBack()
  await typeIn(page.getByLabel('E-mail'), 'ana@example.com')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.waitForURL(/\/checkout\//)
  expect(page.url()).not.toBe(first)
  await page.getByRole('button', { name: 'Cancel and go back' }).click()
  await page.waitForURL(url)
})
