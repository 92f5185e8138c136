import { Command, Option } from 'commander'
import { billByHand, billedRecord, type OrderRecord, orderRecord, showOrder, type WholeOrder } from '#acquiring/billing'
import type { OrderId, StoredCardId } from '#acquiring/ids'
import {
  cancelOrder,
  changeOrder,
  endAfterNextBill,
  endWithPaidPeriod,
  findOrders,
  keepOrder,
  listOrders,
  type Order,
  type OrderStatus,
  orderStates,
  readInterval,
  requireSeenOrder,
} from '#acquiring/orders'
import type { SiteId } from '#core/directory'
import { openRowCountIndexes } from '#kernel/db/row-count-index.ts'
import { countOption, idArgument, momentOption, siteIdArgument } from './arguments.ts'
import { amountOf, doneBySection, print, section, table } from './printing.ts'
import { type CommandApp, withApp } from './with-app.ts'

/** Orders of shoppers, found, shown and changed by hand. */
export function orderCommand(): Command {
  const order = new Command('order')
  addReading(order)
  order
    .command('cancel')
    .argument('<id>', '', idArgument('id'))
    .description('cancel an order for its merchant: it is not billed any more; what was paid stays paid')
    .option('--after-next-bill', 'a recurring order is billed once more, and ends when that is paid')
    .addOption(
      new Option(
        '--with-paid-period',
        'a recurring order is not billed again, and ends when what is paid is over',
      ).conflicts('afterNextBill'),
    )
    .action((orderId: OrderId, { afterNextBill, withPaidPeriod }: CancelOptions) =>
      withApp(async (app) => {
        const { siteId } = await orderOf(app, orderId)
        const by = await app.by('orders:cancel')
        const input = { by, siteId, orderId, message: by.reason }
        if (afterNextBill) {
          const ending = await endAfterNextBill(app, input)
          print(orderRecord(ending), `Order ${orderId} ends after its next bill, on ${ending.dueAt}.`)
          return
        }
        if (withPaidPeriod) {
          const ending = await endWithPaidPeriod(app, { ...input, party: 'merchant' })
          const then = ending.dueAt ? `ends on ${ending.dueAt}` : 'has ended'
          print(orderRecord(ending), `Order ${orderId} is not billed again, and ${then}.`)
          return
        }
        const cancelled = await cancelOrder(app, { ...input, party: 'merchant', reason: undefined })
        print(orderRecord(cancelled), `Order ${orderId} is ${cancelled.status}.`)
      }),
    )
  order
    .command('keep')
    .argument('<id>', '', idArgument('id'))
    .description('keep an order that was to end later')
    .action((orderId: OrderId) =>
      withApp(async (app) => {
        const { siteId } = await orderOf(app, orderId)
        const kept = await keepOrder(app, { by: await app.by('orders:cancel'), party: 'merchant', siteId, orderId })
        print(orderRecord(kept), `Order ${orderId} goes on.`)
      }),
    )
  addChanging(order)
  return order
}

type CancelOptions = { afterNextBill?: true; withPaidPeriod?: true }
type ListOptions = { status?: OrderStatus; page?: number }

function addReading(order: Command): void {
  order
    .command('list')
    .argument('<siteId>', '', siteIdArgument)
    .description('the orders of a site, newest first')
    .addOption(new Option('--status <status>', 'retrying: those that owe a period').choices(orderStates.statuses))
    .option('--page <number>', 'default: 1', countOption('--page', 1_000_000))
    .action((siteId: SiteId, { status, page = 1 }: ListOptions) =>
      withApp(async (app) => {
        await app.by('orders:read')
        const list = { siteId, filter: { status }, page: { page, perPage: 100 } }
        const { orders, pagination } = await listOrders({ db: app.db, rowCounts: openRowCountIndexes(app) }, list)
        const [records, total] = [orders.map(orderRecord), pagination.totalItemCount]
        const text = `${ordersTable(records)}\n${records.length} of ${total}`
        print({ data: records, page, size: 100, total }, total === 0 ? 'There are none.' : text)
      }),
    )
  order
    .command('find')
    .argument('<what>', "the id, the store's number, or the customer's e-mail address or number")
    .description('find orders; only exact matches, the newest 100')
    .action((text: string) =>
      withApp(async (app) => {
        await app.by('orders:read')
        const records = (await findOrders(app, { siteIds: await app.directory.siteIds(), text })).map(orderRecord)
        print({ data: records }, records.length === 0 ? 'Nothing was found.' : ordersTable(records))
      }),
    )
  order
    .command('show')
    .argument('<id>', '', idArgument('id'))
    .description('one order, what it has charged, what it will charge, and who changed it')
    .action((id: OrderId) =>
      withApp(async (app) => {
        await app.by('orders:read')
        const shown = await showOrder(app, await orderOf(app, id), { isOperator: true })
        print(shown, orderText(shown))
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
        const record = orderRecord(changed)
        print(record, ordersTable([record]))
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
        const money = amountOf(amount, regular.currency)
        const billed = await billByHand(app, { by: await app.by('orders:bill'), siteId, orderId, amount: money })
        const shown = await showOrder(app, billed.order, { isOperator: true })
        const { bill } = billedRecord(billed)
        print({ ...shown, ...(bill && { bill }) }, `${orderText(shown)}${bill ? `\n${billText(bill)}` : ''}`)
      }),
    )
}

const billText = ({ status, waitsFor, until }: NonNullable<ReturnType<typeof billedRecord>['bill']>): string =>
  waitsFor ? `Nothing was sent: ${waitingFor[waitsFor]}. It is tried again at ${until}.` : `The bill is ${status}.`
const waitingFor = {
  connectorPaused: 'the connector is paused',
  paymentInProgress: 'another payment of the order is in progress',
  retryLimit: 'the card network allows no attempt before',
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

/** How an order that is cancelled for later ends. While its last bill is being paid there is no day. */
function endLine({ cancelledBy, endsAt, next }: WholeOrder): string {
  const who =
    cancelledBy === 'both'
      ? 'its merchant and its customer'
      : `its ${cancelledBy === 'shopper' ? 'customer' : 'merchant'}`
  const how = next.length > 0 ? 'when its last bill is paid' : 'without another bill'
  return `Cancelled by ${who}: it ends ${how}${endsAt === undefined ? '' : `, on ${endsAt}`}`
}

function orderText(shown: WholeOrder): string {
  return [
    ordersTable([shown]),
    [
      `For: ${shown.description}`,
      ...(shown.customerEmail === undefined ? [] : [`Customer: ${shown.customerEmail}`]),
      ...(shown.cardId === undefined ? [] : [`Card: ${shown.cardId}`]),
      ...(shown.endReason === undefined ? [] : [`Ended: ${shown.endReason}`]),
      ...(shown.lastPeriod === undefined ? [] : [endLine(shown)]),
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
    ...doneBySection(shown.audit),
  ].join('\n\n')
}
