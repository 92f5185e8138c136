import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '#core/i18n'
import { findingsOn, withAxe } from '../world/accessibility.ts'
import { openBrowser, type Windows } from '../world/browser.ts'
import { isLong } from '../world/length.ts'
import { servePages } from '../world/page-server.ts'

let browser: Windows
let pages: Awaited<ReturnType<typeof servePages>>
beforeAll(async () => {
  pages = await servePages()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  await pages[Symbol.asyncDispose]()
})

/** A fresh browser window, and what it complained about or asked anybody else for; with axe in its pages, if asked. */
async function openWindow({ axe = false, ...options }: BrowserContextOptions & { axe?: boolean } = {}) {
  const context = await browser.newContext(options)
  if (axe) await withAxe(context)
  const page = await context.newPage()
  const troubles: string[] = []
  page.on('console', (message) => troubles.push(message.text()))
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(`${pages.at}/`)) troubles.push(`asked for ${request.url()}`)
  })
  return { page, troubles, [Symbol.asyncDispose]: () => context.close() }
}

/** One page of each kind: the one with most on it. In a long run all of them. */
function worthALook(language: Language) {
  const gallery = pages.gallery(language)
  if (isLong) return gallery
  return [...Map.groupBy(gallery, ({ kind }) => kind).values()].map(
    (alike) => alike.toSorted((a, b) => b.rendered.body.length - a.rendered.body.length)[0]!,
  )
}

/** In a long run all pages of all languages; else English, which is shown in every variant, and of each kind one. */
const heldAgainstAxe = (language: Language): boolean => isLong || language === 'en'

type Size = { on: string; viewport: { width: number; height: number }; fontSize: '100%' | '200%' }

const narrowPhone: Size = { on: 'a narrow phone', viewport: { width: 320, height: 640 }, fontSize: '100%' }

/** Long words, other letters, and the other direction. In a long run each of them is shown in each size. */
const sizes: readonly (Size & { language: Language })[] = [
  { language: 'de', on: 'a phone', viewport: { width: 390, height: 844 }, fontSize: '200%' },
  { language: 'el', on: 'a desktop', viewport: { width: 1280, height: 800 }, fontSize: '200%' },
  { language: 'he', on: 'a desktop zoomed to 200%', viewport: { width: 640, height: 400 }, fontSize: '100%' },
  { language: 'he', on: 'a wide desktop', viewport: { width: 1920, height: 1080 }, fontSize: '100%' },
]

function sizesFor(language: Language): readonly Size[] {
  if (isLong) return [...sizes, narrowPhone]
  const own = sizes.filter((size) => size.language === language)
  return own.length > 0 ? own : [narrowPhone]
}

/** In a long run all of them; else English, and those that a size was chosen for. */
const shown = languages.filter(
  (language) => isLong || language === 'en' || sizes.some((size) => size.language === language),
)

test.each(
  shown.map((language) => ({
    language,
    is: heldAgainstAxe(language) ? 'is accessible by light and in the dark (axe), loads' : 'loads',
    on: sizesFor(language)
      .map((size) => size.on)
      .join(', '),
  })),
)(
  'every page in $language $is nothing from elsewhere, and nothing is cut off or scrolls sideways on $on',
  { timeout: 300_000 },
  async ({ language }) => {
    const [first] = sizesFor(language)
    await using window = await openWindow({ viewport: first!.viewport, axe: heldAgainstAxe(language) })
    const exhibits = language === 'en' ? pages.gallery('en') : worthALook(language)
    const heldThere = new Set(heldAgainstAxe(language) ? worthALook(language).map(({ name }) => name) : [])
    for (const { name, url } of exhibits) {
      await window.page.goto(url)
      for (const size of sizesFor(language)) {
        await showOn(size, window.page)
        expect([name, size.on, await cutOff(window.page)]).toEqual([name, size.on, fits(size)])
      }
      if (heldThere.has(name)) expect([name, await findingsByLightAndDark(window.page)]).toEqual([name, []])
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

async function findingsByLightAndDark(page: Page): Promise<string[]> {
  const byLight = await findingsOn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await findingsOn(page, { rules: aboutColours })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...byLight, ...inTheDark.map((finding) => `in the dark: ${finding}`)]
}

/** All that the dark changes. */
const aboutColours = isLong ? undefined : ['color-contrast', 'link-in-text-block']

const desktop = { width: 1280, height: 720 }

test('with forced colours everything that is chosen or pressed keeps an edge', async () => {
  await using window = await openWindow({ forcedColors: 'active', viewport: desktop })
  const { page } = window
  for (const exhibit of worthALook('de')) {
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
  for (const exhibit of worthALook('en')) {
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
