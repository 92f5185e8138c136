import { expect, test } from 'vitest'
import { type File, files } from './repository.ts'

/** Where browsers are driven: their tests, what these share, and the tools that look at pages. */
const drivesBrowser = ({ path, text }: File): boolean =>
  /^server\/(?:tests|tools|loop|bench|drills)\//.test(path) &&
  /playwright-core|puppeteer-core|\/(?:browser|live-server|page-server|store-page|typing|firefox)\.ts'/.test(text)

/** What gives a field a value that no key has made. `keyboard.type` presses keys. */
const setsAtOnce =
  /(?<!Array(?:<[^>]*>)?\(.{0,40}\))\.fill\(|\.pressSequentially\(|insertText\(|\.value = |setRangeText\(|(?<!keyboard)\.type\((?=\S)(?!\))/g

const found = ({ text }: File): string[] => [...text.matchAll(setsAtOnce)].map(([match]) => match)

test('browser tests type into fields key by key, as the scripts of pages meet it, by one helper', () => {
  const drivers = files.filter(drivesBrowser)
  expect(drivers.length).toBeGreaterThan(20)
  expect(found({ path: 'a', text: "await page.getByLabel('Expiry date').fill('12/34')" })).toEqual(['.fill('])
  const strays = drivers
    .filter(({ path }) => !/\/(?:world|tidy)\/typing(?:\.test)?\.ts$/.test(path))
    .flatMap((file) => found(file).map((match) => `${file.path}: ${match}: use typeIn or pasteIn of world/typing.ts`))
  expect(strays).toEqual([])
})
