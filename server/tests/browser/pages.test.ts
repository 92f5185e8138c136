import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languages } from '#core/i18n'
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

async function findingsOn(page: Page, rules?: string[]): Promise<string[]> {
  // Legacy mode looks at this frame only, and there is no other; the usual one opens a second page for each run.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** One page of each kind: the one with most on it. In a long run all of them. */
function worthALook(language: Language) {
  const gallery = pages.gallery(language)
  if (isLong) return gallery
  return [...Map.groupBy(gallery, ({ kind }) => kind).values()].map(
    (alike) => alike.toSorted((a, b) => b.rendered.body.length - a.rendered.body.length)[0]!,
  )
}

/**
 * English is held against axe in every variant; of the others, together, each kind of page in one, unless there is
 * time.
 */
function heldAgainstAxe(language: Language, index: number): boolean {
  if (isLong || language === 'en') return true
  const others = languages.filter((other) => other !== 'en')
  return index % others.length === others.indexOf(language)
}

test.each(languages)(
  'every page in %s is accessible (axe), fits a narrow phone, and loads nothing from elsewhere',
  { timeout: 300_000 },
  async (language) => {
    await using window = await openWindow({ viewport: narrowPhone })
    const exhibits = language === 'en' ? pages.gallery('en') : worthALook(language)
    for (const [index, { name, url }] of exhibits.entries()) {
      await window.page.goto(url)
      if (heldAgainstAxe(language, index)) expect([name, await findingsOn(window.page)]).toEqual([name, []])
      expect([name, await cutOff(window.page)]).toEqual([name, { beyond: 0, cut: [] }])
      expect([name, window.troubles]).toEqual([name, []])
    }
  },
)

test('in the dark, words can be read just as well', { timeout: 120_000 }, async () => {
  await using window = await openWindow({ colorScheme: 'dark' })
  for (const exhibit of worthALook('en')) {
    await window.page.goto(exhibit.url)
    expect([exhibit.name, await findingsOn(window.page, aboutColours)]).toEqual([exhibit.name, []])
  }
})

/** All that the dark changes. */
const aboutColours = isLong ? undefined : ['color-contrast', 'link-in-text-block']

/** How far the page reaches beyond its window, and words that are cut off where they stand. */
const cutOff = (page: Page) =>
  page.evaluate(`({
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    cut: [...document.querySelectorAll('body *')]
      .filter((element) => !element.closest('.unseen, svg, option, .tongues ul, script'))
      .filter((element) => getComputedStyle(element).display !== 'inline' && element.checkVisibility())
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && !element.matches('input'))
      .map((element) => element.outerHTML.slice(0, 120)),
  })`)

const narrowPhone = { width: 320, height: 640 }

/** Long words, other letters, and the other direction. In a long run each of them is shown in each size. */
const [german, greek, hebrew]: Language[] = ['de', 'el', 'he']

test.each([
  ['a narrow phone', narrowPhone, '100%', german!],
  ['a desktop zoomed to 200%', { width: 640, height: 400 }, '100%', hebrew!],
  ['a desktop with letters twice as large', { width: 1280, height: 800 }, '200%', greek!],
  ['a phone with letters twice as large', { width: 390, height: 844 }, '200%', german!],
  ['a wide desktop', { width: 1920, height: 1080 }, '100%', hebrew!],
])(
  'on %s nothing is cut off and nothing scrolls sideways',
  {
    timeout: 120_000,
  },
  async (_, viewport, emails, language) => {
    await using window = await openWindow({ viewport })
    const { page } = window
    const shown = isLong ? (['de', 'el', 'he'] as const) : [language]
    for (const exhibit of shown.flatMap(worthALook)) {
      await page.goto(exhibit.url)
      await page.evaluate(`document.documentElement.style.fontSize = '${emails}'`)
      expect([exhibit.name, await cutOff(page)]).toEqual([exhibit.name, { beyond: 0, cut: [] }])
    }
  },
)

test('with forced colours everything that is chosen or pressed keeps an edge', { timeout: 60_000 }, async () => {
  await using window = await openWindow({ forcedColors: 'active' })
  const { page } = window
  for (const exhibit of worthALook('de')) {
    await page.goto(exhibit.url)
    const edges = await page.evaluate<string[]>(
      `[...document.querySelectorAll('.button, .box, .choice')].map((element) => getComputedStyle(element).borderTopStyle)`,
    )
    expect([exhibit.name, edges.filter((edge) => edge !== 'solid')]).toEqual([exhibit.name, []])
    expect([exhibit.name, await cutOff(page)]).toEqual([exhibit.name, { beyond: 0, cut: [] }])
  }
})

test('without script every page says the same words and offers the same ways on', { timeout: 60_000 }, async () => {
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
