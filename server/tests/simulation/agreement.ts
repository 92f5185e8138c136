import type pg from 'pg'
import type { OrderId, PaymentId } from '#acquiring/ids'
import { publicStatus, type Transaction, type TransactionStatus } from '#acquiring/payments'
import { type AuthorizationState, type Entry, type SandboxRecord, stateAt } from '#connectors/acquirer/sandbox/index.ts'
import type { MerchantId } from '#core/directory'
import type { Vault, VaultToken } from '#core/vault'
import type { Clock } from '#kernel/base/clock.ts'
import { invoiceTroubles } from './agreement-of-invoices.ts'
import { receivedBy, type Store } from './simulation.ts'

/**
 * Compares all records once no work is left: our rows, our books, the acquirer's record, the notifications that stores
 * received, and their invoices. Returns the differences, in words.
 */
export async function disagreements(simulation: Witnesses): Promise<string[]> {
  const { rows: payments } = await simulation.sql.query<PaymentRow>(
    `select id, key, type, status, order_id as "orderId", parent_id as "parentId", minor, captured_minor as captured,
            refunded_minor as refunded, charged_back_minor as "chargedBack", currency, request_key as ask
     from payments.payments order by id`,
  )
  return [
    ...(await withAcquirer(simulation, payments)),
    ...(await withBooks(simulation, payments)),
    ...(await withStores(simulation)),
    ...(await withOrders(simulation)),
    ...(await withVault(simulation)),
    ...(await invoiceTroubles(async (text) => (await simulation.sql.query(text)).rows)),
  ]
}

/** The parties whose records are compared. */
export type Witnesses = {
  sql: pg.Client
  clock: Clock
  /** The acquirer's. */
  record: SandboxRecord
  stores: readonly Store[]
  vault: Vault
}

type PaymentRow = {
  id: PaymentId
  key: string
  type: Transaction['type']
  status: TransactionStatus
  orderId: OrderId
  parentId: PaymentId | null
  minor: bigint
  captured: bigint
  refunded: bigint
  chargedBack: bigint
  currency: string
  request: string | null
}

async function withAcquirer({ sql, record, clock }: Witnesses, payments: readonly PaymentRow[]): Promise<string[]> {
  const everything = await record.everything()
  const stories = Map.groupBy(everything, ({ authorization }) => authorization)
  const found: string[] = []
  for (const payment of payments.filter(({ parentId }) => parentId === null)) {
    const state = stateAt(stories.get(payment.key) ?? [], clock.now())
    stories.delete(payment.key)
    if (!agrees(payment, state))
      found.push(`payment ${payment.id} is ${payment.status}, and the acquirer says ${inWords(state)}`)
  }
  const { rows: fallbacks } = await sql.query<{ id: PaymentId; key: string }>(
    'select payment_id as id, key from payments.fallbacks',
  )
  for (const { id, key } of fallbacks) {
    const state = stateAt(stories.get(key) ?? [], clock.now())
    stories.delete(key)
    if (state.is !== 'declined') found.push(`payment ${id} went on elsewhere, and the acquirer says ${inWords(state)}`)
  }
  for (const key of stories.keys()) found.push(`the acquirer knows an authorization ${key} that we do not`)
  const refundRequests = everything.filter(({ kind, result }) => kind === 'refund' && result.outcome === 'done')
  const refunds = payments.filter(({ type, status }) => type === 'refund' && status === 'refunded')
  const [theirs, ours] = [refundRequests.map(({ key }) => key).sort(), refunds.map(({ key }) => key).sort()]
  if (theirs.join() !== ours.join())
    found.push(`refunds: the acquirer made ${theirs.length}, we know of ${ours.length}, and they are not the same`)
  return found
}

function agrees({ status, captured, refunded, chargedBack }: PaymentRow, state: AuthorizationState): boolean {
  switch (status) {
    case 'captured':
    case 'refunded':
    case 'disputed':
    case 'chargedBack':
      return (
        state.is === 'captured' &&
        state.amount.minor === captured &&
        state.refunded.minor === refunded &&
        state.disputed.minor === chargedBack
      )
    case 'verified':
      return state.is === 'verified'
    case 'credited':
      return state.is === 'paid out' && state.amount.minor === captured
    case 'voided':
    case 'cancelled':
      return state.is === 'reversed'
    case 'failed':
      return ['unknown', 'declined', 'reversed', 'challenged'].includes(state.is)
    default:
      return false
  }
}

/**
 * The captures and refunds of the acquirer's own record are those in our ledger, and each was booked once.
 */
async function withBooks({ sql, record, clock }: Witnesses, payments: readonly PaymentRow[]): Promise<string[]> {
  const captured = new Map<string, bigint>()
  for (const story of Map.groupBy(await record.everything(), ({ authorization }) => authorization).values()) {
    const state = stateAt(story, clock.now())
    if (state.is !== 'captured' && state.is !== 'paid out') continue
    const { currency, minor } = state.amount
    const came = state.is === 'captured' ? minor - state.refunded.minor - lostIn(story) : -minor
    captured.set(currency, (captured.get(currency) ?? 0n) + came)
  }
  const { rows: accounts } = await sql.query<{ currency: string; minor: bigint }>(
    `select currency, sum(minor)::bigint as minor from ledger.lines where account like 'acquirer:%' group by currency`,
  )
  const booked = new Map(accounts.map(({ currency, minor }) => [currency, minor]))
  const found = [...new Set([...captured.keys(), ...booked.keys()])]
    .filter((currency) => (captured.get(currency) ?? 0n) !== (booked.get(currency) ?? 0n))
    .map((currency) => `the acquirer took ${captured.get(currency)} ${currency}, our books say ${booked.get(currency)}`)
  const { rows: entries } = await sql.query<{ entry: string }>(
    `select recipe || ' ' || reference as entry from ledger.entries where recipe like 'payment%'`,
  )
  const is = entries.map(({ entry }) => entry).sort()
  const shouldBe = payments.flatMap(entriesOf).sort()
  if (is.join() !== shouldBe.join()) found.push(`booked: ${difference(is, shouldBe)}`)
  const { rows: holds } = await sql.query("select reference from ledger.holds where status = 'held'")
  return [...found, ...holds.map(({ reference }) => `${reference} still holds money in the books`)]
}

