import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import {
  authorOf,
  reasonField,
  recoverWaiting,
  type StaffCaller,
  type StaffRoute,
  staffRoute,
  type TableListParts,
  tableList,
  waitingShape,
  waitsFor,
} from '#core/access'
import { ofPartners, partnersInScope } from '#core/partners'
import { momentShape, momentText, uuidShape } from '#issuing/api'
import { type DepositId, depositStates, formatQuantity } from '#issuing/deposits'
import { readHolderId, readUuid } from '#issuing/ids'
import { formatMoney } from '#kernel/base/money.ts'
import { ledBy } from '#kernel/db/keyset-parts.ts'
import { optional, text } from '#kernel/http/field.ts'
import { chosen, several } from '#kernel/http/filter.ts'
import { refuse } from '../refusals.ts'
import { type DecidingContext, decideParked, type ParkedDecision, permissionOf } from './decide-parked.ts'
import { receiptStates } from './receipt-states.ts'
import { type ReceivedDeposit, waitingForPerson, withFacts } from './received-deposits.ts'
import { findReceipt, receiptsFrom, receiptTransitions } from './store.ts'

const group = 'Topups'
const hashShape = z.string().meta({ description: '0x and 64 hexadecimal digits.' })

const depositShape = z.strictObject({
  id: uuidShape,
  topupId: z.string(),
  partnerId: z.string(),
  customerId: z.string(),
  status: z.enum(receiptStates.statuses),
  reason: z.string().optional().meta({ description: 'Why it was parked or frozen, or decided as it was.' }),
  blockchain: z.string(),
  cryptoCurrency: z.string().optional().meta({ description: 'Absent: a token that is none of ours.' }),
  contract: z.string().optional().meta({ description: 'Of a token; absent: the coin of the chain.' }),
  cryptoAmount: z.string().optional().meta({ description: 'Of a coin or token of ours.' }),
  units: z.string().meta({ description: 'The same in the smallest unit, a whole number.' }),
  senderAddress: z.string(),
  transactionHash: hashShape,
  chainStatus: z.enum(depositStates.statuses),
  confirmations: z.int(),
  confirmationsNeeded: z.int(),
  currency: z.string().optional().meta({ description: 'With amount and fees: once it is credited.' }),
  amount: z.string().optional(),
  fees: z.string().optional().meta({ description: 'Of the amount; the rest was credited.' }),
  seenAt: momentShape,
})

const fileShape = depositShape.extend({
  history: z.array(
    z.strictObject({
      action: z.string(),
      status: z.enum(receiptStates.statuses),
      actor: z.string(),
      reason: z.string().optional(),
      at: momentShape,
    }),
  ),
})

const depositRecord = ({ receipt, topup, deposit, chain, asset }: ReceivedDeposit): z.output<typeof depositShape> => ({
  id: receipt.id,
  topupId: topup.id,
  partnerId: String(topup.partnerId),
  customerId: topup.holderId,
  status: receipt.status,
  ...(receipt.reason !== undefined && { reason: receipt.reason }),
  blockchain: chain.name,
  ...(asset && { cryptoCurrency: asset.code, cryptoAmount: formatQuantity(deposit.quantity, asset.decimals) }),
  ...(deposit.contract !== undefined && { contract: deposit.contract }),
  units: String(deposit.quantity),
  senderAddress: deposit.sender,
  transactionHash: deposit.transactionHash,
  chainStatus: deposit.status,
  confirmations: deposit.confirmations,
  confirmationsNeeded: deposit.needed,
  ...(receipt.credited && {
    currency: receipt.credited.amount.currency,
    amount: formatMoney(receipt.credited.amount),
    fees: formatMoney(receipt.credited.fee),
  }),
  seenAt: momentText(deposit.createdAt),
})

/** Deposits of topups in coins, for the people who decide about those that were not credited by themselves. */
export const depositStaffRoutes = (ctx: DecidingContext & TableListParts): StaffRoute[] => [
  ...listRoutes(ctx),
  oneRoute(ctx),
  decisionRoute(ctx, {
    decision: 'credit',
    summary: 'Credit a parked deposit to the account, at the rate of now',
    fields: {},
    read: () => ({ decision: 'credit' }),
  }),
  decisionRoute(ctx, {
    decision: 'return',
    summary: 'Record that the coins of a parked deposit were sent back',
    about: 'Florin holds no key that can spend: your wallet has sent them.',
    fields: { transactionHash: text({ max: 66, what: 'the transaction that has sent the coins back' }) },
    read: ({ transactionHash }) => ({ decision: 'return', transactionHash }),
  }),
  decisionRoute(ctx, {
    decision: 'release',
    summary: 'Park a frozen deposit: its sender is not on the sanctions list after all',
    fields: {},
    read: () => ({ decision: 'release' }),
  }),
  decisionRoute(ctx, {
    decision: 'writeOff',
    path: 'write-off',
    summary: 'Bear the loss of a deposit that a reorganisation has taken away after it was credited',
    about: 'The customer keeps the money. If the coins are in the chain again, the loss is undone.',
    fields: {},
    read: () => ({ decision: 'writeOff' }),
  }),
  decisionRoute(ctx, {
    decision: 'reclaim',
    summary: 'Reverse the credit of a deposit that a reorganisation has taken away',
    about:
      'What of it was spent is owed, and the next money that arrives pays it. Our fee is returned. If the coins are in the chain again, the customer has the money again.',
    fields: {},
    read: () => ({ decision: 'reclaim' }),
  }),
]

