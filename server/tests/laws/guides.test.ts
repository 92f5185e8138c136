import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { variables } from '../../src/app/variables.ts'
import { commandsOf } from '../../src/surfaces/docs-site/curl.ts'
import { read, root } from '../tidy/repository.ts'
import { type GuideBlock, guideBlocks, guidePages, guideTests, reasonNotRun, settingsIn } from '../world/guides.ts'
import { notRun } from '../world/guides-not-run.ts'
import { refused } from '../world/operator-guide/refused.ts'
import { routes } from './routes.ts'

const blocks = guidePages.flatMap(guideBlocks)
const textOf = ({ page, language, text }: GuideBlock) => `${page}, ${language}: ${text.split('\n')[0]}`

const isTyped = ({ page, language }: GuideBlock) =>
  guideTests.some(({ pages, languages }) => pages.test(page) && languages.includes(language))

test('every block of the guides is typed by a test, read here, or says why it is not', () => {
  const isRead = (block: GuideBlock) => ['json', 'http'].includes(block.language) || settingsIn(block).length > 0
  const strays = blocks.filter((block) => !isTyped(block) && !isRead(block) && !reasonNotRun(block))

  expect(strays.map(textOf)).toEqual([])
  expect(blocks.filter(isTyped).length).toBeGreaterThan(150)
})

test('what is said not to be typed is there, and the tests that type the rest are', () => {
  const isThere = ({ page, block, line }: (typeof notRun)[number]) =>
    blocks.some((one) =>
      one.page !== page
        ? false
        : block !== undefined
          ? one.text.startsWith(block)
          : one.lines.some((typed) => typed.startsWith(line!)),
    )
  expect(notRun.filter((one) => !isThere(one))).toEqual([])
  const lines = (page: string) => guideBlocks(`docs/operating/${page}.md`).flatMap((block) => block.lines)
  const typed = ({ page, line }: (typeof refused)[number]) =>
    lines(page).some((one) => one.startsWith(`npm run florin -- ${line}`))
  expect(refused.filter((one) => !typed(one))).toEqual([])
  const tests = [
    ...refused.map(({ triedBy }) => triedBy),
    ...guideTests.map(({ test: name }) => `server/tests/${name}`),
  ]
  expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('settings that a guide prints are settings, with values that they take', () => {
  const ofOperators = blocks.filter(({ page }) => /^README|^docs\/operating\//.test(page))
  const printed = ofOperators.flatMap((block) => settingsIn(block).map((line) => ({ page: block.page, line })))
  const wrong = printed.flatMap(({ page, line }) =>
    commandsOf(line, { HOME: '/home/ana' })
      .flat()
      .filter((word) => word !== 'export')
      .map((word) => word.split(/=(.*)/s) as [string, string])
      .filter(([name, value]) => !takes(name, value.replaceAll('…', 'x')))
      .map(([name]) => `${page}: ${name}`),
  )
  expect(printed.length).toBeGreaterThan(20)
  expect(wrong).toEqual([])
})

function takes(name: string, value: string): boolean {
  const known: Readonly<Record<string, { safeParse(value: unknown): { success: boolean } }>> = variables
  return known[name]?.safeParse(value).success === true
}

test('JSON that a guide prints is JSON', () => {
  const wrong = blocks.filter(({ language, text }) => language === 'json' && !isJson(text))
  expect(wrong.map(textOf)).toEqual([])
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('requests that a guide prints alone go to addresses that there are', () => {
  const requests = blocks.filter(({ language }) => language === 'http').map(({ text }) => text.split('\n')[0]!)
  const known = new Set(routes.map((route) => route.split(' ').slice(0, 2).join(' ').replaceAll(/:\w+/g, '{}')))
  expect(requests.length).toBeGreaterThan(0)
  expect(requests.filter((request) => !known.has(request.replaceAll(/\{\w+\}/g, '{}')))).toEqual([])
})

test('scripts of npm that a guide names are in package.json', () => {
  const { scripts } = JSON.parse(read('package.json').text) as { scripts: Record<string, string> }
  const named = blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ page, text }) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => ({ page, name })),
    )
  expect(named.filter(({ name }) => !(name! in scripts))).toEqual([])
})
