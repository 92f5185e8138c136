import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { adyen } from '#connectors/acquirer/adyen/index.ts'
import { NoResponse } from '#connectors/acquirer/errors.ts'
import type { AuthorizeRequest, CardDetails } from '#connectors/acquirer/port.ts'
import { type Connection, type ConnectionParts, CredentialProblem } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { startEmbeddedDatabase } from '#database/embedded.ts'
import { migrate } from '#database/migrate.ts'
import { systemClock } from '#kernel/base/clock.ts'
import { money } from '#kernel/base/money.ts'
import { Secret } from '#kernel/base/secret.ts'
import { openDb } from '#kernel/db/db.ts'
import { openClient } from '#kernel/http/client.ts'
import { openLog } from '#kernel/telemetry/log.ts'
import { scratchFolder } from '../tests/world/scratch.ts'

/**
 * What only Adyen's own test system can prove: that the account may send raw card data, what its additional data has, how
 * its test cards are decided, that a key is answered twice with the same payment. It makes a few payments there of 10 euros
 * each and cancels what was approved. Webhooks are not received, so that what Adyen decides later is not looked at.
 *
 *   FLORIN_ADYEN_TEST_KEY=… FLORIN_ADYEN_TEST_MERCHANT_ACCOUNT=… npm run live:adyen
 *
 * Exits with 1 when a step is not as it should be, and with 2 when a variable is missing.
 */
const needed = {
  FLORIN_ADYEN_TEST_KEY: 'the API key of a web service user of the test system',
  FLORIN_ADYEN_TEST_MERCHANT_ACCOUNT: 'the merchant account at which payments are made',
} as const

/** Webhooks are not received here: any key will do. */
const unused = { hmacKey: '00'.repeat(32), webhookUser: 'unused', webhookPassword: 'unused' }

/** Cancels what an authorization holds; Adyen accepts that, and does it later. */
const cancel = async (acquirer: Connection['acquirer'], { key, amount }: AuthorizeRequest, reference: string) => {
  const asked = { key: randomUUID(), authorization: key, amount, reference }
  return expected((await acquirer.reverse(asked)).outcome, 'pending')
}

type Step = { name: string; run(connection: Connection): Promise<string | undefined> }

const card = (number: string, holderName = 'JANE DOE'): CardDetails => ({
  pan: new Secret(number),
  cvv: new Secret('737'),
  expiryMonth: 3,
  expiryYear: 2030,
  holderName,
})

const request = (change: Partial<AuthorizeRequest> = {}): AuthorizeRequest => ({
  key: randomUUID(),
  kind: 'auth',
  amount: money(1000n, 'EUR'),
  card: card('4111111111111111'),
  initiator: { type: 'cit', storesCard: true },
  descriptor: 'FLORIN LIVE TEST',
  shopper: { ip: '192.0.2.1', email: 'jane@example.com', country: 'NL' },
  threeDSecure: undefined,
  ...change,
})

const inBrowser = {
  returnUrl: 'https://example.com/back',
  browser: { acceptHeader: 'text/html', userAgent: 'Mozilla/5.0', language: 'en', ip: '192.0.2.1', javaScript: true },
}

/** Undefined: it is as it should be. */
const expected = (is: unknown, should: string): string | undefined =>
  is === should ? undefined : `it is ${String(is)}, and should be ${should}`

