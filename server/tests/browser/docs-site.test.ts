import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findingsOn } from '../world/accessibility.ts'
import { openApi } from '../world/api.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { inTurn } from '../world/length.ts'
import { createWorld, type World } from '../world/world.ts'

/** A list of pages, a long guide with tables and samples, a record of a decision, and a reference. */
const kinds = ['/docs', '/docs/merchant-guide/api', '/docs/decisions/0014-dependencies', '/docs/api/merchants']

describe('the site of the documents', () => {
  let world: World
  let url: string
  let browser: Windows
  beforeAll(async () => {
    world = await createWorld()
    url = (await openApi(world)).url
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser.close()
    await world[Symbol.asyncDispose]()
  })

  const opens = async (options: BrowserContextOptions = {}): Promise<[Page, BrowserContext]> => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    return [await context.newPage(), context]
  }

  test('has no barrier, by light and in the dark', async () => {
    const [page] = await opens()
    for (const [index, path] of kinds.entries()) {
      await page.goto(url + path)
      for (const colorScheme of inTurn(['light', 'dark'] as const, index, 1)) {
        await page.emulateMedia({ colorScheme })
        expect(await findingsOn(page), `${path}, ${colorScheme}`).toEqual([])
      }
    }
  })

  test('fits a phone: only tables and samples scroll sideways', async () => {
    const [page] = await opens({ viewport: { width: 360, height: 740 } })
    for (const path of kinds) {
      await page.goto(url + path)
      expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBeLessThanOrEqual(360)
    }
  })

  test('asks nobody else for anything, and nothing is stopped by its policy', async () => {
    const [page] = await opens()
    const asked: string[] = []
    const printed: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).origin))
    page.on('console', (message) => void printed.push(message.text()))
    for (const path of kinds) await page.goto(url + path, { waitUntil: 'networkidle' })
    expect(new Set(asked)).toEqual(new Set([url]))
    expect(printed).toEqual([])
  })

  test('the routes above a reference lead where they say', async () => {
    const [page] = await opens()
    await page.goto(`${url}/docs/api`)
    await page
      .getByRole('navigation', { name: 'Routes' })
      .getByRole('link', { name: 'POST /order', exact: true })
      .click()
    await page.waitForURL(`${url}/docs/api/merchants#postOrder`)
    await page.getByRole('heading', { name: 'POST /order', exact: true }).waitFor()
  })

  test('a reader finds a page by keyboard, and its part of it', async () => {
    const [page] = await opens()
    await page.goto(`${url}/docs`)
    await page.keyboard.press('/')
    await page.keyboard.type('sending request twice')
    const first = page.locator('#found a').first()
    await first.waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${url}/docs/merchant-guide/api#sending-a-request-twice`)
  })

  test('a reader copies a sample in the language that they chose, on every page', async () => {
    const [page, context] = await opens()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`${url}/docs/merchant-guide/api`)
    await page.locator('.samples').first().getByText('Python', { exact: true }).click()
    await page.goto(`${url}/docs/merchant-guide/billing`)
    const sample = page.locator('.samples').first()
    await sample.getByRole('button', { name: 'Copy' }).click()
    await sample.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^import os\n/)
  })

  test('without script the pages are read, languages are chosen, and nothing is offered that would not work', async () => {
    const [page] = await opens({ javaScriptEnabled: false })
    await page.goto(`${url}/docs/merchant-guide/api`)
    const sample = page.locator('.samples').first()
    await sample.getByText('PHP', { exact: true }).click()
    expect(await sample.locator('pre.php').isVisible()).toBe(true)
    expect(await page.getByRole('searchbox').count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
  })
})
