import { describe, expect, test } from 'vitest'
import { sources, withoutImports } from './repository.ts'

describe('each thing has its home', () => {
  test.each<[name: string, pattern: RegExp, homes: RegExp, advice: string]>([
    ['new Date', /new Date\(|Date\.now\(|Temporal\.Now/, /kernel\/base\/clock\.ts$/, 'ask the clock'],
    // The samples of the documents are programs of their readers.
    ['process.env', /process\.env/, /app\/config\.ts$|docs-site\/samples\.ts$/, 'read it from the configuration'],
    // The demo store is a merchant's shop: it shows the numbers that a notification brings.
    ['parseFloat', /parseFloat|toFixed\(/, /src\/demo\//, 'money is a bigint'],
    ['Number of minor units', /Number\([^()]*[mM]inor/, /^$/, 'money is a bigint and stays one'],
    ['Math.random', /Math\.random/, /^$/, 'use node:crypto'],
    [
      'an insert, update or delete',
      /\b(?:insert into|update|delete from) [a-z_]+\.[a-z_]+/,
      /kernel\/(?:db|work)\/(?:commit\/statement|due-work|exclusive-work|staging-clock|idempotency|bound\/changed-rows)\.ts$|kernel\/http\/rate-limit-store\.ts$|sandbox\/database-record\.ts$|message\/mailbox\.ts$|chain\/sandbox\.ts$|velocity\/store\.ts$|processors\/delete-old-messages\.ts$|(?:bins|request-log)\/store\.ts$|core\/access\/(?:token-keys|staff-invitations|staff-session-store|second-factor\/challenges)\.ts$|holders\/delete-old\.ts$|spending\/wrong-tries\.ts$|payments\/sum-hours\.ts$|app\/hold\/marks\.ts$|documents\/store\.ts$|(?:disputes\/evidence-pieces|exports\/export-pieces)\.ts$|database\/|vault\/(?:store|acquired-cards)\.ts$|(?:holders\/sessions|cards\/page-token)\.ts$|(?:vault|issuervault|wallets)\/store\.ts$/,
      'describe it as a Write and commit it',
    ],
    [
      'reveal',
      /\.reveal\(\)/,
      /kernel\/base\/secret\.ts$|app\/(?:tracing|read-replica|doctor\/(?:doctor|check-keys|check-outside|check-read-replica))\.ts$|app\/(?:open-keys|outbounds)\.ts$|installation\.ts$|app\/test-copy\/make-test-copy\.ts$|seed(?:-programmes)?\.ts$|app\/story\/(?:cardholder|links|topping-up)\.ts$|cli\/|core\/vault\/|core\/directory\/|core\/(?:partners|access)\/|staff-emails\/invitation\.ts$|kernel\/crypto\/password\.ts$|requests\/checksum\.ts$|kernel\/http\/(?:client|address-rules)\.ts$|seal-payload\.ts$|(?:authorize-payment|choose-connectors)\.ts$|shown-card\.ts$|connectors\/acquirer\/|connectors\/wallet\/|acquiring\/wallets\/(?:keys|open-wallet-card|test-wallet)\.ts$|connectors\/chain\/|connectors\/(?:network\/)?iso8583\/|connectors\/message\/smtp\.ts$|demo\/(?:store-client|app\/app-keys|app\/pages\/card-view)\.ts$|issuing\/holders\/(?:auth-fields|password-rule|secret-token|sessions)\.ts$|webhooks\/(?:sign-body|grade-receiver)\.ts$|core\/(?:vault|issuervault)\/|issuing\/documents\/(?:api-routes|start-verification)\.ts$|issuing\/topups\/fiat\/(?:take-notification|topup-page)\.ts$|issuing\/spending\/message-key\.ts$|issuing\/threeds\/(?:authenticate|authentication-value|send-result)\.ts$|surfaces\/(?:request-fingerprint|network\/network-api|staff-api\/(?:session|second-step|second-factors|browser-call))\.ts$|merchants\/site-key-routes\.ts$|acquiring\/processors\/(?:read-fields|replace-credentials|rewrap-credentials|message-store)\.ts$|issuing\/cards\/(?:secret-routes|page-token|pages\/card-data-page|bureau\/bureau-record|provisioning\/(?:apple-pass|google-card))\.ts$/,
      'a secret is opened only where it is used',
    ],
    [
      'a connection of a pool',
      /PoolClient|pg\.Pool\(|leaseOf|new Pool\(/,
      /kernel\/db\/(?:pool|lease)\.ts$/,
      'hold a lease: what is sent on a released connection would be in the transaction of another',
    ],
    ['console', /console\.(?:log|error|warn)/, /cli\/|docs-site\/samples\.ts$/, 'write to the log'],
  ])('%s', (_name, pattern, homes, advice) => {
    const strays = sources
      .filter((file) => !homes.test(file.path) && pattern.test(withoutImports(file)))
      .map((file) => `${file.path}: ${advice}`)
    expect(strays).toEqual([])
  })
})