const steps: readonly Step[] = [
  {
    name: 'an authorization is approved, and its key is answered twice with one payment; then it is cancelled',
    run: async ({ acquirer }) => {
      const asked = request()
      const result = await acquirer.authorize(asked)
      if (result.outcome !== 'approved') return expected(`${result.outcome}: ${reasonIn(result)}`, 'approved')
      const again = await acquirer.authorize(asked)
      console.log(`      networkTxReference ${result.networkTransactionId ?? 'is not switched on, or not given'}`)
      console.log(`      authCode ${result.authorizationCode}, security code ${result.checks.securityCode}`)
      const isSame = isDeepStrictEqual(again, result)
      const cancelled = await cancel(acquirer, asked, result.reference)
      return expected(isSame ? 'the same' : again.outcome, 'the same') ?? cancelled
    },
  },
  {
    name: 'a card without money is declined as such (holder name NOT_ENOUGH_BALANCE)',
    run: async ({ acquirer }) => {
      const result = await acquirer.authorize(request({ card: card('4111111111111111', 'NOT_ENOUGH_BALANCE') }))
      return expected(reasonIn(result), 'insufficient_funds')
    },
  },
  {
    name: 'a card is verified without an amount',
    run: async ({ acquirer }) => {
      const { amount: _amount, kind: _kind, ...asked } = request()
      return expected((await acquirer.verify({ ...asked, currency: 'EUR' })).outcome, 'approved')
    },
  },
  {
    name: 'a shopper is sent to a page of Adyen for 3-D Secure by redirect',
    run: async ({ acquirer }) => {
      const result = await acquirer.authorize(
        request({ card: card('4212345678901237'), threeDSecure: inBrowser, authentication: 'requested' }),
      )
      return expected(result.outcome, 'challenge')
    },
  },
  {
    name: 'the network takes a payment of the merchant with the network transaction id of another acquirer',
    run: async ({ acquirer }) => {
      const initiator = { type: 'mit', reason: 'recurring', networkTransactionId: 'MCC123456789012' } as const
      const asked = request({ card: { ...card('5454545454545454'), cvv: undefined }, initiator })
      const result = await acquirer.authorize(asked)
      if (result.outcome !== 'approved') return expected(`${result.outcome}: ${reasonIn(result)}`, 'approved')
      return cancel(acquirer, asked, result.reference)
    },
  },
]

const reasonIn = (result: { outcome: string; reason?: string }): string => result.reason ?? result.outcome

async function main(): Promise<number> {
  const missing = Object.entries(needed).filter(([name]) => !process.env[name])
  for (const [name, what] of missing) console.error(`${name} is missing: ${what}.`)
  if (missing.length > 0) return 2
  const current = adyen.readCredentials({
    ...unused,
    apiKey: process.env.FLORIN_ADYEN_TEST_KEY!,
    merchantAccount: process.env.FLORIN_ADYEN_TEST_MERCHANT_ACCOUNT!,
  })
  const folder = await scratchFolder('florin-live-adyen-')
  const server = await startEmbeddedDatabase({ dataDir: join(folder, 'data'), log: () => undefined })
  try {
    await migrate(server.url, { log: () => undefined })
    return await runSteps(server.url, current)
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function runSteps(databaseUrl: string, current: ReturnType<typeof adyen.readCredentials>): Promise<number> {
  const db = openDb(databaseUrl, { role: 'florin_app' })
  const log = openLog({ level: 'error' })
  const client = { allowPrivate: false, timeoutMs: 60_000 }
  const parts: ConnectionParts<typeof current> = {
    ...{ db, log, client, clock: systemClock, connector: 'adyen-live' as ConnectorId },
    ...{ opened: current, credentials: async () => ({ current }), publicUrl: 'https://example.com' },
    react: async () => [],
    listGrown: async () => undefined,
    openClient: (baseUrl) => openClient({ ...client, baseUrl, log, hosts: async () => adyen.hostsOf(current) }),
  }
  const checked = await adyen.check(parts)
  if (!checked.works) console.error(checked.problem)
  const connection = adyen.open(parts)
  let failed = checked.works ? 0 : 1
  for (const { name, run } of checked.works ? steps : []) {
    const problem = await run(connection).catch((error: unknown) =>
      error instanceof NoResponse ? `no response: ${error.message}` : String(error),
    )
    console.log(`${problem === undefined ? 'ok   ' : 'WRONG'} ${name}${problem === undefined ? '' : `: ${problem}`}`)
    if (problem !== undefined) failed += 1
  }
  await connection.close()
  await db.close()
  return failed === 0 ? 0 : 1
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof CredentialProblem)) throw error
  console.error(error.message)
  process.exitCode = 2
}
