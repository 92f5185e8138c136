import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commandsOf, curlRequest } from '../../src/surfaces/docs-site/curl.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { read, tracked } from '../tidy/repository.ts'
import { blocksOf } from '../world/guides.ts'
import { pdf } from '../world/media.ts'
import { asPrinted, type PrintedBlock, printedBlocks } from '../world/printed-commands.ts'
import { scratchFolder } from '../world/scratch.ts'
import { openShop, type Shop } from '../world/shop.ts'
import { publicUrl } from '../world/world.ts'

/** In the order in which a newcomer does them, on an installation that is new. */
const pages = [
  'api',
  'billing',
  'payment-links',
  'emails',
  'charge-backs',
  'test-clock',
  'hosted-checkout',
  'embedded-checkout',
  'split-payments',
  'payouts',
  'invoices',
  'statements',
  'disputes',
  'dashboard',
  'wallets',
]
/** As the pages print it; a reader who has chosen another port reads their own. */
const printedUrl = 'http://127.0.0.1:8080'

test('a newcomer types the commands of the merchant guide in order, and each does what is printed below it', async () => {
  const reader = await openReader()
  const blocks = pages.flatMap((name) => {
    const { path, text } = read(`docs/merchant-guide/${name}.md`)
    const typed = new Set(blocksOf('stories/merchant-guide.test.ts', path).map((block) => block.text))
    return printedBlocks(path, text).filter((block) => typed.has(block.text))
  })

  const written = tracked.filter((path) => path.startsWith('docs/merchant-guide/'))
  expect(pages.map((name) => `docs/merchant-guide/${name}.md`).toSorted()).toEqual(written)
  expect(blocks.length).toBeGreaterThan(30)
  for (const block of blocks) await carryOut(reader, block)
})

/** Who reads the guide: their shop, what they have exported in their shell, and the folder they type in. */
type Reader = { shop: Shop; exported: Record<string, string>; folder: string }

async function openReader(): Promise<Reader> {
  const shop = await openShop({ payoutsAllowed: true }, { ownTime: true })
  // Its time goes on from the middle of a day: what is due around midnight would come in another order than it is printed.
  const { app } = shop.world
  const today = app.clock.now().toZonedDateTimeISO('UTC')
  const at = today.with({ hour: 10, minute: 0, second: 0, millisecond: 0 }).add({ days: 1 }).toInstant()
  await app.testClock!.move(app, { to: 'moment', at })
  const folder = await scratchFolder('florin-guide-')
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'proof.pdf'), pdf())
  const { text } = read('docs/merchant-guide/hosted-checkout.md')
  await writeFile(join(folder, 'form.json'), /```json\n(\{"fields".*?)```/s.exec(text)![1]!)
  return { shop, exported: { FLORIN_PRIVATE_KEY: shop.privateKey }, folder }
}

async function carryOut(reader: Reader, { page, text, reply }: PrintedBlock): Promise<void> {
  const commands = commandsOf(text, reader.exported)
  for (const words of commands) {
    const typed = `${page}: ${words.join(' ')}`
    const printed = words === commands.at(-1) ? reply : undefined
    if (words[0] === 'curl') await sends(reader, words, { typed, reply: printed })
    else await types(reader, words, typed)
  }
}

async function sends({ shop }: Reader, words: readonly string[], { typed, reply }: { typed: string; reply: unknown }) {
  const { method, url, headers, payload } = curlRequest(words)
  expect(url.origin, typed).toBe(printedUrl)
  const path = `${url.pathname}${url.search}`
  const answer = await shop.world.http.inject({ method, url: path, headers, ...(payload && { payload }) })
  expect(answer.statusCode, `${typed}\n${answer.body}`).toBeLessThan(300)
  if (reply === undefined) return
  const body: unknown = JSON.parse(answer.body.replaceAll(publicUrl, printedUrl))
  // The pages print what a reader needs; replies that make something bring the rest of its record too.
  expect(asPrinted(body, reply), typed).toMatchObject(reply as object)
}

async function types({ shop: { world }, exported, folder }: Reader, words: readonly string[], typed: string) {
  expect(words.slice(0, 4), typed).toEqual(['npm', 'run', 'florin', '--'])
  const inFolder = words.slice(4).map((word) => (/^[\w-]+\.(?:csv|pdf|json)$/.test(word) ? join(folder, word) : word))
  const { printed, error } = await openCommandLine(world).runs(inFolder)
  expect(error, typed).toBeUndefined()
  const [token] = /fst_\S+/.exec(printed) ?? []
  if (token) exported.FLORIN_STAFF_TOKEN = token
  // The workers of the installation, which are always at it.
  if (words[4] === 'clock') await world.runUntilIdle()
}
