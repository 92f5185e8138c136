import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** A part of a payment's page fails, and is tried again; what it said of that names nothing of the payment. */
export async function failOnePart(page: Page, payment: string): Promise<void> {
  const read = /\/staff\/v1\/payments\/\d+$/
  await page.route(read, async (route) => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, json: { ...(await reply.json()), timeline: null } })
  })
  const reported = page.waitForRequest('**/page-faults')
  await page.goto(payment)
  const failed = page.getByRole('alert').filter({ hasText: 'This part of the page failed' })
  await failed.waitFor()
  expect((await reported).postDataJSON()).toEqual({
    page: '/m/$scopeId/payments/$id',
    fault: 'TypeError',
    places: expect.stringMatching(/^detail-[\w-]+\.js:\d+:\d+/),
  })
  expect((await (await reported).response())?.status()).toBe(204)
  // The rest of the page stands.
  await page.getByRole('heading', { level: 1, name: '€0.02' }).waitFor()
  await page.getByRole('region', { name: 'Money' }).waitFor()
  await page.unroute(read)
  await page.reload()
  await page.getByRole('region', { name: 'Timeline' }).waitFor()
  expect(await failed.count()).toBe(0)
}
