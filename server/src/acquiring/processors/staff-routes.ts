import { z } from 'zod'
import { authorOf, reasonField, type StaffRoute, staffList, staffRoute } from '#core/access'
import { id, oneOf, optional, text } from '#kernel/http/field.ts'
import { pageOf, pageQuery } from '#kernel/http/json-shape.ts'
import { checkConnection } from './change-connection.ts'
import type { RecordedConnection } from './connection.ts'
import type { ProcessorsContext } from './context.ts'
import { type MessageId, messageStatuses } from './message.ts'
import { pageOfMessages, readMessageFigures } from './message-store.ts'
import { defaultAmong } from './open-connections.ts'
import { refusedRequestRoutes } from './refused-request-routes.ts'
import { replayMessage, requireMessage } from './replay-message.ts'
import { requireConnection } from './require-connection.ts'
import {
  checkRecord,
  checkShape,
  connectionRecord,
  connectionShape,
  inboundWebhookRecord,
  inboundWebhookShape,
} from './shapes.ts'
import { listConnections } from './store.ts'
import { totalsRoutes } from './totals-routes.ts'

type Parts = { processors: ProcessorsContext }

const group = 'Connectors'
const reading = { group, caller: 'operator', permission: 'connectors:read' } as const
const nameField = text({ max: 40, what: 'the name of a connection' })
const params = z.object({ webhookId: id<bigint>('the id of a webhook') })

/** What `florin connector` shows, checks and replays. Credentials are changed by the command line alone. */
export const processorStaffRoutes = ({ processors }: Parts): StaffRoute[] => [
  staffList({
    ...reading,
    method: 'GET',
    path: '/processor-connections',
    operationId: 'listProcessorConnections',
    summary:
      'The connections to processors, how each was when it was tried last, and what of their webhooks is not done',
    query: z.object(pageQuery),
    reply: connectionShape,
    run: async ({ query }) => {
      const [connections, figures] = await Promise.all([
        listConnections(processors.db),
        readMessageFigures(processors.db),
      ])
      const byDefault = defaultOf(processors, connections)
      const all = connections.map((one) =>
        connectionRecord(one, {
          figures: figures.find(({ connection }) => connection === one.name),
          isDefault: one.name === byDefault,
        }),
      )
      return pageOf(all, query)
    },
  }),
  staffRoute({
    group,
    caller: 'operator',
    permission: 'connectors:check',
    method: 'POST',
    path: '/processor-connections/:connection/check',
    operationId: 'checkProcessorConnection',
    summary: 'Try a connection by a call that changes nothing at the processor',
    params: z.object({ connection: nameField }),
    reply: checkShape,
    run: async ({ params: { connection } }) => checkRecord(await checkConnection(processors, connection)),
  }),
  ...refusedRequestRoutes(processors),
  ...totalsRoutes(processors),
  ...webhookRoutes(processors),
]

/** The connection that an operator has named; else in production the oldest one, and in staging none: the sandbox is. */
const defaultOf = ({ mode }: ProcessorsContext, connections: readonly RecordedConnection[]) =>
  defaultAmong(connections) ?? (mode === 'live' ? connections.find(({ disabledAt }) => !disabledAt)?.name : undefined)

const webhookRoutes = (ctx: ProcessorsContext): StaffRoute[] => [
  staffList({
    ...reading,
    method: 'GET',
    path: '/inbound-webhooks',
    operationId: 'listInboundWebhooks',
    summary: 'What processors have sent by themselves, newest first',
    about: 'Bodies are not shown: they may name cardholders.',
    query: z.object({ ...pageQuery, connection: optional(nameField), status: optional(oneOf(messageStatuses)) }),
    reply: inboundWebhookShape,
    run: async ({ query: { page = 1, size = 20, connection, status } }) => {
      const name = connection === undefined ? undefined : (await requireConnection(ctx.db, connection)).name
      const { data, total } = await pageOfMessages(ctx.db, { connection: name, status, page, size })
      return { data: data.map(inboundWebhookRecord), page, size, total }
    },
  }),
  staffRoute({
    ...reading,
    method: 'GET',
    path: '/inbound-webhooks/:webhookId',
    operationId: 'getInboundWebhook',
    summary: 'One of them',
    params,
    reply: inboundWebhookShape,
    run: async ({ params: { webhookId } }) => inboundWebhookRecord(await requireMessage(ctx, webhookId as MessageId)),
  }),
  staffRoute({
    group,
    caller: 'operator',
    permission: 'connectors:replay',
    method: 'POST',
    path: '/inbound-webhooks/:webhookId/replay',
    operationId: 'replayInboundWebhook',
    summary: 'Apply a webhook of a processor again, at once; one that was applied ends the same',
    params,
    repeated: 'stored',
    body: z.object(reasonField),
    reply: inboundWebhookShape,
    run: async ({ caller, ip, body, once, params: { webhookId } }) => {
      const by = authorOf({ caller, ip, body })
      const alongside = once(String(webhookId))
      return inboundWebhookRecord(await replayMessage(ctx, { by, id: webhookId as MessageId, alongside }))
    },
    recover: async (_caller, webhookId) =>
      inboundWebhookRecord(await requireMessage(ctx, BigInt(webhookId) as MessageId)),
  }),
]
