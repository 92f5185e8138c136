import { rm } from 'node:fs/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { generateKeys } from '#kernel/crypto/keys.ts'
import { seedStaging } from '../../src/app/seed-staging.ts'
import { openStory } from '../../src/app/story/open-story.ts'
import { openCommandLine } from '../recordings/command-line.ts'
import { type GuideShell, openGuideShell } from '../world/guide-shell.ts'
import { blocksOf, guideBlocks, guidePages, reasonNotRun } from '../world/guides.ts'
import { byLength, isLong } from '../world/length.ts'
import { acquiringPages } from '../world/operator-guide/acquiring.ts'
import type { Given, Reading } from '../world/operator-guide/given.ts'
import { issuingPages } from '../world/operator-guide/issuing.ts'
import { platformPages } from '../world/operator-guide/platform.ts'
import { refused } from '../world/operator-guide/refused.ts'
import { scratchFolder } from '../world/scratch.ts'
import { createWorld, publicUrl } from '../world/world.ts'

const blocksTyped = (page: string) => blocksOf('stories/operator-guide.test.ts', page)
const pages = guidePages.filter((page) => blocksTyped(page).length > 0)
const given: Readonly<Record<string, (reading: Reading) => Promise<Given>>> = {
  ...acquiringPages,
  ...issuingPages,
  ...platformPages,
}
/** What the first start of staging makes, and the last days of its story; a short run does without the story. */
let firstStart: string
const environment = { FLORIN_KEYS: generateKeys() }

beforeAll(async () => {
  const world = await createWorld({ ownTime: true, leavesDatabase: true, environment })
  const { app, databaseUrl } = world
  const story = isLong && (await openStory({ app, config: app.config, log: app.log, databaseUrl, publicUrl, days: 3 }))
  const seeded = await seedStaging(story ? story.app : app, app.config, publicUrl)
  if (story) {
    await story.begin(seeded)
    await story.play()
  }
  await world.runUntilIdle()
  await world[Symbol.asyncDispose]()
  firstStart = databaseUrl
})

test.each(byLength({ short: ['docs/operating/pricing.md'], long: pages }))(
  'an operator types what a page prints, in order, on a new installation, and each line does what it says: %s',
  async (page) => {
    const name = page.replace(/^docs\/(?:operating\/)?|\.md$/g, '')
    const { world, folder } = await opensPage(name)
    let shell: GuideShell | undefined
    const reading: Reading = {
      world,
      folder,
      printed: () => shell?.printed() ?? '',
      blocks: (language) => guideBlocks(page).flatMap((one) => (one.language === language ? [one.text] : [])),
    }
    const { substitutions = {}, before = {} } = (await given[name]?.(reading)) ?? {}
    shell = openGuideShell({ world, folder, substitutions })

    for (const line of linesTyped(page)) {
      for (const [begins, happens] of Object.entries(before)) if (line.startsWith(begins)) await happens()
      const no = refused.find((one) => one.page === name && line.startsWith(`npm run florin -- ${one.line}`))
      if (no) expect(await shell.isRefused(line), line).toMatch(no.says)
      else await shell.types(line)
    }
    await world.runUntilIdle()
    expect((await world.verify()).differences).toEqual([])
  },
)

const linesTyped = (page: string): string[] =>
  blocksTyped(page).flatMap((block) =>
    block.language === 'sh' ? block.lines.filter((line) => !reasonNotRun(block, line)) : [],
  )

async function opensPage(name: string): Promise<Pick<Reading, 'world' | 'folder'>> {
  const world = await createWorld({ ...(!bare.includes(name) && { history: firstStart }), ownTime: true, environment })
  openCommandLine(world)
  const folder = await scratchFolder('florin-guide-')
  onTestFinished(async () => {
    await world[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })
  return { world, folder }
}
/** Years pass on these pages, and all bills of the story would be charged. */
const bare = ['running']
