import { expect, onTestFinished, test } from 'vitest'
import { findingsOn, withAxe } from '../world/accessibility.ts'
import { openApi } from '../world/api.ts'
import { openBrowser } from '../world/browser.ts'
import { createWorld } from '../world/world.ts'

test('the reference of the merchant interface has no barrier, and its contents lead where they say', async () => {
  const world = await createWorld()
  onTestFinished(() => world[Symbol.asyncDispose]())
  const { url } = await openApi(world)
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext()
  await withAxe(context)
  const page = await context.newPage()

  await page.goto(`${url}/docs/api`)

  expect(await findingsOn(page)).toEqual([])
  await page.getByRole('navigation').getByRole('link', { name: 'POST /order', exact: true }).click()
  await expect.poll(() => page.getByRole('heading', { name: 'POST /order', exact: true }).isVisible()).toBe(true)
})
