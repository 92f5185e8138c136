import { execFile, spawnSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { type SampleLanguage, samplesOf } from '../../src/surfaces/docs-site/samples.ts'
import { read } from '../tidy/repository.ts'
import { byLength } from '../world/length.ts'
import { asPrinted, printedBlocks } from '../world/printed-commands.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop } from '../world/shop.ts'
import { publicUrl } from '../world/world.ts'

const run = promisify(execFile)

/** How a sample is run once it is a file. */
const runners: Readonly<Record<Exclude<SampleLanguage, 'sh'>, { program: string; file: string }>> = {
  js: { program: process.execPath, file: 'sample.mjs' },
  php: { program: 'php', file: 'sample.php' },
  python: { program: 'python3', file: 'sample.py' },
  java: { program: 'java', file: 'Sample.java' },
}

type Language = keyof typeof runners

/** Node is always there; a long run takes those too that this machine has. */
const isPresent = (language: Language) => spawnSync(runners[language].program, ['--version']).status === 0
const languages = byLength<() => Language[]>({
  short: () => ['js'],
  long: () => (Object.keys(runners) as Language[]).filter(isPresent),
})()

test.each(languages)(
  'a newcomer copies the samples of the API guide in order, and each prints what is printed below it: %s',
  async (language) => {
    expect(await copiesEverySample(language)).toBeGreaterThan(5)
  },
)

/** As the pages print it; the site prints its own address instead. */
const printedUrl = 'http://127.0.0.1:8080'

/**
 * A reader copies the samples of the API guide in one language from the site, top to bottom, on a new installation, and
 * each prints what the page prints below it.
 */
async function copiesEverySample(language: Language): Promise<number> {
  const { program, file } = runners[language]
  const shop = await openShop({ payoutsAllowed: true }, { ownTime: true })
  const url = await shop.world.http.listen({ host: '127.0.0.1', port: 0 }, ['api'])
  const folder = await scratchFolder('florin-samples-')
  onTestFinished(() => rm(folder, { recursive: true }))
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME, FLORIN_PRIVATE_KEY: shop.privateKey }
  const { path, text: page } = read('docs/merchant-guide/api.md')
  const blocks = printedBlocks(path, page).filter(({ text }) => text.startsWith('curl '))
  for (const { text, reply } of blocks) {
    const sample = samplesOf(text.replaceAll(printedUrl, url)).find((one) => one.language === language)
    expect(sample, text).toBeDefined()
    await writeFile(join(folder, file), sample!.text)
    const { stdout } = await run(program, [join(folder, file)], { env: environment })
    const [, status, body = ''] = /^(\d{3}) (.*)/s.exec(stdout) ?? []
    expect(Number(status), `${sample!.text}\n${stdout}`).toBeLessThan(300)
    const got: unknown = JSON.parse(body.replaceAll(publicUrl, printedUrl))
    if (reply !== undefined) expect(asPrinted(got, reply), text).toMatchObject(reply as object)
  }
  return blocks.length
}
