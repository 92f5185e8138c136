import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { Connection, ConnectionParts, Processor, SettlementFile } from '../processor.ts'
import { checkHost } from './check-host.ts'
import { beginDays, dayWork } from './close-day.ts'
import type { HostContext, KeptCards } from './context.ts'
import { type Credentials, fields, readCredentials } from './credentials.ts'
import { hostJobs } from './deliver.ts'
import { openHost } from './host.ts'
import { capabilitiesOf } from './host-capabilities.ts'
import { iso8583Acquirer } from './iso8583-acquirer.ts'
import { joinOf } from './join-settled.ts'
import { type HostWatch, watchHosts } from './metrics.ts'
import { refusedRequests } from './refused-requests.ts'
import { resultsByHand } from './results-by-hand.ts'
import { totalsWork } from './send-totals.ts'
import { settledRows } from './settlement-file.ts'
import { totalsOfDays } from './totals-of-days.ts'

/** Hosts of acquirers that speak ISO 8583: what is particular to one is its profile. */
export function iso8583Processor({ cards, metrics }: { cards: KeptCards; metrics: Metrics }): Processor<Credentials> {
  const watch = watchHosts(metrics)
  return {
    kind: 'iso8583',
    title: 'ISO 8583 host',
    sendsWebhooks: false,
    fields,
    readCredentials,
    modeOf: ({ profile }) => profile.mode,
    modeHelp: 'The profile says which: "mode" is test or live.',
    hostsOf: ({ profile }) => [...new Set(profile.hosts.map(({ host }) => host))],
    check: checkHost,
    recordsOf: (parts) => ({
      refusedRequests: refusedRequests({ ...parts, cards }),
      totals: totalsOfDays(parts),
      resultsByHand: resultsByHand(parts),
    }),
    open: (parts) => openConnection(parts, { cards, watch }),
  }
}

function openConnection(
  parts: ConnectionParts<Credentials>,
  { cards, watch }: { cards: KeptCards; watch: HostWatch },
): Connection {
  const host = openHost({ ...parts, onLate: () => watch.countLate(parts.connector) })
  const ctx: HostContext = {
    ...parts,
    cards,
    host,
    credentials: async () => (await parts.credentials()).current,
    underWay: new Map(),
  }
  watch.add({ ...parts, host })
  return {
    acquirer: iso8583Acquirer(ctx, capabilitiesOf(parts.opened.profile)),
    begin: () => beginDays(ctx, parts.opened.profile),
    jobs: [...hostJobs(ctx), dayWork(ctx), totalsWork(ctx)],
    settlementFile: settlementFileOf(ctx),
    close: () => host.close(),
  }
}

/** The file of the acquirer behind the host, in the shape that its profile has. */
const settlementFileOf = (ctx: HostContext): SettlementFile => ({
  rows: async function* (chunks) {
    const { profile } = await ctx.credentials()
    const { settlementFile: layout, timeZone } = profile
    const { connector, db } = ctx
    if (!layout)
      throw new Error(`The profile of ${connector} has no settlementFile, which says how its file is written.`)
    yield* settledRows(chunks, { connector, layout, join: joinOf({ db, connector, timeZone, by: layout.join }) })
  },
})
