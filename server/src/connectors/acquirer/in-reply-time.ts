import { replyTimeLeft } from '#kernel/work/reply-time.ts'
import { type Acquirer, type IncomingResult, type InquiryResult, NoResponse } from './port.ts'
import type { ConnectorId, Connectors } from './registry.ts'

/** Applies a result as an incoming message of the connector is applied. */
type Late = (connector: ConnectorId, incoming: IncomingResult) => Promise<unknown>

export type ConnectorsInReplyTime = Connectors & {
  /** Waits until every request that outlived its reply has ended, and its result is applied. */
  idle(): Promise<void>
}

/**
 * The connectors as they are called while somebody waits for a reply (`replyingWithin`). When its time is over, the
 * caller gets `NoResponse` and replies that the result is not known; the request stays on its way, and its result goes
 * to `late` when it arrives. If none arrives, or this process dies, the resolver inquires as after any lost response.
 */
export function inReplyTime(connectors: Connectors, late: Late): ConnectorsInReplyTime {
  const onTheirWay = new Set<Promise<unknown>>()
  const later = (result: Promise<unknown>) => {
    onTheirWay.add(result)
    void result.finally(() => onTheirWay.delete(result))
  }
  const byId = new Map(connectors.ids.map((id) => [id, guarded(connectors.get(id), id, { late, later })]))
  return {
    ids: connectors.ids,
    find: (id) => {
      const found = connectors.find(id)
      return found && { id: found.id, acquirer: byId.get(found.id)! }
    },
    get: (id) => byId.get(id) ?? connectors.get(id),
    idle: async () => void (await Promise.all(onTheirWay)),
  }
}

function guarded(
  acquirer: Acquirer,
  id: ConnectorId,
  { late, later }: { late: Late; later: (result: Promise<unknown>) => void },
): Acquirer {
  const within = async <Result extends InquiryResult>(key: string, sending: Promise<Result>): Promise<Result> => {
    const first = await firstOf(sending)
    if (first !== overdue) return first
    // A response that is lost after all is left to the resolver.
    later(sending.then((result) => late(id, { key, result })).catch(() => undefined))
    throw new NoResponse('the acquirer has not responded in the time of the reply')
  }
  return {
    ...acquirer,
    authorize: (request) => within(request.key, acquirer.authorize(request)),
    verify: (request) => within(request.key, acquirer.verify(request)),
    completeChallenge: (request) => within(request.key, acquirer.completeChallenge(request)),
    capture: (request) => within(request.key, acquirer.capture(request)),
    reverse: (request) => within(request.key, acquirer.reverse(request)),
    refund: (request) => within(request.key, acquirer.refund(request)),
    payOut: (request) => within(request.key, acquirer.payOut(request)),
  }
}

const overdue = Symbol('overdue')

async function firstOf<T>(sending: Promise<T>): Promise<T | typeof overdue> {
  const left = replyTimeLeft()
  if (left === undefined) return sending
  const over = Promise.withResolvers<typeof overdue>()
  const timer = setTimeout(() => over.resolve(overdue), left)
  return Promise.race([sending, over.promise]).finally(() => clearTimeout(timer))
}
