import { databaseRecord, type Entry, stateAt } from '#connectors/acquirer/sandbox/index.ts'
import { renderReport, verify } from '../src/audit/verify.ts'
import type { Clients } from '../tests/simulation/clients.ts'
import type { Simulation } from './simulation.ts'

/** The responses that clients received, compared with the database. Every loss is a line of `broken`. */
export type Findings = { acknowledged: number; found: number; broken: string[] }

type Row = { orderId: string; id: bigint; key: string; status: string }

/** `refused`: the identifiers of customers whose creation was not acknowledged, and that must not exist. */
export async function findings(
  simulation: Pick<Simulation, 'look' | 'acquirer'>,
  groups: readonly Clients[],
  refused: readonly string[],
): Promise<Findings> {
  return simulation.look(async (app) => {
    const rows = (await app.db.run(
      `select orders.external_id as "orderId", payments.id, payments.key, payments.status
       from orders.orders left join payments.payments on payments.order_id = orders.id`,
      [],
    )) as Row[]
    const paid = Map.groupBy(
      rows.filter(({ status }) => paidStatuses.has(status)),
      ({ orderId }) => orderId,
    )
    const shoppers = groups.flatMap(({ ordered }) => ordered).filter(({ acknowledged }) => acknowledged)
    const stores = groups.flatMap(({ placed }) => placed).filter(({ transactionId }) => transactionId !== undefined)
    const reported = [...shoppers.map(({ orderId }) => orderId), ...stores.map(({ key }) => key)]
    const lost = reported.filter((orderId) => !paid.has(orderId))
    const renamed = stores.filter(
      ({ key, transactionId }) => paid.has(key) && paid.get(key)!.every(({ id }) => Number(id) !== transactionId),
    )
    const twice = [...paid].filter(([, payments]) => payments.length > 1)
    const strays = await app.db.run('select identifier from shoppers.shoppers where identifier = any($1)', [refused])
    const report = await verify(app)
    return {
      acknowledged: reported.length,
      found: reported.length - lost.length,
      broken: [
        ...some(lost, 'acknowledged payments are lost'),
        ...some(
          renamed.map(({ key }) => key),
          'acknowledged payments have another number than the response',
        ),
        ...some(
          twice.map(([orderId]) => orderId),
          'orders are paid more than once',
        ),
        ...some(
          strays.map(({ identifier }) => String(identifier)),
          'customers exist that were not acknowledged',
        ),
        ...disputes(await databaseRecord(simulation.acquirer).everything(), rows, app.clock.now()),
        ...(report.differences.length > 0 ? [`verify: ${renderReport(report)}`] : []),
      ],
    }
  })
}

/** An authorization that is not captured is voided after a week, and time passes before the findings. */
const paidStatuses: ReadonlySet<string> = new Set(['authorized', 'captured', 'voided'])
const holdStatuses: ReadonlySet<string> = new Set(['authorized', 'captured'])

/** Where the acquirer's own record says something else than ours. */
function disputes(everything: readonly Entry[], rows: readonly Row[], now: Temporal.Instant): string[] {
  const stories = Map.groupBy(everything, ({ authorization }) => authorization)
  const ours = new Map(rows.map((row) => [row.key, row]))
  const unknown = [...stories.keys()].filter((key) => !ours.has(key))
  const differing = [...stories].flatMap(([key, story]) => {
    const row = ours.get(key)
    const { is } = stateAt(story, now)
    const holds = is === 'captured' || is === 'authorized'
    return row && holds !== holdStatuses.has(row.status) ? [`${row.orderId} (${row.status}, and there ${is})`] : []
  })
  return [
    ...some(unknown, 'payments are known to the acquirer and not to us'),
    ...some(differing, 'payments differ from the acquirer'),
  ]
}

const some = (all: readonly string[], what: string): string[] =>
  all.length === 0 ? [] : [`${all.length} ${what}, such as ${all.slice(0, 3).join(', ')}`]
