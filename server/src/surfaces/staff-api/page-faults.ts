import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { optional, text } from '#kernel/http/field.ts'
import { counter, type Metric } from '#kernel/telemetry/metric.ts'
import type { App } from '../../app/compose.ts'
import { openToAll } from '../bare-json/bare-json.ts'
import { read, send, sessionOf } from './browser-call.ts'
import { staffRoot } from './document.ts'
import { checkOrigin } from './own-origin.ts'

const faults = counter({
  name: 'florin_dashboard_faults_total',
  help: 'Faults of the program that pages of the dashboard have met in browsers and reported.',
  labels: ['area'],
})
export const pageFaultMetrics: readonly Metric[] = [faults]

/** Nothing of what a page shows fits in: the pattern of its address, the kind of the error, and places in our own scripts. */
const faultFields = z.object({
  page: text({
    max: 200,
    pattern: /^\/[\w/$-]*$/,
    what: 'the pattern of an address, such as /m/$scopeId/payments/$id',
  }),
  fault: text({ max: 60, pattern: /^\w+$/, what: 'the name of an error, such as TypeError' }),
  places: optional(
    text({
      max: 2_000,
      pattern: /^[\w.-]+\.js:\d+:\d+(?: [\w.-]+\.js:\d+:\d+)*$/,
      what: 'places in scripts, as file:line:column, apart by spaces',
    }),
  ),
})

/**
 * Takes what a page says that went wrong in it. It is written to the log, under the name of the person, and counted; browsers
 * alone call it.
 */
export function mountPageFaults(http: FastifyInstance, app: App): void {
  http.post(`${staffRoot}/page-faults`, { config: openToAll, bodyLimit: 4_096 }, async (request, reply) => {
    checkOrigin(app, request)
    const { staff } = await sessionOf(app, request)
    const { page, fault, places } = read(faultFields, request.body)
    app.metrics.count(faults, { area: areaOf(page) })
    app.log.error(
      { staff: String(staff.id), page, fault, places },
      'a page of the dashboard met a fault of the program',
    )
    return send(reply, [])
  })
}

/** The areas are few, whatever is sent: each value of a label is kept. */
const areaOf = (page: string): string => areas[page.split('/')[1] ?? ''] ?? 'other'
const areas: Readonly<Record<string, string>> = { m: 'merchant', p: 'partner', op: 'operator', me: 'me' }
