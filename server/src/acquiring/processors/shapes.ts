import { z } from 'zod'
import { type ConnectionCheck, refusableRequests, refusedRequestStatuses } from '#connectors/acquirer/processor.ts'
import type { StaffCaller } from '#core/access'
import { formatMoney } from '#kernel/base/money.ts'
import { momentShape, momentText } from '#kernel/http/json-shape.ts'
import type { RecordedConnection } from './connection.ts'
import { messageStatuses, type RecordedMessage } from './message.ts'
import type { MessageFigures } from './message-store.ts'
import { refusedRequestActions, refusedRequestGuards } from './refused-request-actions.ts'
import type { ShownRefusedRequest } from './refused-requests.ts'

export const connectionShape = z.strictObject({
  name: z.string().meta({ description: 'As payments name their connector.' }),
  kind: z.string(),
  mode: z.enum(['test', 'live']),
  account: z.string().optional().meta({ description: 'As the processor calls it.' }),
  isEnabled: z.boolean(),
  isDefault: z.boolean().meta({
    description: 'It takes what no rule of routing sends elsewhere, from the next start of the program on.',
  }),
  createdAt: momentShape,
  changedAt: momentShape,
  lastCheck: z.strictObject({ at: momentShape, problem: z.string().optional() }).optional(),
  lastWebhookAt: momentShape.optional(),
  waitingWebhooks: z.int(),
  oldestWaitingAt: momentShape.optional(),
  parkedWebhooks: z.int(),
})

export const connectionRecord = (
  { name, kind, mode, account, createdAt, changedAt, disabledAt, checkedAt, checkProblem }: RecordedConnection,
  { figures, isDefault }: { figures: MessageFigures | undefined; isDefault: boolean },
): z.output<typeof connectionShape> => ({
  name,
  kind,
  mode,
  ...(account !== undefined && { account }),
  isEnabled: disabledAt === undefined,
  isDefault,
  createdAt: momentText(createdAt),
  changedAt: momentText(changedAt),
  ...(checkedAt && {
    lastCheck: { at: momentText(checkedAt), ...(checkProblem !== undefined && { problem: checkProblem }) },
  }),
  ...(figures?.lastReceivedAt && { lastWebhookAt: momentText(figures.lastReceivedAt) }),
  waitingWebhooks: figures?.waiting ?? 0,
  ...(figures?.oldestWaitingAt && { oldestWaitingAt: momentText(figures.oldestWaitingAt) }),
  parkedWebhooks: figures?.parked ?? 0,
})

export const checkShape = z.strictObject({
  works: z.boolean(),
  account: z.string().optional(),
  notes: z.array(z.string()).optional(),
  problem: z.string().optional(),
})

export const checkRecord = (check: ConnectionCheck): z.output<typeof checkShape> =>
  check.works ? { works: true, account: check.account, notes: [...check.notes] } : check

export const inboundWebhookShape = z.strictObject({
  id: z.string(),
  connection: z.string(),
  messageId: z.string().meta({ description: 'As the processor calls it.' }),
  type: z.string(),
  happenedAt: momentShape,
  receivedAt: momentShape,
  status: z.enum(messageStatuses),
  tries: z.int(),
  note: z.string().optional().meta({ description: 'Why it was ignored, or what the last try met.' }),
  endedAt: momentShape.optional(),
  nextTryAt: momentShape.optional(),
  canReplay: z.boolean(),
})

export const inboundWebhookRecord = (message: RecordedMessage): z.output<typeof inboundWebhookShape> => {
  const { id, connection, messageId, type, happenedAt, receivedAt, status, tries, note, endedAt, dueAt } = message
  return {
    id: String(id),
    connection,
    messageId,
    type,
    happenedAt: momentText(happenedAt),
    receivedAt: momentText(receivedAt),
    status,
    tries,
    ...(note !== undefined && { note }),
    ...(endedAt && { endedAt: momentText(endedAt) }),
    ...(dueAt && { nextTryAt: momentText(dueAt) }),
    canReplay: message.hasBody,
  }
}

const refusedRequestShape = z.strictObject({
  id: z.string(),
  connection: z.string(),
  request: z.enum(refusableRequests),
  paymentId: z.string().optional(),
  siteId: z.string().optional(),
  amount: z.string(),
  currency: z.string(),
  code: z.string().meta({ description: 'What the processor answered last, in its words.' }),
  isKnown: z.boolean().meta({
    description:
      'The answers to all its tries say that it was not carried out; false: one is lost or says nothing, and it may have been.',
  }),
  tries: z.int().meta({ description: 'How often it was sent.' }),
  status: z.enum(refusedRequestStatuses),
  refusedAt: momentShape,
  refusedLastAt: momentShape,
  decidedAt: momentShape.optional(),
})

export const shownRefusedRequestShape = refusedRequestShape.extend({ actions: refusedRequestActions.shape })
export const shownRefusedRequest = (
  caller: StaffCaller,
  refused: ShownRefusedRequest,
): z.output<typeof shownRefusedRequestShape> => ({
  ...refusedRequestRecord(refused),
  actions: refusedRequestActions.record(caller, refusedRequestGuards(refused)),
})

export const refusedRequestRecord = (refused: ShownRefusedRequest): z.output<typeof refusedRequestShape> => {
  const {
    id,
    connector,
    request,
    amount,
    code,
    isKnown,
    tries,
    status,
    refusedAt,
    refusedLastAt,
    decidedAt,
    paymentId,
    siteId,
  } = refused
  return {
    id: String(id),
    connection: connector,
    request,
    ...(paymentId !== undefined && { paymentId }),
    ...(siteId !== undefined && { siteId }),
    amount: formatMoney(amount),
    currency: amount.currency,
    code,
    isKnown,
    tries,
    status,
    refusedAt: momentText(refusedAt),
    refusedLastAt: momentText(refusedLastAt),
    ...(decidedAt && { decidedAt: momentText(decidedAt) }),
  }
}
