import { z } from 'zod'
import { refusedCaptureStatuses } from '#connectors/acquirer/processor.ts'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { id, oneOf, optional, text } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import type { ProcessorsContext } from './context.ts'
import { decideRefusedCapture, listRefusedCaptures, requireRefusedCapture } from './refused-captures.ts'
import { shownRefusedCapture, shownRefusedCaptureShape } from './shapes.ts'

const connectionField = text({ max: 40, what: 'the name of a connection' })
const params = z.object({ connection: connectionField, captureId: id<bigint>('the id of a capture that is refused') })

/** What `florin connector refused`, `try-again` and `give-up` do. */
export const refusedCaptureRoutes = (ctx: ProcessorsContext): StaffRoute[] => [
  staffList({
    group: 'Connectors',
    caller: 'operator',
    permission: 'connectors:read',
    method: 'GET',
    path: '/refused-captures',
    operationId: 'listRefusedCaptures',
    summary: 'Captures that a processor refuses, of payments that it has approved, newest first',
    about: 'Those that are open wait for a decision, and are sent again each hour until then.',
    query: z.object({
      ...pageQuery,
      connection: optional(connectionField),
      status: optional(oneOf(refusedCaptureStatuses)),
    }),
    reply: shownRefusedCaptureShape,
    run: async ({ caller, query: { connection, status, ...page } }) => {
      const found = await listRefusedCaptures(ctx, { connection, status })
      return pageOf(
        found.map((one) => shownRefusedCapture(caller, one)),
        page,
      )
    },
  }),
  decidingRoute(ctx, {
    decision: 'tryAgain',
    path: 'try-again',
    operationId: 'tryRefusedCaptureAgain',
    summary: 'Send a refused capture again, as a new request',
    about: 'When the acquirer has corrected why it was refused.',
  }),
  decidingRoute(ctx, {
    decision: 'giveUp',
    path: 'give-up',
    operationId: 'giveUpRefusedCapture',
    summary: 'Never capture it: the payment fails, and what is held on the card is released',
    about:
      'The merchant is owed its amount no more, and the store and the staff who refund are notified. It cannot be undone.',
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
    path: `/refused-captures/:connection/:captureId/${path}`,
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: shownRefusedCaptureShape,
    run: async ({ caller, ip, body, once, params: { connection, captureId } }) => {
      const by = authorOf({ caller, ip, body })
      const input = { by, connection, id: captureId, decision, once: () => once(`${connection} ${captureId}`) }
      return shownRefusedCapture(caller, await decideRefusedCapture(ctx, input))
    },
    recover: async (caller, named) => {
      const [connection, captureId] = named.split(' ') as [string, string]
      return shownRefusedCapture(
        caller,
        (await requireRefusedCapture(ctx, { connection, id: BigInt(captureId) })).refused,
      )
    },
  })
