import { z } from 'zod'
import { refusedRequestStatuses } from '#connectors/acquirer/processor.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { id, oneOf, optional, text } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { ProcessorsContext } from './context.ts'
import { decideRefusedRequest, listRefusedRequests, requireRefusedRequest } from './refused-requests.ts'
import { shownRefusedRequest, shownRefusedRequestShape } from './shapes.ts'

const connectionField = text({ max: 40, what: 'the name of a connection' })
const params = z.object({ connection: connectionField, refusedId: id<bigint>('the id of what is refused') })

/** What `florin connector refused`, `try-again` and `give-up` do. */
export const refusedRequestRoutes = (ctx: ProcessorsContext): StaffRoute[] => [
  staffList({
    group: 'Connectors',
    caller: 'operator',
    permission: 'connectors:read',
    method: 'GET',
    path: '/refused-requests',
    operationId: 'listRefusedRequests',
    summary:
      'What a processor refuses and may not refuse, newest first: captures of payments that it has approved, and reversals of those that it has not answered',
    about:
      'Those that are open wait for a decision, and are sent again each hour until then, unless the connection is disabled.',
    query: z.object({
      ...pageQuery,
      connection: optional(connectionField),
      status: optional(oneOf(refusedRequestStatuses)),
    }),
    reply: shownRefusedRequestShape,
    run: async ({ caller, query: { connection, status, ...page } }) => {
      const found = await listRefusedRequests(ctx, { connection, status })
      return pageOf(
        found.map((one) => shownRefusedRequest(caller, one)),
        page,
      )
    },
  }),
  decidingRoute(ctx, {
    decision: 'tryAgain',
    path: 'try-again',
    operationId: 'tryRefusedRequestAgain',
    summary: 'Send what was refused again, as a new request',
    about: 'When the acquirer has corrected why it was refused.',
  }),
  decidingRoute(ctx, {
    decision: 'giveUp',
    path: 'give-up',
    operationId: 'giveUpRefusedRequest',
    summary: 'Never send it again: the payment fails',
    about:
      'Of a capture, what is held on the card is released, the merchant is owed its amount no more, and the store and the staff who refund are notified. A payment that was never answered is declined; what is held on the card lapses by itself. It cannot be undone.',
  }),
]

type Deciding = { decision: 'tryAgain' | 'giveUp'; path: string; operationId: string; summary: string; about: string }

const decidingRoute = (ctx: ProcessorsContext, { decision, path, ...described }: Deciding): StaffRoute =>
  staffRoute({
    ...described,
    group: 'Connectors',
    caller: 'operator',
    permission: 'payments:resolve',
    method: 'POST',
    path: `/refused-requests/:connection/:refusedId/${path}`,
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: shownRefusedRequestShape,
    run: async ({ caller, ip, body, once, params: { connection, refusedId } }) => {
      const by = authorOf({ caller, ip, body })
      const input = { by, connection, id: refusedId, decision, once: () => once(`${connection} ${refusedId}`) }
      return shownRefusedRequest(caller, await decideRefusedRequest(ctx, input))
    },
    recover: async (caller, named) => {
      const [connection, refusedId] = named.split(' ') as [string, string]
      return shownRefusedRequest(
        caller,
        (await requireRefusedRequest(ctx, { connection, id: BigInt(refusedId) })).refused,
      )
    },
  })