const listRoutes = (ctx: DecidingContext & TableListParts): StaffRoute[] =>
  tableList(ctx, {
    name: 'deposits',
    operations: { list: 'listDeposits', export: 'exportDeposits' },
    group,
    permission: 'topups:review',
    summary: 'Deposits that wait for a person, oldest first',
    about:
      'Without a status: those that are parked, frozen, or lost after they were credited. Customers do not learn of a freeze.',
    table: 'topups.receipts',
    idType: 'uuid',
    isByMoment: true,
    usualSort: 'created',
    filters: {
      ...ofPartners.filters,
      status: several(receiptStates.statuses),
      customerId: optional(text({ max: 31, what: 'the id of a customer' })),
    },
    shape: depositShape,
    record: depositRecord,
    // An index has them by their status, so that those that wait are found among millions that do not.
    whose: ({ status, partnerId }, caller) => {
      const statuses = status ? chosen(receiptStates.statuses, status) : waitingForPerson
      const ofWhom = partnersInScope(caller, partnerId)
      return Promise.resolve({
        splits: [ledBy('status', 'text', ofWhom?.length === 0 ? [] : statuses)],
        timeZone: 'UTC',
        ofWhom: ofWhom?.length === 1 ? `partner-${ofWhom[0]}` : undefined,
        only: ofWhom && ofTopups(sql`t.partner_id = any(${ofWhom}::integer[])`),
      })
    },
    selected: ({ customerId }) => ({
      conditions: customerId === undefined ? [] : [ofTopups(sql`t.holder_id = ${readHolderId(customerId) ?? ''}`)],
    }),
    things: (rows) => withFacts(ctx.db, receiptsFrom(rows)),
  })

const ofTopups = (condition: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql`exists (select from topups.topups t where t.id = entry.topup_id and ${condition})`

const aboutOne = { group, params: z.object({ depositId: z.string() }) }

const oneRoute = ({ db }: DecidingContext): StaffRoute =>
  staffRoute({
    ...aboutOne,
    method: 'GET',
    path: '/deposits/:depositId',
    operationId: 'getDeposit',
    summary: 'A deposit of a topup, and what was decided about it',
    caller: 'staff',
    permission: 'topups:review',
    reply: fileShape,
    run: async ({ caller, params }) => {
      const found = await depositFor(db, params.depositId, caller)
      const history = await receiptTransitions(db, found.receipt.id)
      return {
        ...depositRecord(found),
        history: history.map(({ reason, at, ...one }) => ({
          ...one,
          ...(reason !== null && { reason }),
          at: momentText(at),
        })),
      }
    },
  })

/** Refuses one that the caller may not see, as one that is not there. */
async function depositFor(db: DecidingContext['db'], unchecked: string, caller: StaffCaller): Promise<ReceivedDeposit> {
  const receipt = await findReceipt(db, depositIdOf(unchecked))
  const [found] = receipt ? await withFacts(db, [receipt]) : []
  const only = found && partnersInScope(caller, String(found.topup.partnerId))
  if (!found || only?.length === 0) throw refuse('receipt_not_found', { receiptId: unchecked.slice(0, 50) })
  return found
}

function depositIdOf(unchecked: string): DepositId {
  const id = readUuid<DepositId>(unchecked)
  if (!id) throw refuse('receipt_not_found', { receiptId: unchecked.slice(0, 50) })
  return id
}

type DecisionSpec<Fields extends z.ZodRawShape> = Pick<StaffRoute, 'summary'> & {
  decision: ParkedDecision['decision']
  /** In the address, where it differs. */
  path?: string
  about?: string
  fields: Fields
  read(body: z.output<z.ZodObject<Fields>>): ParkedDecision
}

/** The wallets are the operator's, and so is what is decided about coins that have arrived in them. */
function decisionRoute<Fields extends z.ZodRawShape>(
  ctx: DecidingContext,
  { decision, path = decision, summary, about, fields, read }: DecisionSpec<Fields>,
): StaffRoute {
  const record = async (id: DepositId) => {
    const [found] = await withFacts(ctx.db, [(await findReceipt(ctx.db, id))!])
    return depositRecord(found!)
  }
  return staffRoute({
    ...aboutOne,
    method: 'POST',
    path: `/deposits/:depositId/${path}`,
    operationId: `${decision}Deposit`,
    summary,
    ...(about !== undefined && { about }),
    caller: 'operator',
    permission: permissionOf({ decision }),
    repeated: 'stored',
    body: z.object({ ...reasonField, ...fields }),
    reply: depositShape,
    accepted: waitingShape,
    run: async ({ caller, params, ip, body, once }) => {
      const id = depositIdOf(params.depositId)
      const by = authorOf({ caller, ip, body: body as { reason: string } })
      const decided = read(body as z.output<z.ZodObject<Fields>>)
      const { waits } = await decideParked(ctx, { by, id, decision: decided, once })
      return waits ? waitsFor(waits) : record(id)
    },
    recover: recoverWaiting(ctx, (_caller, id) => record(depositIdOf(id))),
  })
}
