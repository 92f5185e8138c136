import { type CheckoutContext, signerIn } from '#acquiring/checkout'
import { emailDelivery } from '#acquiring/emails'
import { type DocumentId, invoiceFile } from '#acquiring/invoices'
import { notificationDelivery } from '#acquiring/notifications'
import type { Messenger } from '#connectors/message/messenger.ts'
import { erasureWork, type PersonsContext } from '#core/persons'
import { staffEmailDelivery } from '#core/staff-emails'
import { holderEmailDelivery } from '#issuing/holders'
import { webhookDelivery } from '#issuing/webhooks'
import type { DueWork } from '#kernel/work/due-work.ts'
import type { App } from './compose.ts'
import type { Config } from './config.ts'
import { exportJob } from './exports.ts'
import { acquiringWork, issuingWork } from './jobs.ts'
import { operatorTaskWork } from './operator-tasks.ts'
import { type Outbounds, webhookTimeoutMs } from './outbounds.ts'

type WorkContext = Parameters<typeof acquiringWork>[0] &
  Parameters<typeof issuingWork>[0] &
  Omit<Parameters<typeof operatorTaskWork>[0], 'config'> &
  PersonsContext
type Outgoing = { config: Config; outbounds: Omit<Outbounds, 'merchantApi'>; messenger: Messenger; app(): App }
type OutgoingContext = CheckoutContext &
  Pick<App, 'partners' | 'tokens' | 'staff' | 'limiter' | 'passwords' | 'contractWallets'>

/** What falls due in both halves, and the long work of operators. */
export const dueWork = (ctx: WorkContext, config: Config): DueWork[] => [
  ...acquiringWork(ctx),
  ...issuingWork(ctx, config),
  erasureWork(ctx),
  operatorTaskWork({ ...ctx, config }),
]

/** Everything that waits to be delivered to somebody outside. */
export function outgoingMessages(ctx: OutgoingContext, { config, outbounds, messenger, app }: Outgoing): DueWork[] {
  const { notificationTimeoutMs, mailFrom, mailTimeoutMs, mailConnections } = config
  const [sites, signedBy] = [ctx.directory, signerIn(ctx.db)]
  const mail = { messenger, mailFrom, mailTimeoutMs, mailConnections }
  return [
    notificationDelivery({ ...ctx, outbound: outbounds.stores, sites, signedBy, notificationTimeoutMs }),
    webhookDelivery({ ...ctx, outbound: outbounds.partners, webhookTimeoutMs }),
    emailDelivery({ ...ctx, ...mail, invoiceFile: (id) => invoiceFile(ctx.db, id as DocumentId) }),
    holderEmailDelivery({ ...ctx, ...mail }),
    staffEmailDelivery({ ...ctx, ...mail }),
    exportJob(ctx, { config, messenger, app }),
  ]
}
