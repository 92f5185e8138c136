import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const about = (name: string) => `server/tests/stories/${name}`

/** The stories in which staff, partners and customers do things by the interfaces with Idempotency-Keys. */
const stories = [
  ...['staff', 'issuing-', 'payments-', 'persons', 'pricing', 'prices', 'reconciliation', 'merchant', 'fee-'].map(
    about,
  ),
  ...['orders-by-hand', 'operator-tasks', 'refunds-by-two', 'blocks', 'velocity', 'recovery-links', 'site-keys'].map(
    about,
  ),
  ...['network-reports', 'kyc', 'deposits', 'export', 'invoices', 'threeds', 'topups', 'crypto', 'links', 'subscr'].map(
    about,
  ),
]
/** They race with many requests of one client at once, count the work of a request, or look for what a key keeps. */
const unfit = ['issuing-email-login', 'issuing-kyc-steps', 'persons-erased-holders'].map(about)

test('stories pass in which each first reply gets lost, and the reply to the repeated request counts', async () => {
  const excluded = unfit.flatMap((name) => ['--exclude', `${name}.test.ts`])
  const output = await run('npx', ['vitest', 'run', ...stories, ...excluded], {
    ...{ cwd: root, maxBuffer: 64 * 1024 * 1024 },
    env: { ...process.env, FLORIN_REQUESTS_DIE: 'all', FLORIN_TESTS: '' },
  }).catch((error: { stdout: string }) => error)
  expect(output.stdout).toMatch(/Tests +\d+ passed/)
  expect(output.stdout).not.toContain(' failed')
}, 1_200_000)
