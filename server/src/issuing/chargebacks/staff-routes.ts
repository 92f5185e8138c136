import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  type TableListParts,
  tableList,
} from '#core/access'
import { ofEachPartner, partnersInScope } from '#core/partners'
import { type DisputeId, readHolderId, readUuid, type TransactionId } from '#issuing/ids'
import { findAnyTransaction } from '#issuing/spending'
import { formatMoney } from '#kernel/base/money.ts'
import { withValues } from '#kernel/db/keyset-parts.ts'
import { oneOf, optional, text } from '#kernel/http/field.ts'
import { chosen, currencyWords, several } from '#kernel/http/filter.ts'
import { uuidShape } from '#kernel/http/json-shape.ts'
import type { DisputesContext } from './context.ts'
import { type DecideDisputeInput, decideDispute } from './decide-dispute.ts'
import { disputableOf } from './disputable.ts'
import { type Dispute, disputeReasons, type Transition } from './dispute.ts'
import { disputableActions, disputableGuards, disputeActions, disputeGuards } from './dispute-actions.ts'
import { disputeStates } from './dispute-states.ts'
import { disputedOf, openDispute } from './open-dispute.ts'
import { refuse } from './refusals.ts'
import { disputeOf, findAnyDispute, historyOf } from './store.ts'
import { amountField, detailedRecord, detailedShape, disputeRecord, disputeShape, explanationField } from './wire.ts'

const owners = { partnerId: z.string(), customerId: z.string() }
const listedShape = disputeShape.extend(owners)
const shownShape = detailedShape.extend({
  ...owners,
  history: z.array(
    detailedShape.shape.history.element.extend({
      action: z.string(),
      actor: z.string().meta({ description: 'The `holder`, the `operator`, or a member of staff.' }),
      note: z.string().optional(),
    }),
  ),
  actions: disputeActions.shape,
})

const whoseOf = ({ partnerId, holderId }: Dispute) => ({ partnerId: String(partnerId), customerId: holderId })
const shownRecord = (
  caller: StaffCaller,
  dispute: Dispute,
  history: readonly Transition[],
): z.output<typeof shownShape> => {
  const record = detailedRecord(dispute, history)
  const details = history.map(({ action, actor, note }) => ({ action, actor, ...(note !== null && { note }) }))
  return {
    ...record,
    ...whoseOf(dispute),
    history: record.history.map((step, place) => ({ ...step, ...details[place]! })),
    actions: disputeActions.record(caller, disputeGuards(dispute)),
  }
}

const about = { group: 'Card disputes', caller: 'staff' as const }
const params = z.object({ disputeId: z.string() })

/** What `florin card-dispute` does, for programs. */
export const disputeStaffRoutes = (ctx: DisputesContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  staffRoute({
    ...about,
    method: 'GET',
    path: '/card-disputes/:disputeId',
    operationId: 'getCardDispute',
    summary: 'One dispute, with its history',
    permission: 'disputes:read',
    params,
    reply: shownShape,
    run: ({ caller, params }) => shown(ctx, caller, params.disputeId),
  }),
  disputableRoute(ctx),
  fileRoute(ctx),
  ...decisions.map((decision) => decisionRoute(ctx, decision)),
]

const listRoutes = (parts: TableListParts): StaffRoute[] => {
  const { filters, whose } = ofEachPartner(parts)
  return tableList(parts, {
    name: 'card-disputes',
    operations: { list: 'listCardDisputes', export: 'exportCardDisputes' },
    group: about.group,
    permission: 'disputes:read',
    summary: 'What customers dispute about payments with their cards, newest first',
    table: 'chargebacks.disputes',
    idType: 'uuid',
    isByMoment: true,
    filters: {
      ...filters,
      customerId: optional(text({ max: 50, what: 'the id of a customer' })),
      status: several(disputeStates.statuses),
      reason: several(disputeReasons),
      currency: currencyWords(),
    },
    shape: listedShape,
    record: (dispute: Dispute) => ({ ...disputeRecord(dispute), ...whoseOf(dispute) }),
    whose,
    selected: ({ customerId, status, reason, currency }) => ({
      narrowed: status ? [withValues('status', 'text', chosen(disputeStates.statuses, status))] : [],
      conditions: [
        ...(customerId === undefined ? [] : [sql<SqlBool>`entry.holder_id = ${readHolderId(customerId) ?? null}`]),
        ...(reason ? [sql<SqlBool>`entry.reason = any(${chosen(disputeReasons, reason)}::text[])`] : []),
        ...(currency ? [sql<SqlBool>`entry.currency = any(${currency}::text[])`] : []),
      ],
    }),
    things: (rows) => rows.map(disputeOf),
  })
}

