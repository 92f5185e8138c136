import type { Messenger } from '#connectors/message/messenger.ts'
import type { ListFile } from '#core/access'
import { exportWork, listFilesOf } from '#core/exports'
import type { DueWork } from '#kernel/work/due-work.ts'
import { staffRoutes } from '../surfaces/staff-api/routes.ts'
import { addressOf } from './addresses.ts'
import type { App } from './compose.ts'
import type { Config } from './config.ts'

type Parts = { config: Config; messenger: Messenger; app(): App }
type Needed = Pick<App, 'db' | 'react' | 'clock' | 'keys' | 'log' | 'staff' | 'publicUrl' | 'testMode'>

/** Writes lists to files. Which lists there are is known when the application is whole. */
export function exportJob(ctx: Needed, parts: Parts): DueWork {
  const fromPrimary = workOn(ctx, parts, () => parts.app())
  const fromReplica = workOn(ctx, parts, () => {
    const app = parts.app()
    return { ...app, db: app.readReplica?.db ?? app.db }
  })
  // What was changed before a file was asked for is in it.
  const run: DueWork['run'] = async (id) =>
    ((await parts.app().readReplica?.catchesUp()) ? fromReplica : fromPrimary).run(id)
  return { ...fromPrimary, run }
}

function workOn(ctx: Needed, { config, messenger }: Parts, app: () => App): DueWork {
  let lists: ReadonlyMap<string, ListFile> | undefined
  return exportWork({
    ...ctx,
    ...{ messenger, mailFrom: config.mailFrom, sendsEmails: config.messages },
    streamedMax: config.exportStreamedMax,
    filesKept: config.retention.exports,
    dashboardUrl: addressOf(ctx.publicUrl, config.surfaceHosts.staff),
    listFiles: () => {
      lists ??= listFilesOf(staffRoutes(app()))
      return lists
    },
  }) as DueWork
}