/** Lost disputes; for those that are not decided yet the ledger has a claim. */
function lostIn(story: readonly Entry[]): bigint {
  const notified = story.filter((entry) => entry.kind === 'dispute')
  const last = new Map(notified.map((entry) => [entry.result.dispute, entry]))
  return [...last.values()].reduce(
    (sum, { result, amount }) => sum + (result.outcome === 'lost' ? amount.minor : 0n),
    0n,
  )
}

const entriesOf = ({ id, type, status }: PaymentRow): string[] => {
  if (type === 'refund') return status === 'refunded' ? [`paymentRefunded payment ${id}`] : []
  if (status === 'cancelled') return [`paymentCaptured payment ${id}`, `paymentCancelled payment ${id}`]
  return capturedStatuses.has(status) ? [`paymentCaptured payment ${id}`] : []
}

const capturedStatuses: ReadonlySet<TransactionStatus> = new Set(['captured', 'refunded', 'disputed', 'chargedBack'])

/** Every public status of a payment was sent to its store and acknowledged, and nothing else was. */
async function withStores({ sql, stores }: Witnesses): Promise<string[]> {
  const { rows: transitions } = await sql.query<{
    id: PaymentId
    from: TransactionStatus | null
    to: TransactionStatus
  }>(
    `select payment_id as id, from_status as "from", to_status as "to" from payments.payment_transitions where action <> 'start'`,
  )
  const shouldReceive = transitions
    .filter(
      ({ from, to }) => (from === null || publicStatus[from] !== publicStatus[to]) && !silent.has(publicStatus[to]),
    )
    .map(({ id, to }) => `${id} ${publicStatus[to]}`)
  const received = stores
    .flatMap(receivedBy)
    .map((notified) => `${notified.transactionId} ${notified.transactionStatus}`)
  const [is, shouldBe] = [received, shouldReceive].map((list) => [...new Set(list)].sort())
  return is!.join() === shouldBe!.join() ? [] : [`the stores received: ${difference(is!, shouldBe!)}`]
}
const silent: ReadonlySet<string> = new Set(['start', '3d-pending', 'uncertain'])

type OrderRow = { order: string; status: string; type: string; paid: string[] | null; isWaiting: boolean }

/**
 * The status of an order follows from its first payment. One that a store has placed waits for another attempt when its
 * payment never reached the acquirer; one with a session ends with it.
 */
async function withOrders({ sql }: Witnesses): Promise<string[]> {
  const { rows } = await sql.query<OrderRow>(
    `select orders.id || ' ' || external_id as "order", orders.status, orders.type,
            array_agg(payments.status) filter (where payments.status is not null and payments.status <> 'failed') as paid,
            bool_and(payments.status = 'failed' and payments.decline_reason is null)
              and not exists (select from checkout.sessions where order_id = orders.id) as "isWaiting"
     from orders.orders left join payments.payments on payments.order_id = orders.id and payments.parent_id is null
     group by orders.id`,
  )
  return rows
    .filter(({ status, type, paid, isWaiting }) => {
      if (isWaiting) return status !== 'start'
      return !(type === 'purchase' ? purchaseAfter : billedAfter)(paid?.[0]).includes(status)
    })
    .map(({ order, status, paid }) => `order ${order} is ${status} and its payments are ${paid ?? 'none'}`)
}

const purchaseAfter = (payment: string | undefined): string[] =>
  payment === undefined || payment === 'voided' ? ['complete-failed'] : ['complete-ok']
const billedAfter = (payment: string | undefined): string[] =>
  payment === undefined ? ['complete-failed'] : ['in-progress', 'retrying', 'expiring', 'complete-ok']

/** Every stored card can be detokenized, and the vault has no number that no stored card uses. */
async function withVault({ sql, vault }: Witnesses): Promise<string[]> {
  const { rows: cards } = await sql.query<{ token: VaultToken; merchantId: MerchantId }>(
    `select distinct vault_token as token, payments.merchant_id as "merchantId"
     from shoppers.cards join payments.payments on payments.card_id = cards.id`,
  )
  const opened = await Promise.allSettled(cards.map((card) => vault.detokenize(card)))
  const shut = opened.filter(({ status }) => status === 'rejected').length
  const { rows } = await sql.query<{ count: bigint }>('select count(*) from vault.cards')
  return [
    ...(shut > 0 ? [`${shut} of ${cards.length} stored cards do not open`] : []),
    ...(rows[0]!.count === BigInt(cards.length) ? [] : [`the vault has ${rows[0]!.count} for ${cards.length} cards`]),
  ]
}

function difference(is: readonly string[], shouldBe: readonly string[]): string {
  const count = (list: readonly string[]) => Map.groupBy(list, (item) => item)
  const [a, b] = [count(is), count(shouldBe)]
  const items = [...new Set([...is, ...shouldBe])]
  const off = items.filter((item) => (a.get(item)?.length ?? 0) !== (b.get(item)?.length ?? 0))
  return off
    .slice(0, 10)
    .map((item) => `${item} ${a.get(item)?.length ?? 0} times and not ${b.get(item)?.length ?? 0}`)
    .join('; ')
}

const inWords = (state: AuthorizationState): string =>
  JSON.stringify(state, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