const disputableRoute = (ctx: DisputesContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'GET',
    path: '/card-transactions/:transactionId/disputable',
    operationId: 'getDisputable',
    summary: 'Whether a payment can be disputed for its customer now, and how much of it',
    permission: 'disputes:read',
    params: z.object({ transactionId: uuidShape }),
    reply: z.strictObject({
      most: z.string().meta({ description: 'The largest amount.' }),
      currency: z.string(),
      actions: disputableActions.shape,
    }),
    run: async ({ caller, params: { transactionId } }) => {
      const disputed = await disputedOf(ctx.db, await transactionInScope(ctx, caller, transactionId as TransactionId))
      const most = disputableOf(disputed.transaction, disputed.others)
      const actions = disputableActions.record(caller, disputableGuards(ctx.clock.now(), disputed))
      return { most: formatMoney(most), currency: most.currency, actions }
    },
  })

async function transactionInScope({ db }: DisputesContext, caller: StaffCaller, transactionId: TransactionId) {
  const transaction = await findAnyTransaction(db, transactionId)
  if (!transaction || !isInScope(caller, transaction)) throw refuse('disputed_transaction_not_found', { transactionId })
  return transaction
}

/** A customer who calls, or writes, disputes a payment through somebody of the staff. */
const fileRoute = (ctx: DisputesContext): StaffRoute =>
  staffRoute({
    ...about,
    method: 'POST',
    path: '/card-disputes',
    operationId: 'createCardDispute',
    summary: 'Dispute a payment for a customer',
    about: 'As the customer does in the partner’s app: a settled payment, within 120 days, one dispute at a time.',
    permission: 'disputes:create',
    status: 201,
    repeated: 'stored',
    body: z.object({
      ...reasonField,
      transactionId: uuidShape,
      disputeReason: oneOf(disputeReasons),
      explanation: explanationField,
      amount: amountField,
    }),
    reply: shownShape,
    run: async ({ caller, ip, body, once }) => {
      const { transactionId: unchecked, disputeReason: reason, explanation, amount } = body
      const transactionId = unchecked as TransactionId
      const { holderId } = await transactionInScope(ctx, caller, transactionId)
      const by = authorOf({ caller, ip, body })
      const { id } = await openDispute(ctx, { holderId, transactionId, reason, explanation, amount, by, once })
      return shown(ctx, caller, id)
    },
    recover: (caller, id) => shown(ctx, caller, id),
  })

type Decision = { action: DecideDisputeInput['action']; summary: string; about: string }

const decisions: readonly Decision[] = [
  {
    action: 'raise',
    summary: 'Record that a dispute was raised at the card network',
    about:
      'The customer is credited until it is decided. At a merchant of this installation the payment is charged back there.',
  },
  {
    action: 'win',
    summary: 'Record that the customer was right',
    about: 'The merchant has accepted it, or the network has decided so. The credit is final.',
  },
  {
    action: 'lose',
    summary: 'Record that the merchant was right, or that nothing can be raised',
    about: 'Also when the evidence of the merchant is accepted. A credit ends; what was spent of it is owed.',
  },
  {
    action: 'withdraw',
    summary: 'End a dispute that the customer no longer stands by',
    about: 'Before it is decided. A credit ends.',
  },
]

/** The card network is the operator's counterpart, and so is what is recorded of it. */
const decisionRoute = (ctx: DisputesContext, { action, summary, about: text }: Decision): StaffRoute =>
  staffRoute({
    ...about,
    caller: 'operator',
    method: 'POST',
    path: `/card-disputes/:disputeId/${action}`,
    operationId: `${action}CardDispute`,
    summary,
    about: text,
    permission: 'disputes:resolve',
    repeated: 'stored',
    params,
    body: z.object(reasonField),
    reply: shownShape,
    run: async ({ caller, params, ip, body, once }) => {
      const { id } = await disputeInScope(ctx, caller, params.disputeId)
      await decideDispute(ctx, { id, action, by: authorOf({ caller, ip, body }), once: () => once(id) })
      return shown(ctx, caller, id)
    },
    recover: (caller, id) => shown(ctx, caller, id),
  })

async function shown(ctx: DisputesContext, caller: StaffCaller, unchecked: string) {
  const dispute = await disputeInScope(ctx, caller, unchecked)
  return shownRecord(caller, dispute, await historyOf(ctx.db, dispute))
}

/** One that the caller may not see is refused as one that is not there. */
async function disputeInScope({ db }: DisputesContext, caller: StaffCaller, unchecked: string): Promise<Dispute> {
  const id = readUuid<DisputeId>(unchecked)
  const dispute = id && (await findAnyDispute(db, id))
  if (!dispute || !isInScope(caller, dispute)) throw refuse('dispute_not_found', { disputeId: unchecked.slice(0, 50) })
  return dispute
}

const isInScope = (caller: StaffCaller, { partnerId }: Pick<Dispute, 'partnerId'>): boolean =>
  partnersInScope(caller, String(partnerId))?.length !== 0
