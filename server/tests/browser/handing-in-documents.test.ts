import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { verificationsOf } from '#issuing/documents'
import type { HolderId } from '#issuing/ids'
import { findingsOn } from '../world/accessibility.ts'
import { cardLines } from '../world/documents.ts'
import { sampled } from '../world/length.ts'
import { type LiveServer, openLiveServer } from '../world/live-server.ts'
import { pdf, png } from '../world/media.ts'
import { scratchFolder } from '../world/scratch.ts'
import { pasteIn, typeDay } from '../world/typing.ts'

let live: LiveServer
let photo: Buffer
beforeAll(async () => {
  live = await openLiveServer()
  const page = await live.browser.newPage()
  await page.setViewportSize({ width: 900, height: 600 })
  // A picture of a real encoder.
  photo = await page.screenshot({ type: 'jpeg', quality: 80 })
})
afterAll(() => live?.close())

/** A customer of the staging programme, and the address that the app has opened for them. */
async function started(kind: 'id' | 'poa', email: string): Promise<{ holderId: HolderId; url: string }> {
  const { publicUrl, programme } = live.server
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const init = {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    return (await (await fetch(`${publicUrl}/v1${path}`, init)).json()) as Record<string, string>
  }
  const key = { 'x-partner-api-key': programme!.apiKey!.reveal() }
  const { customerId } = await post('/auth/register/partner', key, { email })
  const { accessToken } = await post('/auth/login/partner', key, { customerId })
  const { url } = await post(`/kyc/${kind}-verification/start`, { authorization: `Bearer ${accessToken}` }, {})
  return { holderId: customerId as HolderId, url: url! }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()
const file = (buffer: Buffer, name = 'IMG_0001.jpg') => ({ name, mimeType: 'image/jpeg', buffer })

/** A telephone has a script too; what follows on a page is tried with the keyboard, and with files that are wrong. */
const windows: [string, BrowserContextOptions][] = [
  ['without a script', { javaScriptEnabled: false }],
  ['on a telephone', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }],
  ['with a script', {}],
]

test.each(sampled(windows, 1))('a customer hands in an identity card, %s', async (name, options) => {
  const { holderId, url } = await started('id', `${name.replaceAll(' ', '-')}@example.com`)
  await using context = await live.browser.newContext({ ...options, locale: 'en-GB' })
  const page = await context.newPage()
  const troubles: string[] = []
  // The page with what is wrong has the status 400, and the browser says so.
  page.on('console', (message) => !message.text().includes('status of 400') && troubles.push(message.text()))
  const isAccessible = async () => {
    if (options.javaScriptEnabled !== false)
      expect([await heading(page), await findingsOn(page)]).toEqual([await heading(page), []])
  }
  await page.goto(url)
  await isAccessible()
  await page.getByLabel('Identity card').check()
  await page.getByLabel('Country that issued it').selectOption('RO')
  await page.getByRole('button', { name: 'Continue' }).click()
  await isAccessible()

  await pasteIn(page.getByLabel('Machine-readable lines'), cardLines.replace('RX123456', 'RX123450'))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Line 1: a sign of the document number seems to be wrong.' }).waitFor()
  await isAccessible()
  await pasteIn(page.getByLabel('Machine-readable lines'), cardLines)
  await page.getByRole('button', { name: 'Continue' }).click()

  for (const place of ['The front', 'The back', 'You']) {
    await page.getByRole('heading', { level: 1, name: place }).waitFor()
    await isAccessible()
    const camera = page.getByLabel('Take a photo')
    expect(await camera.isVisible()).toBe(options.hasTouch === true)
    expect(await camera.getAttribute('capture')).toBe(place === 'You' ? 'user' : 'environment')
    const input = options.hasTouch ? camera : page.getByLabel('Choose a file')
    await input.setInputFiles(file(photo))
    if (options.javaScriptEnabled !== false) await page.locator('img.preview').waitFor({ state: 'visible' })
    await page.getByRole('button', { name: 'Send' }).click()
  }
  await page.getByRole('heading', { level: 1, name: 'Is everything right?' }).waitFor()
  expect(await page.getByText('MARIA ELENA IONESCU').isVisible()).toBe(true)
  await isAccessible()
  await page.getByRole('button', { name: 'Hand in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
  await isAccessible()
  const { id } = await verificationsOf(live.server.app, holderId)
  expect(id?.documents.map(({ place, bytes }) => [place, bytes])).toEqual(
    ['back', 'front', 'selfie'].map((place) => [place, photo.length]),
  )
  await page.goBack()
  await page.goto(url)
  expect(await heading(page)).toBe('Thank you')
  expect(troubles).toEqual([])
})

test('a file that is too large is noticed before it is sent, and a wrong one after it', async () => {
  const { url } = await started('poa', 'files@example.com')
  await using context = await live.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  await page.getByLabel('Bank statement').check()
  const today = live.server.app.clock.now().toZonedDateTimeISO('UTC').toPlainDate()
  await typeDay(page.getByLabel('Date on the document'), today)
  await page.getByRole('button', { name: 'Continue' }).click()
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
  const input = page.getByLabel('Choose a file')
  // From a file: the browser is given large contents in pieces of text, which takes it half a minute.
  const folder = await scratchFolder('florin-large-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const large = join(folder, 'photo.png')
  await writeFile(large, Buffer.alloc(10_000_001))
  await input.setInputFiles(large)
  await page.getByRole('button', { name: 'Send' }).click()
  expect(await page.locator('#file-error').innerText()).toBe(
    'This file is larger than 10 MB. Please send a smaller one.',
  )
  expect(await findingsOn(page)).toEqual([])
  expect(sent).toEqual([])
  await input.setInputFiles(file(Buffer.from('<svg/>'), 'bill.png'))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'This is a SVG file.' }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('notice')
  await input.setInputFiles(file(pdf(), 'bill.pdf'))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('link', { name: 'Add another page' }).click()
  await input.setInputFiles(file(png()))
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Remove: Page 2' }).click()
  await page.getByRole('heading', { name: 'Is everything right?' }).waitFor()
  expect(await page.getByText('Page 2').count()).toBe(0)
})

test('with the keyboard alone a customer gets from the first step to the second', async () => {
  const { url } = await started('id', 'keyboard@example.com')
  await using context = await live.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(url)
  const at = () => page.evaluate<string>('document.activeElement.name ?? document.activeElement.className')
  for (let stops = 0; stops < 10 && (await at()) !== 'kind'; stops++) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Romania')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'What does the document say?' }).waitFor()
  expect(await page.getByText('Step 2 of 5').isVisible()).toBe(true)
})
