import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderPage } from '../../src/acquiring/checkout/pages/render-page.ts'
import type { CheckoutPage } from '../../src/acquiring/checkout/pages/view.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { openHops } from '../world/hops.ts'
import { covering, longTest, sampled } from '../world/length.ts'
import { layoutOf } from '../world/page-gallery.ts'
import { servePages } from '../world/page-server.ts'

/** Browsers hold the redirects that follow a form to the policy of the page with the form: also those of others. */

let browser: Windows
let pages: Awaited<ReturnType<typeof servePages>>
let hops: Awaited<ReturnType<typeof openHops>>
beforeAll(async () => {
  ;[pages, hops, browser] = await Promise.all([servePages(), openHops(), openBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await hops?.[Symbol.asyncDispose]()
  await pages?.[Symbol.asyncDispose]()
})

const leaves: Record<string, (url: string) => CheckoutPage> = {
  'back to the store with a result': (url) => ({
    kind: 'return',
    url,
    fields: { opensslResult: 'a+/=', result: 'a+/=' },
  }),
  'back to the store without a result': (url) => ({ kind: 'return', url, fields: undefined }),
  'to the bank by POST': (url) => ({ kind: 'challenge', url, method: 'POST', fields: { creq: 'x' } }),
  'to the bank by GET': (url) => ({ kind: 'challenge', url, method: 'GET', fields: { creq: 'x' } }),
}

const cells = covering({ way: Object.keys(leaves), status: [302, 303, 307], hasScript: [true, false] })
test.each(cells)('$way the browser gets to another host by a $status (script: $hasScript)', async (cell) => {
  const { way, status, hasScript } = cell
  await using context = await browser.newContext({ javaScriptEnabled: hasScript })
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const leaving = leaves[way]!(hops.from(status))
  await page.goto(pages.show('/leave', renderPage(leaving, layoutOf('en'))), { waitUntil: 'commit' })
  if (!hasScript && way !== 'back to the store without a result') await page.getByRole('button').click()
  await page.locator('#arrived').waitFor()
  expect([hops.arrived.at(-1)?.host, complaints]).toEqual(['127.0.0.1', []])
})

test.each(sampled([303, 302, 307], 1))('a bank in a frame gets the frame to another host by a %i', async (status) => {
  await using context = await browser.newContext()
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const url = hops.from(status)
  const bank = { kind: 'bank', url, method: 'POST', fields: { creq: 'x' }, after: '/after', alone: '/alone' } as const
  const frame = { page: 'bank', alone: '/alone', label: 'Payment', offline: '' }
  pages.show('/framed', renderPage(bank, { ...layoutOf('en'), frame, frameAncestors: [pages.at] }))
  const body = '<!doctype html><html lang="en"><title>Store</title><iframe src="/framed"></iframe>'
  await page.goto(pages.show('/store', { body, contentSecurityPolicy: "frame-src 'self'" }))
  await page.frameLocator('iframe').frameLocator('iframe').locator('#arrived').waitFor()
  expect([hops.arrived.at(-1)?.host, complaints]).toEqual(['127.0.0.1', []])
})

// In small: a bank in a frame gets the frame to another host by a %i
longTest('a store that opens its app by a scheme of its own is not held back by our policy', async () => {
  await using context = await browser.newContext()
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  const url = hops.from(303, 'crumbapp://paid')
  const asked = page.waitForEvent('requestfailed', (request) => request.url().startsWith('crumbapp:'))
  const leaving = renderPage(leaves['back to the store with a result']!(url), layoutOf('en'))
  await page.goto(pages.show('/leave', leaving), { waitUntil: 'commit' })
  await asked
  expect(complaints.filter((complaint) => complaint.includes('Content Security Policy'))).toEqual([])
})

function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  return complaints
}
