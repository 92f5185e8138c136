import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * One project after the other, so that workers are kept for the next file; those with the longest files first, and in each
 * the longest files, so that no long one is left for the end, when the other core has nothing to do any more.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification) =>
      order.indexOf(project.name) + (long.test(moduleId) ? 0 : 0.5)
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
const order = ['pages', 'alone', 'worlds', 'unit', 'long']
/** They start, kill and measure processes and servers, or let years pass. */
const long = /server\/tests\/(?:database|simulation)\//

const ofLiveTests =
  'FLORIN_ADYEN_TEST_KEY,FLORIN_ADYEN_TEST_MERCHANT_ACCOUNT,FLORIN_STRIPE_API_BASE,FLORIN_STRIPE_MIT_EXEMPTION,FLORIN_STRIPE_TEST_KEY'
/** Generous: a test that hangs differs from one on a machine that is busy with other things. */
const shared = {
  // They tell tests what to do, and programs that tests start have them too.
  env: {
    FLORIN_IGNORE: `FLORIN_TESTS,FLORIN_REQUESTS_DIE,FLORIN_RECORD,FLORIN_SUBSCRIPTIONS,FLORIN_TEST_DATABASE_URL,${ofLiveTests}`,
  },
  testTimeout: 180_000,
  hookTimeout: 180_000,
  pool: 'forks' as const,
  // A world makes much that is soon forgotten: in a larger nursery, large from the beginning, less of it is copied. What is
  // copied goes to new pages, which are dear under a hypervisor that keeps their tables: there 16 MB take the least. Most
  // functions run a few times and no more: V8 notes at once what they meet, and not from the eighth call on, so that
  // properties are found without a search (a twelfth).
  execArgv: [
    ...['--min-semi-space-size=16', '--max-semi-space-size=16', '--single-threaded-gc'],
    '--no-lazy-feedback-allocation',
  ],
  expect: { poll: { timeout: 60_000, interval: 20 } },
}
/**
 * Node runs TypeScript as it is written, so nothing is transformed, and modules are loaded as in production: this saves
 * a quarter of the CPU of a run. No module is mocked, which needs the loader of vitest; what is to be seen is watched where
 * it is (`vi.spyOn`).
 */
const asNodeLoads = { ...shared, experimental: { viteModuleRunner: false, nodeLoader: false } }
const globalSetup = ['server/tests/world/database-server.ts']
const setupFiles = ['server/tests/world/same-values.ts']

const pages = ['leaving', 'pages', 'paying'].map((name) => `server/tests/browser/${name}.test.ts`)
/** It watches connections from their beginning on, which no other file may meet. */
const alone = ['server/tests/laws/statements-of-payments.test.ts']
/** What installs, builds and drills: only in a long run. */
const longOnly = ['server/tests/long/*.test.ts']
const isLong = process.env.FLORIN_TESTS === 'long'
/** They call processors' own test systems: only by `npm run live:stripe` and the like. */
const liveOnly = ['server/tests/live/*.test.ts']
const isLive = process.env.FLORIN_TESTS === 'live'
/** All of their tests are of the long run alone; each says which one holds its rule in small. */
const wholeFiles = [
  'browser/leaving-whole',
  'browser/sandbox-chain',
  'simulation/loop',
  'simulation/three-behind-a-balancer',
  'simulation/chain-watcher-killed',
  'simulation/clearing-killed',
  'simulation/importing-killed',
  'simulation/partner-decision-killed',
  'simulation/screening-killed',
  'simulation/stopping-npm',
  'stories/api-long-lists',
  'stories/books-command',
  'stories/payments-by-command',
  'stories/staff-approvals-commands',
].map((name) => `server/tests/${name}.test.ts`)

/**
 * So many projects that asking for a pure test starts no database: `unit` are the tests beside the files they explain;
 * `pages` are shown to a browser. `worlds` share a server, and the files of one worker share what was loaded and its warm
 * databases (`isolate: false`). What cannot share is `alone`.
 */
export default defineConfig({
  test: {
    // One more than cores: each waits now and then, for the database, a browser or a process.
    maxWorkers: 3,
    // Most of the start of a worker is compiling. What it has compiled the next one reads, and so does the command line.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/florin') },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['client/src/**/*.test.ts', 'dashboard/src/**/*.test.ts', 'server/src/**/*.test.ts'],
          isolate: false,
          setupFiles,
          ...asNodeLoads,
        },
      },
      { test: { name: 'pages', include: pages, isolate: false, ...asNodeLoads } },
      {
        test: {
          name: 'worlds',
          include: ['server/tests/**/*.test.ts'],
          exclude: [...pages, ...alone, ...longOnly, ...liveOnly, ...(isLong ? [] : wholeFiles)],
          isolate: false,
          globalSetup,
          setupFiles: [...setupFiles, 'server/tests/world/cheap-passwords.ts'],
          ...asNodeLoads,
        },
      },
      { test: { name: 'alone', include: alone, globalSetup, ...asNodeLoads } },
      ...(isLong ? [{ test: { name: 'long', include: longOnly, ...asNodeLoads } }] : []),
      ...(isLive ? [{ test: { name: 'live', include: liveOnly, globalSetup, setupFiles, ...asNodeLoads } }] : []),
    ],
  },
})
