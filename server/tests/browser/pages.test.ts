import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '#core/i18n'
import { findingsOn } from '../world/accessibility.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { covering, isLong } from '../world/length.ts'
import { pageGallery } from '../world/page-gallery.ts'
import { servePages } from '../world/page-server.ts'

let browser: Windows
let pages: Awaited<ReturnType<typeof servePages>>
/** One window for all languages: a new one costs more than a page. */
let window: Awaited<ReturnType<typeof openWindow>>
beforeAll(async () => {
  pages = await servePages()
  browser = await openBrowser()
  window = await openWindow()
})
afterAll(async () => {
  await browser.close()
  await pages[Symbol.asyncDispose]()
})

/** A fresh browser window, and what it complained about or asked anybody else for. */
async function openWindow(options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${pages.at}/`)) troubles.push(`asked for ${request.url()}`)
  })
  return { page, troubles, [Symbol.asyncDispose]: () => context.close() }
}

/** Of each kind the page with most on it. */
function worthALook(language: Language) {
  return [...Map.groupBy(pages.gallery(language), ({ kind }) => kind).values()].map(
    (alike) => alike.toSorted((a, b) => b.rendered.body.length - a.rendered.body.length)[0]!,
  )
}

/** In `npm test` every third of them; in a long run all. */
const someWorthALook = (language: Language) => worthALook(language).filter((_, index) => isLong || index % 3 === 0)

type Size = { on: string; viewport: { width: number; height: number }; fontSize: '100%' | '200%' }
const sizes: readonly Size[] = [
  { on: 'a narrow phone', viewport: { width: 320, height: 640 }, fontSize: '100%' },
  { on: 'a phone', viewport: { width: 390, height: 844 }, fontSize: '200%' },
  { on: 'a desktop', viewport: { width: 1280, height: 800 }, fontSize: '200%' },
  { on: 'a desktop zoomed to 200%', viewport: { width: 640, height: 400 }, fontSize: '100%' },
  { on: 'a wide desktop', viewport: { width: 1920, height: 1080 }, fontSize: '100%' },
]

/**
 * Long words, other letters, and the other direction; each page has its name in every language. In `npm test` of each kind the page
 * with most on it is loaded once, in a language, a size and a theme that take turns, and held against axe; a long run shows
 * each in all of them.
 */
const shown = covering({
  name: pageGallery('en').map(({ name }) => name),
  language: languages,
  size: sizes,
  theme: ['light', 'dark'],
} as const)

test.each(languages)(
  'pages in %s are accessible by light and in the dark (axe), load nothing from elsewhere, and nothing is cut off or scrolls sideways',
  { timeout: 300_000 },
  async (language) => {
    const { page } = window
    const seen = new Set((isLong ? pages.gallery(language) : worthALook('en')).map(({ name }) => name))
    const exhibits = new Map(pages.gallery(language).map((exhibit) => [exhibit.name, exhibit]))
    const rows = shown.filter((row) => row.language === language && seen.has(row.name))
    for (const [name, looks] of Map.groupBy(rows, (row) => row.name)) {
      await page.goto(exhibits.get(name)!.url)
      for (const [size, themes] of Map.groupBy(looks, (look) => look.size)) {
        await showOn(size, page)
        expect([name, size.on, await cutOff(page)]).toEqual([name, size.on, fits(size)])
        if (size !== looks[0]!.size) continue
        for (const { theme } of themes) expect([name, theme, await findingsIn(theme, page)]).toEqual([name, theme, []])
      }
      expect([name, window.troubles]).toEqual([name, []])
    }
  },
)

async function showOn({ viewport, fontSize }: Size, page: Page): Promise<void> {
  if (page.viewportSize()?.width !== viewport.width) await page.setViewportSize(viewport)
  await page.evaluate(`document.documentElement.style.fontSize = '${fontSize}'`)
}

/** How far the page reaches beyond its window, and words that are cut off where they stand. */
const cutOff = (page: Page) =>
  page.evaluate(`({
    width: innerWidth,
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.unseen, svg, option, .tongues ul, script'))
      .filter((element) => getComputedStyle(element).display !== 'inline' && element.checkVisibility())
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches('input'))
      .map((element) => element.outerHTML.slice(0, 120)),
  })`)

const fits = ({ viewport: { width } }: Pick<Size, 'viewport'>) => ({ width, beyond: 0, cut: [] })

async function findingsIn(colorScheme: 'light' | 'dark', page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme })
  return findingsOn(page)
}

const desktop = { width: 1280, height: 720 }

test('with forced colours everything that is chosen or pressed keeps an edge', async () => {
  await using window = await openWindow({ forcedColors: 'active', viewport: desktop })
  const { page } = window
  for (const exhibit of someWorthALook('de')) {
    await page.goto(exhibit.url)
    const edges = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.button, .box, .choice')].map((element) => getComputedStyle(element).borderTopStyle)`,
    )
    expect([exhibit.name, edges.filter((edge) => edge !== 'solid')]).toEqual([exhibit.name, []])
    expect([exhibit.name, await cutOff(page)]).toEqual([exhibit.name, fits({ viewport: desktop })])
  }
})

test('without script every page says the same words and offers the same ways on', async () => {
  await using withScript = await openWindow()
  await using without = await openWindow({ javaScriptEnabled: false })
  for (const exhibit of someWorthALook('en')) {
    const [helped, bare] = [withScript.page, without.page]
    await Promise.all([helped.goto(exhibit.url), bare.goto(exhibit.url)])
    const messages = (await helped.innerText('body')).trim()
    // The print button is the one thing that only a script can do.
    expect([exhibit.name, (await bare.innerText('body')).trim()]).toEqual([
      exhibit.name,
      messages.replace(/\s+Print$/, ''),
    ])
    expect([exhibit.name, await bare.locator('h1').count()]).toEqual([exhibit.name, 1])
  }
})

test('the printed receipt has its facts, and nothing to press', async () => {
  await using window = await openWindow()
  const { page } = window
  await page.goto(pages.gallery('en').find(({ name }) => name === 'paid')!.url)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('FLORIN*BRUTARIA').isVisible()).toBe(true)
  expect(await page.getByText('€35.00').isVisible()).toBe(true)
  expect(await page.locator('button:visible, form:visible, .ribbon:visible, .tongues:visible').count()).toBe(0)
})
