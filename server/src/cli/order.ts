import { Command, Option } from 'commander'
import { billByHand, type OrderRecord, orderRecord, showOrder, type WholeOrder } from '#acquiring/billing'
import type { OrderId, StoredCardId } from '#acquiring/ids'
import {
  cancelOrder,
  changeOrder,
  findOrders,
  listOrders,
  type Order,
  type OrderStatus,
  orderStates,
  readInterval,
  requireSeenOrder,
} from '#acquiring/orders'
import type { SiteId } from '#core/directory'
import { parseMoney } from '#kernel/base/money.ts'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import { countOption, idArgument, momentOption, siteIdArgument } from './arguments.ts'
import { type CommandApp, table, withApp } from './with-app.ts'

type Json = { json?: true }
const asJson = (record: unknown): void => console.log(JSON.stringify(record, undefined, 2))

/** Orders of shoppers, found, shown and changed by hand. */
export function orderCommand(): Command {
  const order = new Command('order').description('orders of shoppers: found, shown, cancelled, changed, billed by hand')
  addReading(order)
  order
    .command('cancel')
    .argument('<id>', '', idArgument('id'))
    .description('cancel an order for its merchant: it is not billed any more; what was paid stays paid')
    .action((orderId: OrderId) =>
      withApp(async (app) => {
        const { siteId } = await orderOf(app, orderId)
        const by = await app.by('orders:cancel')
        const named = { by, party: 'merchant', siteId, orderId } as const
        const cancelled = await cancelOrder(app, { ...named, reason: undefined, message: by.reason })
        console.log(`Order ${orderId} is ${cancelled.status}.`)
      }),
    )
  addChanging(order)
  return order
}

type ListOptions = Json & { status?: OrderStatus; page?: number }

