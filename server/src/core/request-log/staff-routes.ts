import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  type ListReader,
  ofSites,
  ofWhomQuery,
  type StaffRoute,
  seesSite,
  staffRoute,
  type TableListParts,
  tableList,
  type Whose,
} from '#core/access'
import type { Directory } from '#core/directory'
import { ofPartners, partnersInScope } from '#core/partners'
import type { Schema } from '#kernel/db/schema.ts'
import { field, optional, text } from '#kernel/http/field.ts'
import { several, words } from '#kernel/http/filter.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import { Fault, textOf } from '#kernel/http/read.ts'
import { senders } from './kept-request.ts'
import type { RequestLog } from './open-request-log.ts'
import { refuse } from './refusals.ts'
import { methods, requestsSelected } from './search-requests.ts'
import { concernedKinds } from './shown-fields.ts'
import { findRequest } from './store.ts'

type Parts = TableListParts & { directory: Directory; requestLog: RequestLog }
type Row = Selectable<Schema['request_log.requests']>

const requestShape = z.strictObject({
  id: z.uuid().meta({ description: 'As the reply said it in X-Request-Id.' }),
  createdAt: momentShape.meta({ description: 'When it came.' }),
  siteId: z.string().optional(),
  partnerId: z.string().optional(),
  sentBy: z.enum(senders).meta({
    description: 'key: a program with a key; customer: a customer of a partner; form: a form that a store has signed.',
  }),
  key: z.string().optional().meta({ description: 'The last three characters of the id of the key.' }),
  method: z.string(),
  route: z.string().meta({ description: 'With `:name` for a parameter.' }),
  path: z.string(),
  status: z.int(),
  tookMs: z.int(),
  reason: z.string().optional().meta({ description: 'The stable name of the error.' }),
  field: z.string().optional().meta({ description: 'The field that was wrong.' }),
  message: z.string().optional().meta({ description: 'What the reply said of the error.' }),
  concerns: z.array(z.string()).meta({
    description: `What it was about, each as kind and id: order:1017. The kinds are ${concernedKinds.join(', ')}.`,
  }),
})
const masked = 'Values that are not needed to find an error are written as [hidden]; a long text is cut.'
const wholeShape = requestShape.extend({
  body: z
    .string()
    .optional()
    .meta({ description: `What was sent. ${masked}` }),
  reply: z
    .string()
    .optional()
    .meta({ description: `What was replied. ${masked}` }),
})

const about = { group: 'Requests', caller: 'staff', permission: 'requests:read' } as const

/** The log of the requests of merchants' and partners' programs. */
export const requestLogRoutes = (parts: Parts): StaffRoute[] => [
  ...listRoutes(parts),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/requests/:requestId',
    operationId: 'getRequest',
    summary: 'One request, what was sent and what was replied',
    params: z.object({ requestId: text({ max: 50, what: 'the id of a request' }) }),
    reply: wholeShape,
    run: async ({ caller, params: { requestId } }) => {
      await parts.requestLog.flush()
      const found = z.uuid().safeParse(requestId).success ? await findRequest(parts.db, requestId) : undefined
      if (!found || !(await sees(parts, caller, found))) throw refuse('request_not_found', { id: requestId })
      const { body, reply } = found
      return { ...requestRecord(found), ...(body !== null && { body }), ...(reply !== null && { reply }) }
    },
  }),
]

const listRoutes = (parts: Parts): StaffRoute[] =>
  tableList(parts, {
    name: 'requests',
    operations: { list: 'listRequests', export: 'exportRequests' },
    group: about.group,
    permission: about.permission,
    summary: 'Requests of programs to the API, newest first',
    about:
      'Those of merchants and of partners that came with a valid key, and the forms that stores have signed; failed and answered ones alike. They are kept for FLORIN_REQUESTS_KEPT.',
    table: 'request_log.requests',
    madeAt: 'received_at',
    filters: {
      ...ofWhomQuery,
      ...ofPartners.filters,
      status: statusQuery(),
      method: several(methods),
      path: optional(text({ max: 200, what: 'the beginning of a path, such as /order' })),
      key: optional(text({ max: 20, pattern: /^\d+$/, what: 'the last digits of the id of a key' })),
      concerns: words({ max: 10, each: 80, what: 'what they are about, such as order:1017' }),
      text: optional(text({ max: 80, what: 'the id of a request, or of what it is about' })),
    },
    shape: requestShape,
    record: requestRecord,
    whose: async (query, caller) => {
      // What this process has answered a moment ago is what a developer looks for.
      await parts.requestLog.flush()
      return whoseRequests(parts, query, caller)
    },
    selected: (query) => requestsSelected(parts.db, query),
    things: (rows) => rows,
  })

type OfWhom = Parameters<ReturnType<typeof ofSites>['whose']>[0] & { partnerId?: string | undefined }

/** Those of sites, or of partners; the operator sees both where neither was asked for. */
async function whoseRequests({ directory }: Parts, query: OfWhom, caller: ListReader): Promise<Whose> {
  const isOfSites = query.siteId !== undefined || query.site !== undefined || query.merchantId !== undefined
  const isOfPartner = query.partnerId !== undefined || caller.staff.scope.kind === 'partner'
  if (isOfSites || !isOfPartner) return ofSites(directory).whose(query, caller)
  return ofPartners.whose(query, caller)
}

const sees = async ({ directory }: Parts, caller: ListReader, { site_id, partner_id }: Row): Promise<boolean> => {
  if (site_id !== null) return seesSite(directory, caller, site_id)
  return partner_id !== null && partnersInScope(caller, String(partner_id))?.length === 1
}

/** A code or a class of codes, several by comma. */
function statusQuery() {
  const what = 'a status such as 422 or a class such as 4xx, several by comma'
  return optional(
    field<readonly string[]>({
      what: { field: what, form: what },
      described: { type: 'string', examples: ['4xx', '402,5xx'] },
      read: (sent) => {
        const named = [...new Set((textOf(sent) ?? '').split(','))]
        return named.length <= 20 && named.every((one) => /^[1-5](?:xx|\d\d)$/.test(one)) ? named : new Fault('wrong')
      },
    }),
  )
}

const requestRecord = (row: Row): z.output<typeof requestShape> => ({
  id: row.request_id,
  createdAt: momentText(row.received_at),
  ...(row.site_id !== null && { siteId: String(row.site_id) }),
  ...(row.partner_id !== null && { partnerId: String(row.partner_id) }),
  sentBy: row.sent_by,
  ...(row.key_id !== null && { key: row.key_id.slice(-3) }),
  method: row.method,
  route: row.route,
  path: row.path,
  status: row.status,
  tookMs: row.took_ms,
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.field !== null && { field: row.field }),
  ...(row.message !== null && { message: row.message }),
  concerns: row.concerns,
})
