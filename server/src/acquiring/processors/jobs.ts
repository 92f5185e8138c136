import type { ConnectorId } from '#connectors/acquirer/registry.ts'
import { claimDue, type DueWork } from '#kernel/work/due-work.ts'
import { type ApplyingContext, applyMessage } from './apply-message.ts'
import type { MessageId } from './message.ts'
import { readMissed } from './read-missed.ts'
import { givenUpJobs } from './refused-requests.ts'

/** What falls due of webhooks of processors, for the connections whose webhooks this program takes. */
export function processorJobs(ctx: ApplyingContext): DueWork[] {
  const opened = [...ctx.connections.all].flatMap(([name, { webhooks }]) => (webhooks ? [name] : []))
  const only = opened.length === 0 ? 'false' : `connection in (${opened.map(quoted).join(', ')})`
  return [
    ...givenUpJobs(ctx),
    {
      name: 'apply webhooks of processors',
      ...claimDue(ctx, 'processors.messages', { leaseMs: 120_000, only }),
      run: (id) => applyMessage(ctx, id as MessageId),
    },
    {
      name: 'read missed webhooks of processors',
      inRun: 'left',
      ...claimDue(ctx, 'processors.polls', { leaseMs: 120_000, only }),
      run: (id) => readMissed(ctx, id as bigint),
    },
  ]
}

/** Names are small letters, digits and dashes: `isConnectorName`. */
const quoted = (name: ConnectorId): string => `'${name}'`
