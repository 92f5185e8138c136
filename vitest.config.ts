import { defineConfig } from 'vitest/config'

const shared = { testTimeout: 30_000, hookTimeout: 60_000 }

/**
 * Two projects, so that asking for a pure test does not start a database: tests beside the files they explain have
 * none; tests in `server/tests` share one server and take a copy of its template each.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', include: ['client/src/**/*.test.ts', 'server/src/**/*.test.ts'], ...shared },
      },
      {
        test: {
          name: 'house',
          include: ['server/tests/**/*.test.ts'],
          globalSetup: ['server/tests/world/database-server.ts'],
          ...shared,
        },
      },
    ],
  },
})