function addReading(order: Command): void {
  order
    .command('list')
    .argument('<siteId>', '', siteIdArgument)
    .description('the orders of a site, newest first')
    .addOption(new Option('--status <status>', 'retrying: those that owe a period').choices(orderStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .option('--json', 'as JSON')
    .action((siteId: SiteId, { status, page = 1, json }: ListOptions) =>
      withApp(async (app) => {
        const list = { siteId, filter: { status }, page: { page, perPage: 100 } }
        const { orders, pagination } = await listOrders({ db: app.db, rowCounts: openRowCountIndexes(app) }, list)
        const [records, total] = [orders.map(orderRecord), pagination.totalItemCount]
        if (json) return asJson({ data: records, page, size: 100, total })
        console.log(total === 0 ? 'There are none.' : `${ordersTable(records)}\n${records.length} of ${total}`)
      }),
    )
  order
    .command('find')
    .argument('<what>', "the id, the store's number, or the customer's e-mail address or number")
    .description('find orders; only exact matches, the newest 100')
    .option('--json', 'as JSON')
    .action((text: string, { json }: Json) =>
      withApp(async (app) => {
        const records = (await findOrders(app, { siteIds: await app.directory.siteIds(), text })).map(orderRecord)
        if (json) return asJson({ data: records })
        console.log(records.length === 0 ? 'Nothing was found.' : ordersTable(records))
      }),
    )
  order
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one order, what it has charged, what it will charge, and who changed it')
    .option('--json', 'as JSON')
    .action((id: OrderId, { json }: Json) =>
      withApp(async (app) => {
        const shown = await showOrder(app, await orderOf(app, id), { isOperator: true })
        return json ? asJson(shown) : console.log(orderText(shown))
      }),
    )
}

type Changes = { nextDue?: Temporal.Instant; every?: string; card?: StoredCardId }

function addChanging(order: Command): void {
  order
    .command('change')
    .argument('<id>', '', idArgument('id'))
    .description('change when an order is billed next, how often, or with which stored card')
    .option('--next-due <moment>', 'such as 2026-05-04T10:00:00Z', momentOption)
    .option('--every <interval>', 'such as "1 month" or "14 day"')
    .option('--card <cardId>', 'a stored card of the customer', idArgument('--card'))
    .action((orderId: OrderId, { nextDue, every, card }: Changes) =>
      withApp(async (app) => {
        const { siteId } = await orderOf(app, orderId)
        const [intervalValue, intervalType] = every?.split(' ') ?? []
        const changed = await changeOrder(app, {
          by: await app.by('orders:change'),
          siteId,
          orderId,
          nextDueAt: nextDue,
          interval: readInterval({ intervalType, intervalValue }),
          card: card === undefined ? undefined : { cardId: card, networkTransaction: undefined },
        })
        console.log(ordersTable([orderRecord(changed)]))
      }),
    )
  order
    .command('bill')
    .argument('<id>', '', idArgument('id'))
    .description('bill an order now: a managed one by an amount, a recurring one by what it owes')
    .option('--amount <amount>', 'of a managed order, such as 9.90')
    .action((orderId: OrderId, { amount }: { amount?: string }) =>
      withApp(async (app) => {
        const { siteId, amount: regular } = await orderOf(app, orderId)
        const money = amount === undefined ? undefined : parseMoney(amount, regular.currency)
        if (amount !== undefined && !money)
          throw new Error(`--amount is an amount of ${regular.currency}, such as 9.90; it is "${amount}".`)
        const billed = await billByHand(app, { by: await app.by('orders:bill'), siteId, orderId, amount: money })
        console.log(orderText(await showOrder(app, billed, { isOperator: true })))
      }),
    )
}

const orderOf = (app: CommandApp, id: OrderId): Promise<Order> => requireSeenOrder(app.db, id, () => true)

const ordersTable = (records: readonly OrderRecord[]): string =>
  table(
    ['id', 'site', "store's", 'customer', 'type', 'status', 'amount', 'every', 'next', 'created'],
    records.map((one) => [
      one.id,
      one.siteId,
      one.storeOrderId,
      one.customerId,
      one.type,
      one.status,
      `${one.amount} ${one.currency}`,
      one.intervalType === undefined ? '' : `${one.intervalValue} ${one.intervalType}`,
      one.nextDueAt ?? '',
      one.createdAt,
    ]),
  )

function orderText(shown: WholeOrder): string {
  const section = (title: string, headings: readonly string[], rows: readonly (readonly string[])[]) =>
    rows.length === 0 ? [] : [`${title}\n${table(headings, rows)}`]
  return [
    ordersTable([shown]),
    [
      `For: ${shown.description}`,
      ...(shown.customerEmail === undefined ? [] : [`Customer: ${shown.customerEmail}`]),
      ...(shown.cardId === undefined ? [] : [`Card: ${shown.cardId}`]),
      ...(shown.endReason === undefined ? [] : [`Ended: ${shown.endReason}`]),
      ...(shown.cancelMessage === undefined ? [] : [`Why: ${shown.cancelMessage}`]),
    ].join('\n'),
    ...section(
      'To come',
      ['period', 'at', 'amount', '', 'retries'],
      shown.next.map(({ period, at, amount, isDebt, retries }) => [
        String(period),
        at,
        amount,
        isDebt ? 'owed' : '',
        retries.join(', '),
      ]),
    ),
    ...section(
      'Charged',
      ['period', 'at', 'amount', 'status', 'payments'],
      shown.past.map((one) => [String(one.period), one.at, one.amount, one.status, one.paymentIds.join(', ')]),
    ),
    ...section(
      'Payments and what followed them',
      ['id', 'type', 'status', 'amount', 'created'],
      shown.transactions.map((one) => [one.id, one.type, one.status, one.amount, one.at]),
    ),
    ...section(
      'Done by',
      ['at', 'who', 'what', 'why', 'from'],
      shown.audit.map((one) => [one.at, one.actor, one.action, one.reason ?? '', one.from ?? '']),
    ),
  ].join('\n\n')
}
