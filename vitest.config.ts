import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The longest first, so that no long one is left for the end, when the other core has nothing to do any more. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /browser\/pages|tests\/(simulation|database)\//.test(moduleId)
    return (await super.sort(files)).toSorted((one, other) => Number(isLong(other)) - Number(isLong(one)))
  }
}

const shared = { testTimeout: 30_000, hookTimeout: 60_000 }

/**
 * Three projects, so that asking for a pure test starts no database: tests beside the files they explain have none;
 * pages are shown to a browser without one; tests of the whole house share one server and take a copy of its template
 * each.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: { name: 'unit', include: ['client/src/**/*.test.ts', 'server/src/**/*.test.ts'], ...shared },
      },
      {
        test: {
          name: 'pages',
          include: ['server/tests/browser/pages.test.ts', 'server/tests/browser/paying.test.ts'],
          ...shared,
        },
      },
      {
        test: {
          name: 'house',
          include: ['server/tests/**/*.test.ts'],
          exclude: ['server/tests/browser/pages.test.ts', 'server/tests/browser/paying.test.ts'],
          globalSetup: ['server/tests/world/database-server.ts'],
          ...shared,
        },
      },
    ],
  },
})
