import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Dying } from '../world/length.ts'

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

/** Those in which a process may die with one commit done of several. Payments are in `server/tests/laws/dying-requests.test.ts`. */
const storiesOfOneCommit = ['staff', 'issuing-', 'persons', 'merchant', 'fee-', 'deposits', 'threeds', 'crypto'].map(
  about,
)

/** They need the result of a payment at once, and a worker asks for that of a dead process some minutes later. */
const paying = [
  ...['issuing-customers-stopped', 'issuing-topup-interface', 'issuing-topup-limits', 'issuing-topup-reversals'],
  ...['issuing-topups-paid-late', 'issuing-topups', 'merchant-earnings-waiting', 'merchant-guide', 'merchant-renewals'],
  ...['staff-links', 'staff-search', 'staff-stored-cards', 'staff-subscriptions', 'staff-test-tools'],
].map(about)
/**
 * They count requests, messages that go out at least once, or rows that nobody sees and a sweep deletes: files that were given
 * up, cards that were not issued.
 */
const counting = [
  ...['issuing-bureau', 'issuing-card-races', 'issuing-card-secrets'],
  ...['issuing-documents-address', 'issuing-documents-kept', 'threeds-pages'],
].map(about)
/** The reply says what this call has done, since the route takes no key: the invoices that it has made. */
const withoutKeys = ['fee-invoices', 'fee-credits-by-two'].map(about)

test(
  'stories pass in which each first reply gets lost, and the reply to the repeated request counts',
  () => expectToPass({ dies: 'all', stories, unfit }),
  1_200_000,
)

test(
  'stories pass in which the process of each request dies after its first commit, and the repeated one goes on',
  () =>
    expectToPass({
      dies: 'after the first commit',
      stories: storiesOfOneCommit,
      unfit: [...unfit, ...paying, ...counting, ...withoutKeys],
    }),
  1_200_000,
)

type Run = { dies: Dying; stories: readonly string[]; unfit: readonly string[] }

async function expectToPass({ dies, stories, unfit }: Run): Promise<void> {
  const excluded = unfit.flatMap((name) => ['--exclude', `${name}.test.ts`])
  const output = await run('npx', ['vitest', 'run', ...stories, ...excluded], {
    ...{ cwd: root, maxBuffer: 64 * 1024 * 1024 },
    env: { ...process.env, FLORIN_REQUESTS_DIE: dies, FLORIN_TESTS: '' },
  }).catch((error: { stdout: string }) => error)
  expect(output.stdout).toMatch(/Tests +\d+ passed/)
  expect(output.stdout).not.toContain(' failed')
}
