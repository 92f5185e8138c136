import { onTestFinished } from 'vitest'
import type { SiteInput } from '#core/directory'
import { silentLog } from '#kernel/telemetry/log.ts'
import { type App, openApp } from '../../src/app/compose.ts'
import { type Answered, type ApiClient, openApiShop } from './api.ts'
import { publicUrl, type World } from './world.ts'

/** A shop of an installation with its own clock, which is paused at this moment and set with the shop's key. */
export async function openShopAt(moment: string, input: SiteInput = {}) {
  const shop = await openApiShop(input, { ownTime: true })
  const clock = clockOf(shop.client)
  await clock.set({ pause: '1' })
  await clock.set({ moveTo: moment })
  return { ...shop, clock }
}

export type TestClock = {
  /** The whole response to a change of the clock. */
  asks(form: Record<string, string>, headers?: Record<string, string>): Promise<Answered>
  /** What the clock says after it. */
  set(form: Record<string, string>): Promise<Answered['data']>
  /** Calls again as long as there is more to do, as a client should. */
  runs(form: Record<string, string>): Promise<Answered['data']>
  reads(): Promise<Answered['data']>
}

export function clockOf(client: ApiClient): TestClock {
  const asks: TestClock['asks'] = (form, headers) => client.send('PATCH', '/test-clock', { form }, headers)
  const set: TestClock['set'] = async (form) => {
    const answer = await asks(form)
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    return answer.data
  }
  return {
    asks,
    set,
    runs: async (form) => {
      let report = await set(form)
      let done = Number(report.done)
      while (report.more) {
        report = await set({ runTo: String(report.runTo) })
        done += Number(report.done)
      }
      return { ...report, done }
    },
    reads: async () => (await client.get('/test-clock')).data,
  }
}

/** Another process of the same installation. */
export async function openBeside({ app, databaseUrl, openDb }: World): Promise<App> {
  const other = await openApp({ config: app.config, log: silentLog, databaseUrl, publicUrl, openDb })
  onTestFinished(() => other.close())
  return other
}
