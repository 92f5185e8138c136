import { randomUUID } from 'node:crypto'
import { adyen } from '#connectors/acquirer/adyen/index.ts'
import type { AcquirerUnderTest } from '#connectors/acquirer/conformance-counter.ts'
import type { Acquirer, CardDetails, IncomingResult } from '#connectors/acquirer/port.ts'
import type { Connection, ConnectionParts, WebhookMessage } from '#connectors/acquirer/processor.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { Secret } from '#kernel/base/secret.ts'
import type { Db } from '#kernel/db/db.ts'
import { openClient } from '#kernel/http/client.ts'
import { silentLog } from '#kernel/telemetry/log.ts'
import { runDueWorkUntilIdle } from '#kernel/work/due-work.ts'
import { type AdyenEmulator, openAdyenEmulator } from './emulator.ts'
import type { SentItem } from './webhooks.ts'

type Pass = (time: Temporal.DurationLike) => void
export type ClockInHand = ConnectionParts['clock'] & { pass: Pass }

/** A connection to the emulator, with its webhooks in the test's hands. */
export type AdyenUnderTest<C = ClockInHand> = {
  emulator: AdyenEmulator
  connection: Connection
  acquirer: Acquirer
  connector: ConnectorId
  clock: C
  /** Delivers what Adyen has to say, and does what is due, until there is nothing more. Returns the results. */
  settle(): Promise<IncomingResult[]>
  /** Delivers these items, one after the other. */
  apply(items: readonly SentItem[]): Promise<IncomingResult[]>
  receive(items: readonly SentItem[]): Promise<readonly WebhookMessage[]>
  /** Another process with the same connection; `given` as other credentials. */
  another(given?: Record<string, string>): Connection
}

const client = { allowPrivate: true, timeoutMs: 5_000 }

export async function openAdyenUnderTest(db: Db, clock: ClockInHand): Promise<AdyenUnderTest> {
  const emulator = await openAdyenEmulator(() => clock.now())
  return connectedTo(emulator, { db, clock })
}

/** Connects to an emulator that is open. */
export function connectedTo<C extends ConnectionParts['clock']>(
  emulator: AdyenEmulator,
  { db, clock }: { db: Db; clock: C },
): AdyenUnderTest<C> {
  const connector = `adyen-${randomUUID().slice(0, 8)}` as ConnectorId
  const another = (given: Record<string, string> = {}) => {
    const current = adyen.readCredentials({ ...emulator.given, ...given })
    return adyen.open({
      ...{ db, connector, clock, log: silentLog, publicUrl: 'https://pay.example.com' },
      ...{ opened: current, credentials: async () => ({ current }) },
      react: async () => [],
      listGrown: async () => undefined,
      client,
      openClient: (baseUrl) => openClient({ ...client, baseUrl, log: silentLog }),
    })
  }
  const connection = another()
  const receive = async (items: readonly SentItem[]) => {
    const received = await connection.webhooks!.receive({ ...emulator.deliver(items), receivedAt: clock.now() })
    if ('refused' in received) throw new Error(received.why)
    return received.accepted
  }
  const apply = async (items: readonly SentItem[]) => {
    const results: IncomingResult[] = []
    for (const message of await receive(items))
      results.push(...(await connection.webhooks!.apply({ ...message, receivedAt: clock.now() })).results)
    return results
  }
  const settleOnce = async () => {
    const results: IncomingResult[] = []
    for (let items = emulator.takeItems(); ; items = emulator.takeItems()) {
      results.push(...(await apply(items)))
      const done = await runDueWorkUntilIdle(connection.jobs, silentLog)
      if (items.length === 0 && done === 0) return results
    }
  }
  // Who settles while another is at it waits: the other has taken the items, and may not have applied them yet.
  let turn: Promise<IncomingResult[]> = Promise.resolve([])
  const settle = () => {
    turn = turn.then(settleOnce)
    return turn
  }
  return { emulator, connection, acquirer: connection.acquirer, connector, clock, settle, apply, receive, another }
}

/** As the conformance suite wants it: an inquiry waits for Adyen's webhooks. */
export function conformant({ emulator, connection, another, settle, clock }: AdyenUnderTest): AcquirerUnderTest {
  const underWay = new Set<Promise<unknown>>()
  const noted =
    <A extends unknown[], R>(call: (...input: A) => Promise<R>) =>
    (...input: A) => {
      const made = call(...input)
      underWay.add(made)
      void made.catch(() => undefined).finally(() => underWay.delete(made))
      return made
    }
  const settled = async () => {
    await Promise.allSettled(underWay)
    await settle()
  }
  const { acquirer } = connection
  return {
    acquirer: {
      ...acquirer,
      authorize: noted(acquirer.authorize),
      reverse: noted(acquirer.reverse),
      inquire: async (key) => {
        await settled()
        return acquirer.inquire(key)
      },
      disputesSince: async (place) => {
        await settled()
        return acquirer.disputesSince(place)
      },
    },
    unreachable: another({ apiBase: 'http://127.0.0.1:9' }).acquirer,
    currency: 'EUR',
    approved: typedCard('4111111111111111'),
    declined: typedCard('4111111111111111', 'NOT_ENOUGH_BALANCE'),
    untilSettled: async () => {
      clock.pass({ hours: 24 })
      await settled()
      emulator.closeBatch()
      await settle()
    },
    afterwards: {
      refund: {
        minor: 1000n,
        fails: async (_key, authorization) => {
          emulator.failRefund(authorization)
          await settle()
        },
      },
      reverse: {
        minor: 1000n,
        fails: async (_key, authorization) => {
          emulator.failRefund(authorization)
          await settle()
        },
      },
      capture: {
        minor: 1000n,
        fails: async (_key, authorization) => {
          emulator.failCapture(authorization)
          await settle()
        },
      },
    },
    dispute: {
      open: async (key, { minor }) => {
        emulator.chargeBack(key, Number(minor))
        await settle()
      },
      decide: async (key, outcome) => {
        emulator.decideDispute(key, outcome)
        await settle()
      },
    },
    challenge: {
      card: typedCard('4212345678901237'),
      result: ({ redirect }, as) => emulator.passThroughBank(redirect.url, as === 'cardholder' ? 'password' : 'wrong'),
    },
  }
}

/** A card as a cardholder types it. */
export const typedCard = (number: string, holderName = 'JANE DOE'): CardDetails => ({
  pan: new Secret(number),
  cvv: new Secret('737'),
  expiryMonth: 3,
  expiryYear: 2030,
  holderName,
})
