import { read, tracked } from '../tidy/repository.ts'
import { type NotRun, notRun } from './guides-not-run.ts'

/** A fenced block of a guide. `lines` are its commands: a backslash at the end of a line continues it. */
export type GuideBlock = { page: string; language: string; text: string; lines: readonly string[] }

/** Every page that somebody types from; others are made by `npm run docs`, are about the code, or are records. */
export const guidePages: readonly string[] = tracked.filter(
  (path) =>
    /^(?:README|CONTRIBUTING|client\/README|docs\/(?:merchant-guide|partner-guide|operating)\/[^/]+)\.md$/.test(path) &&
    !/\/(?:metrics|configuration)\.md$/.test(path),
)

export function guideBlocks(page: string): GuideBlock[] {
  const { text } = read(page)
  return [...text.matchAll(/^```(?<language>\w*)\n(?<text>[\s\S]*?)\n```$/gm)].map(({ groups }) => ({
    page,
    language: groups!.language!,
    text: groups!.text!,
    lines: groups!
      .text!.replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  }))
}

/** Settings, as an operator exports them or puts them into a file: no other program is started by these lines. */
export const settingsIn = ({ language, lines }: GuideBlock): readonly string[] =>
  language === 'sh' && lines.length > 0 && lines.every((line) => setting.test(line)) ? lines : []
const setting = /^(?:export )?(?:(?:FLORIN_\w+|DATABASE_URL)=(?:"[^"]*"|\$HOME\/\S+|(?!\S*\$\()\S+) *)+(?:#.*)?$/

/** Why a block, or one line of it, is typed by no test; undefined if it is. */
export const reasonNotRun = (block: GuideBlock, line?: string): NotRun | undefined =>
  notRun.find(
    ({ page, block: first, line: only }) =>
      page === block.page && (first === undefined ? line?.startsWith(only!) : block.text.startsWith(first)),
  )

/** Which test types what: every block of these pages in these languages that `notRun` does not name. */
export const guideTests: readonly { test: string; pages: RegExp; languages: readonly string[] }[] = [
  { test: 'stories/operator-guide.test.ts', pages: /^README|^docs\/operating\//, languages: ['sh', 'csv'] },
  {
    test: 'stories/operator-guide.test.ts',
    pages: /^docs\/partner-guide\/(?:deciding|webhooks)\.md$/,
    languages: ['sh'],
  },
  { test: 'stories/merchant-guide.test.ts', pages: /^docs\/merchant-guide\//, languages: ['sh'] },
  { test: 'stories/partner-guide.test.ts', pages: /^docs\/partner-guide\/quick-start\.md$/, languages: ['sh'] },
  {
    test: 'stories/checkout-samples.test.ts',
    pages: /^docs\/merchant-guide\/hosted-checkout\.md$/,
    languages: ['js', 'php', 'python', 'java'],
  },
  {
    test: 'laws/printed-receivers.test.ts',
    pages: /^docs\/partner-guide\/webhooks\.md$/,
    languages: ['js', 'php', 'python'],
  },
  { test: 'browser/embedded-checkout.test.ts', pages: /merchant-guide\/embedded-checkout\.md$/, languages: ['js'] },
  { test: 'stories/checkout-samples.test.ts', pages: /^client\/README\.md$/, languages: ['ts'] },
  { test: 'stories/checkout-samples.test.ts', pages: /^docs\/partner-guide\/deciding\.md$/, languages: ['js'] },
]

/** The blocks that a test types, in the order of the pages that it reads. */
export const blocksOf = (test: string, page: string): GuideBlock[] =>
  guideBlocks(page).filter(
    (block) =>
      guideTests.some((one) => one.test === test && one.pages.test(page) && one.languages.includes(block.language)) &&
      isTyped(block) &&
      !reasonNotRun(block),
  )

/** Settings that are not exported belong into a file. */
const isTyped = (block: GuideBlock): boolean => settingsIn(block).length === 0 || block.text.startsWith('export')
