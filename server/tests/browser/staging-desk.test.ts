import { expect, onTestFinished, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser } from '../world/browser.ts'
import { typeIn } from '../world/typing.ts'
import { createWorld } from '../world/world.ts'

test('the clock is moved by its buttons in a browser without script, and no page of the desk has a barrier', async () => {
  const world = await createWorld({ ownTime: true })
  onTestFinished(() => world[Symbol.asyncDispose]())
  const url = await world.http.listen({ host: '127.0.0.1', port: 0 })
  const browser = await openBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ viewport: { width: 360, height: 700 } })
  const still = await context.newPage()
  for (const path of ['/sandbox', '/sandbox/clock'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await still.emulateMedia({ colorScheme })
      await still.goto(url + path)
      expect(await findingsOn(still), `${path} ${colorScheme}`).toEqual([])
      expect(await still.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).toBe(true)
    }

  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(`${url}/sandbox`)
  await page.getByRole('main').getByRole('link', { name: 'Clock' }).click()
  await page.getByRole('button', { name: 'Pause' }).click()
  expect(await page.getByRole('status').textContent()).toContain('The clock is paused')
  const before = world.app.clock.now()
  await page.getByRole('button', { name: '+ 1 day' }).click()
  expect(String(world.app.clock.now())).toBe(String(before.add({ hours: 24 })))
  await typeIn(page.getByLabel('How far'), 'PT2H')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByRole('status').waitFor()
  expect(String(world.app.clock.now())).toBe(String(before.add({ hours: 26 })))
  await page.reload()
  expect(await page.getByRole('status').count()).toBe(0)
})
