import type { Clock } from '#kernel/base/clock.ts'
import type { Secret } from '#kernel/base/secret.ts'
import type { Log } from '#kernel/telemetry/log.ts'

export type DemoAppOptions = {
  /** The issuing interface, as any partner calls it, such as http://127.0.0.1:8080/v1. */
  apiUrl: string
  apiKey: Secret<string>
  /** Verifies webhooks. */
  signingKey: Secret<string>
  /** What its customers receive; `subscriptionCardId` on the wire. */
  cardProduct: string
  /** The address of this server as browsers see it. The app lives under `/demo/app` there. */
  baseUrl: string
  clock: Clock
  log: Log
}
