import { spawnSync } from 'node:child_process'

/**
 * `npm run live:stripe`: a short suite against Stripe's own test environment, with a key of the operator's account. It
 * proves what nothing on this machine can: docs/operating/stripe.md says what.
 */
const key = process.env.FLORIN_STRIPE_TEST_KEY ?? ''
if (!/^(?:sk|rk)_test_/.test(key)) {
  console.error(
    'Set FLORIN_STRIPE_TEST_KEY to a secret key (sk_test_…) of an account that Stripe allows to send card numbers in its test environment.',
  )
  console.error(
    'With FLORIN_STRIPE_MIT_EXEMPTION=yes the network transaction ids of other acquirers are tried as well.',
  )
  process.exit(2)
}
const env = { ...process.env, FLORIN_TESTS: 'live' }
const { status } = spawnSync('vitest', ['run', '--project', 'live', 'server/tests/live/stripe.test.ts'], {
  stdio: 'inherit',
  env,
})
process.exitCode = status ?? 1
