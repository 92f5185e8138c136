import { type PaymentsContext, resultIfReceived } from '#acquiring/payments'
import type { DisputeEvent, DisputePage } from '#connectors/acquirer/port.ts'
import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, decide, insert, StaleWrite, update, type Writer } from '#kernel/db/commit/commit.ts'
import { planDisputeEvents } from './store.ts'

/** Makes sure that the list of every connector that has one is read. It is called when the program starts. */
export async function openDisputeCursors(ctx: Pick<PaymentsContext, 'db' | 'react' | 'clock' | 'connectors'>) {
  const now = ctx.clock.now()
  const listed = ctx.connectors.ids.filter((id) => ctx.connectors.get(id).capabilities.disputeList)
  const rows = listed.map((connector) => ({ connector, due_at: now }))
  if (rows.length === 0) return
  await commit(
    ctx,
    now,
    [insert('disputes.cursors', rows, { orElse: { conflict: ['connector'], set: [] } })],
    'read-disputes',
  )
}

/** Reads every list now, whether or not its time has come. */
export async function readAllDisputes(ctx: PaymentsContext): Promise<void> {
  const cursors = await ctx.db.read.selectFrom('disputes.cursors').select('id').execute()
  for (const { id } of cursors) await readDisputes(ctx, id)
}

/**
 * Reads a connector's list of disputes from its cursor on. The commit that advances the cursor stores the events
 * unchanged, so nothing is lost when a process dies, and an event that needs review does not block the next one.
 * `disputeEventWork` applies them.
 */
export async function readDisputes(ctx: PaymentsContext, cursorId: bigint): Promise<void> {
  for (let pages = 1; await readPage(ctx, cursorId, { isLast: pages === pagesMax }); pages++);
}

/**
 * Makes a connector's list due now: its processor has said that it has grown. A reading that is under way goes stale by
 * it, so that what it was too early for is read as well.
 */
export const readDisputesSoon = (ctx: Writer & { clock: Clock }, connector: ConnectorId): Promise<void> =>
  decide(async () => {
    const cursor = await ctx.db.read
      .selectFrom('disputes.cursors')
      .select(['id', 'version'])
      .where('connector', '=', connector)
      .executeTakeFirst()
    if (!cursor) return
    const { id, version } = cursor
    const now = ctx.clock.now()
    const set = { due_at: now, version: version + 1, leased_until: null }
    await commit(ctx, now, [update('disputes.cursors', { set, where: { id, version } })], 'read-disputes')
  })

/**
 * Stores dispute events that a connector without a list sends in messages. An event that is sent twice is stored once.
 */
export async function recordDisputeEvents(
  ctx: PaymentsContext,
  connector: ConnectorId,
  events: readonly DisputeEvent[],
): Promise<void> {
  const now = ctx.clock.now()
  await commit(ctx, now, planDisputeEvents(now, connector, events), 'read-disputes')
}

/** Returns whether there may be more, which the caller reads at once: nobody else does meanwhile. */
async function readPage(ctx: PaymentsContext, id: bigint, { isLast }: { isLast: boolean }): Promise<boolean> {
  const cursor = await ctx.db.read
    .selectFrom('disputes.cursors')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const page = await pageBehind(ctx, cursor)
  const now = ctx.clock.now()
  const more = page !== undefined && page.events.length > 0
  const goesOn = more && !isLast
  const leasedUntil = goesOn ? ctx.clock.wall().add({ milliseconds: readLeaseMs }) : null
  try {
    await commit(
      ctx,
      now,
      [
        update('disputes.cursors', {
          set: {
            read_up_to: page?.place ?? cursor.read_up_to,
            version: cursor.version + 1,
            due_at: more ? now : now.add(readEvery),
            leased_until: leasedUntil,
          },
          where: { id: cursor.id, version: cursor.version },
        }),
        ...planDisputeEvents(now, cursor.connector, page?.events ?? []),
      ],
      'read-disputes',
    )
  } catch (error) {
    // Another process reads the same list at this moment, and continues with it.
    if (error instanceof StaleWrite) return false
    throw error
  }
  return goesOn
}

/**
 * Undefined when there was no response, when an operator has cut the connection off, or when this program does not have the
 * connector or its list any more.
 */
async function pageBehind(
  { connectors, routing, log }: PaymentsContext,
  { connector, read_up_to: place }: { connector: string; read_up_to: string | null },
): Promise<DisputePage | undefined> {
  const found = connectors.find(connector)
  if (!found?.acquirer.capabilities.disputeList) {
    log.warn({ connector }, 'this program has no list of disputes of this connector')
    return undefined
  }
  const [enabled] = await routing.enabledAmong([found.id])
  if (!enabled) return undefined
  const page = await resultIfReceived<DisputePage>(found.acquirer.disputesSince(place ?? undefined))
  if (!page) log.warn({ connector }, 'the acquirer did not respond with its disputes; the request is retried')
  return page
}

/** Longer than an acquirer may take, so that two workers do not read its list at once. */
export const readLeaseMs = 60_000
/** Disputes take weeks; a merchant who is notified within minutes can still keep the goods. */
const readEvery = { minutes: 5 }
/** The rest is read in the next round. */
const pagesMax = 100
