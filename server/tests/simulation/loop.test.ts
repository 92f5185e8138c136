import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { longTest } from '../world/length.ts'

const main = join(import.meta.dirname, '../../loop/main.ts')

/** It takes seconds; a machine that is busy with other tests may need minutes. */
const longestMs = 200_000

const runs = (): Promise<{ code: number; printed: string }> =>
  new Promise((resolve) => {
    const env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' }
    execFile(process.execPath, [main], { env, timeout: longestMs }, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, printed: `${stdout}${stderr}` }),
    )
  })

// In small: a visitor opens an account, tops up, buys bread, and approves in the app while the shop waits
longTest(
  'npm run loop tells the whole story on a new database, and everything is as it should be',
  { timeout: longestMs + 30_000 },
  async () => {
    const { code, printed } = await runs()
    expect(code, printed).toBe(0)
    expect(printed).toContain('webhook kycStatusChanged: approved')
    expect(printed).toContain('webhook topupStatusChanged: completed; the balance is 400.00')
    expect(printed).toContain('webhook topupStatusChanged: completed; balance 490.00')
    expect(printed).toContain('balance 490.00, held 42.90, available 447.10')
    expect(printed).toContain('webhook transaction3dsCompleted: authorized')
    expect(printed).toContain('3 of them by the new card; balance 309.00')
    expect(printed).toContain('webhook disputeUpdated: chargedBack')
    expect(printed).toContain('webhook disputeUpdated: lost')
    expect(printed).toContain('the dispute is won')
    expect(printed).toContain('everything agrees')
    expect(printed.trimEnd()).toMatch(/Everything is as it should be\.$/)
    // Colours are for persons at a terminal.
    expect(printed).not.toContain('\u001B')
  },
)
