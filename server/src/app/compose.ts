import { availableParallelism } from 'node:os'
import type { Bins } from '#acquiring/bins'
import type { CheckoutContext } from '#acquiring/checkout'
import { openDisputeCursors } from '#acquiring/disputes'
import { merchantCurrencies } from '#acquiring/ids'
import type { Order } from '#acquiring/orders'
import { openEarningsWait } from '#acquiring/payments'
import type { Pricing } from '#acquiring/pricing'
import type { OpenConnections, ProcessorKinds, ProcessorsContext } from '#acquiring/processors'
import type { ReconciliationContext } from '#acquiring/reconciliation'
import type { Routing } from '#acquiring/routing'
import { type SubscriptionsContext, selfServiceUrl } from '#acquiring/subscriptions'
import { countedNotes, openRefusedNotes, openVelocity } from '#acquiring/velocity'
import { type ConnectorsInReplyTime, inReplyTime } from '#connectors/acquirer/in-reply-time.ts'
import type { Acquirer } from '#connectors/acquirer/port.ts'
import { fallbackCard, testCards } from '#connectors/acquirer/sandbox/index.ts'
import type { IdentityProvider } from '#connectors/identity/port.ts'
import { reviewByPersons } from '#connectors/identity/review-by-persons.ts'
import { sandboxIdentity } from '#connectors/identity/sandbox.ts'
import { withTimeout } from '#connectors/identity/with-timeout.ts'
import type { Messenger } from '#connectors/message/messenger.ts'
import {
  type Approvals,
  openApprovals,
  openProvider,
  openSignOn,
  openStaff,
  openTokens,
  type SendInvitation,
  type SingleSignOn,
  type StaffDirectory,
  type Tokens,
} from '#core/access'
import { openDirectory } from '#core/directory'
import { readLanguage } from '#core/i18n'
import type { IssuerVault } from '#core/issuervault'
import { openPartners, type Partners } from '#core/partners'
import type { PersonsContext } from '#core/persons'
import type { RequestLog } from '#core/request-log'
import type { DocumentsContext } from '#issuing/documents'
import { documentSteps } from '#issuing/kyc'
import { openLists, openScreener, type Screener } from '#issuing/screening'
import type { MerchantApi } from '#issuing/topups'
import { type Clock, type Instant, systemClock } from '#kernel/base/clock.ts'
import type { KeyRing } from '#kernel/crypto/keys.ts'
import { openPasswords, type Passwords } from '#kernel/crypto/passwords.ts'
import type { React, Writer } from '#kernel/db/commit/commit.ts'
import { explainWrites } from '#kernel/db/commit/explain.ts'
import type { Db, openDb } from '#kernel/db/db.ts'
import { openRateLimiter, type RateLimiter } from '#kernel/http/rate-limit.ts'
import type { Log } from '#kernel/telemetry/log.ts'
import type { Metrics } from '#kernel/telemetry/metrics.ts'
import type { DueWork } from '#kernel/work/due-work.ts'
import { openStagingClock, type StagingClock } from '#kernel/work/staging-clock.ts'
import { measuredWork } from '#kernel/work/work-metrics.ts'
import { type AcquirerParts, connectionJobs, openAcquirers, planAcquirers, processorsOf } from './acquirers.ts'
import { type BankParts, openBank } from './bank.ts'
import { type CardNetwork, openCardNetwork } from './card-network.ts'
import { type ChainParts, chainParts } from './chains.ts'
import type { Config } from './config.ts'
import { dueWork, outgoingMessages } from './due-work.ts'
import { type ExchangeRates, openExchangeRates } from './exchange-rates.ts'
import { expectKeysToFit } from './expect-keys-to-fit.ts'
import { applyLateResult } from './incoming-result.ts'
import { invitationsBy, messengerFor } from './messenger.ts'
import { openMeasuring } from './metrics/open-metrics.ts'
import { readStateWhenScraped } from './metrics/read-state.ts'
import { openOnUsPayments } from './on-us.ts'
import { openDatabases, openVaults } from './open-databases.ts'
import { openKeys } from './open-keys.ts'
import { openPersons } from './open-persons.ts'
import { type Outbounds, openOutbounds } from './outbounds.ts'
import { openPaymentRules } from './payment-rules.ts'
import { processorKinds } from './processors.ts'
import { planLinkEmail, planRecoveryEmail } from './reactions/emails.ts'
import { reactions } from './reactions/reactions.ts'
import type { ReadReplica } from './read-replica.ts'
import { requestLogOf } from './request-log.ts'
import { keptByTime, openSchedule } from './schedule.ts'
import { openThreeDSecure } from './three-d-secure.ts'

/** The composed application: every module's context in one object, built once at start, by hand and in order. */
export type App = CheckoutContext &
  PersonsContext &
  ExchangeRates &
  ChainParts &
  BankParts &
  Pick<ReconciliationContext, 'reportTerms'> &
  Pick<SubscriptionsContext, 'billingRules' | 'planLinkEmail'> &
  Pick<DocumentsContext, 'documentsKept' | 'keepCorrectable' | 'takeVerification'> &
  CardNetwork &
  ReturnType<typeof openThreeDSecure> & {
    bins: Bins
    config: Config
    connectors: ConnectorsInReplyTime
    metrics: Metrics
    /** Undefined: everything is read where it is written. */
    readReplica: ReadReplica | undefined
    partners: Partners
    tokens: Tokens
    issuerVault: IssuerVault
    staff: StaffDirectory
    /** Undefined: people log in with passwords and passkeys alone. */
    signOn: SingleSignOn | undefined
    sendInvitation: SendInvitation | undefined
    approvals: Approvals
    routing: Routing
    pricing: Pricing
    jobs: readonly DueWork[]
    /** The test clock: in staging only, and absent when a test controls the time itself. */
    testClock: StagingClock | undefined
    limiter: RateLimiter
    requestLog: RequestLog
    /** Connections to processors as operators change them, and those that this program has opened. */
    processors: ProcessorsContext
    connections: OpenConnections
    passwords: Passwords
    identity: IdentityProvider
    screener: Screener
    merchantApi: MerchantApi
    /** For addresses that others have given. */
    outbounds: Pick<Outbounds, 'stores' | 'partners'>
    close(): Promise<void>
  }

export type AppParts = {
  config: Config
  log: Log
  databaseUrl: string
  /** Where browsers reach this program, without a path. */
  publicUrl: string
  /** For tests and simulations, which hold the time and the other side of the table in their own hands. */
  clock?: Clock
  /** The connector `sandbox`. */
  acquirer?: (parts: AcquirerParts) => Acquirer
  /** For commands: production is prepared before an acquirer is connected. */
  mayLackAcquirer?: boolean
  /** The kinds of processors to which connections are opened, in place of those of this program. */
  processors?: ProcessorKinds
  /** Further connectors by name. */
  moreAcquirers?: (parts: AcquirerParts) => Readonly<Record<string, Acquirer>>
  /** Called with every commit before it is sent; by default writes to the log at level debug. */
  explain?: Writer['explain']
  messenger?: (parts: { db: Db; clock: Clock }) => Messenger
  identity?: (parts: { clock: Clock }) => IdentityProvider
  /** How topups call the merchants' API; by default over HTTP. */
  merchantApi?: MerchantApi
  /** How long answered requests wait until they are written; `Infinity`: until somebody reads them. */
  requestsWaitMs?: number
  openDb?: typeof openDb
  /** For tests, in place of the one that is configured. */
  readReplica?: (db: Db) => ReadReplica
}

export async function openApp(given: AppParts): Promise<App> {
  const { config, log, publicUrl } = given
  const keys = openKeys(config)
  const { metrics, observer } = await openMeasuring(given)
  const { db, vaultDb, issuerDb, readReplica, closeDatabases } = openDatabases(given, { observer, metrics, keys })
  const { testClock, clock } = await openClock(given, db)
  const byItself = { db, clock, keys, react: noReactions }
  const close = () => Promise.all([testClock?.stop(), closeDatabases()])
  const { vault, issuerVault } = openVaults({ vaultDb, issuerDb, keys, clock })
  const parts: AppParts = { processors: processorKinds({ vault, metrics }), ...given }
  const planning = planAtStart(parts, { ...byItself, vault, issuerVault, log })
  const planned = await planning.catch((error) => close().then(() => Promise.reject(error)))
  const testMode = config.environment === 'staging'
  const { directory, partners, tokens } = await openOrganizations({ ...byItself, live: !testMode }, publicUrl)
  const { documentsKept, messages: sendsEmails, billingRules, onUs: ownCardsPay, reportTerms } = config
  const settings = { sendsEmails, billingRules, documentsKept, ownCardsPay, ...reportTerms }
  const react = reactions({ db, keys, directory, partners, manageUrl: manageUrlOf({ keys, publicUrl }), ...settings })
  const { merchantApi, ...outbounds } = openOutbounds(parts, { testMode })
  const onUs = openOnUsPayments({ db, clock, log, react: noReactions, publicUrl, enabled: config.onUs })
  const { testCards, ...acquirers } = await openAcquirers(parts, { ...byItself, react, log, onUs, metrics, planned })
  const { connectors, connections, ...byHand } = acquirers
  const paymentRules = openPaymentRules({ db, react, clock, directory, testCards, ...acquirers }, { onUs, testMode })
  const { velocity, limiter } = openGuards({ db, react, clock, keys, metrics }, config)
  const refusedCards = testMode ? new Set<string>() : sandboxCards
  const earningsWait = openEarningsWait(db)
  const shared = { db, react, clock, log, keys, directory, vault, connectors, velocity, refusedCards, earningsWait }
  const quiet: CheckoutContext = { ...shared, ...byHand, ...paymentRules, publicUrl, testMode, egress: config.egress }
  const ctx: CheckoutContext = { ...quiet, ...explaining(parts) }
  const whileRepliesWait = inReplyTime(connectors, applyLateResult(ctx))
  const messenger = (parts.messenger ?? messengerFor(config))({ db, clock })
  const onChains = chainParts({ db, clock, outbound: outbounds.stores }, config)
  const exchange = { ...openExchangeRates(config, { db, clock, log }), ...openBank(config, byItself), reportTerms }
  const approvals = openApprovals({ ...byItself, rules: config.approvalRules })
  const rules = { limiter, passwords: openPasswords(passwordsAtOnce), approvals, billingRules }
  const threeDs = openThreeDSecure({ ...ctx, issuerVault, outbound: outbounds.partners, onUs })
  const persons = { ...openChecks(parts, ctx), partners, tokens, staff: openStaff(byItself, config.access) }
  const signOn = openSignOnOf(byItself, config)
  const issuing = { ...ctx, ...rules, ...persons, ...exchange, ...onChains, ...threeDs, issuerVault, merchantApi }
  const outgoing = outgoingMessages(issuing, { config, outbounds, messenger, app: () => app })
  const cardNetwork = onUs.join(issuing, openCardNetwork({ ...issuing, outbound: outbounds.partners, config, metrics }))
  const kept = { ...keptByTime(parts), requestLog: requestLogOf(parts, { db, clock, log }) }
  const opening = openSchedule({ ...quiet, approvals, issuerVault, ...exchange, ...kept, persons: issuing.persons })
  const [scheduledTasks] = await Promise.all([opening, openDisputeCursors(quiet), openLists(quiet)])
  const due = dueWork({ ...issuing, ...cardNetwork }, config)
  const working = [...due, ...onUs.jobs, ...connectionJobs({ ...ctx, connections, metrics })]
  const app: App = {
    ...issuing,
    ...cardNetwork,
    ...paymentRules,
    ...{ connections, processors: processorsOf(parts, { ...ctx, connections, approvals }) },
    connectors: whileRepliesWait,
    outbounds,
    config,
    signOn,
    requestLog: kept.requestLog,
    testClock,
    documentsKept,
    ...{ readReplica, ...documentSteps({ db, keys }), sendInvitation: invitationsBy(messenger, config, publicUrl) },
    planLinkEmail: sendsEmails ? planLinkEmail : undefined,
    planRecoveryEmail: sendsEmails ? planRecoveryEmail(db) : undefined,
    metrics,
    jobs: measuredWork(metrics, [scheduledTasks, ...working, ...outgoing], clock),
    close: async () => {
      await Promise.all([whileRepliesWait.idle(), threeDs.answerWaits.close(), cardNetwork.questions.close()])
      await Promise.all([testClock?.stop(), directory.close(), partners.close(), messenger.close()])
      await Promise.all([outbounds.close(), connections.close(), exchange.ratesProvider?.close(), signOn?.close()])
      await kept.requestLog.close().finally(closeDatabases)
    },
  }
  return readStateWhenScraped(app)
}

/** What has to fit before anything is opened that would have to be closed. */
const planAtStart = (parts: AppParts, byItself: Parameters<typeof expectKeysToFit>[0] & { react: React }) =>
  expectKeysToFit(byItself, parts.config.lostKeys).then(() => planAcquirers(parts, byItself))

/** The page of a subscription, as emails link to it. */
const manageUrlOf =
  (parts: { keys: KeyRing; publicUrl: string }) =>
  ({ id: orderId, language }: Order, now: Instant): string =>
    selfServiceUrl(parts, { orderId, now, language: readLanguage(language) }).url

/** Merchants with their sites, partners, and the tokens of those who act for them. No reaction needs their events. */
const openOrganizations = async (parts: Parameters<typeof openPartners>[0], issuer: string) => ({
  directory: await openDirectory({ ...parts, currencies: merchantCurrencies }),
  partners: await openPartners(parts),
  tokens: openTokens({ ...parts, issuer }),
})

/** Of the four threads that Node has for such work, some stay free for files and names of hosts. */
const passwordsAtOnce = { atOnce: Math.min(availableParallelism(), 3), waitingMax: 64 }

/** In staging the clock can be moved, unless a test holds the time in its own hands. */
async function openClock(
  { clock, config }: AppParts,
  db: Db,
): Promise<{ testClock: StagingClock | undefined; clock: Clock }> {
  const testClock = clock || config.environment !== 'staging' ? undefined : await openStagingClock(db)
  return { testClock, clock: clock ?? testClock ?? systemClock }
}

/** What holds machines back that guess, or try cards. */
function openGuards(
  { keys, metrics, ...parts }: Writer & { clock: Clock; keys: KeyRing; metrics: Metrics },
  { rateLimits, velocityLimits, puzzleBits }: Config,
) {
  const refused = countedNotes(metrics, openRefusedNotes(parts))
  const secret = keys.fingerprint('page', 'rate limits')
  const limiter = openRateLimiter({ ...parts, secret, onRefused: refused.noteLimit }, rateLimits)
  const puzzle = { keys, bits: puzzleBits }
  return { limiter, velocity: openVelocity({ ...parts, limiter, refused, limits: velocityLimits, puzzle }) }
}

/** The operator's OpenID provider, where there is one. */
const openSignOnOf = (parts: Parameters<typeof openSignOn>[0], { access: { signOn: settings }, egress }: Config) =>
  settings && openSignOn(parts, { provider: openProvider(settings, { egress }), settings })

/** At level debug the log says what every use case is about to write. */
function explaining({ log, explain }: Pick<AppParts, 'log' | 'explain'>): Pick<Writer, 'explain'> {
  if (explain) return { explain }
  if (!log.isLevelEnabled('debug')) return {}
  return { explain: (useCase, writes) => log.debug({ useCase, writes: explainWrites(writes) }, 'commit') }
}

/** They exist at no bank, and nobody pays with them in production. */
const sandboxCards: ReadonlySet<string> = new Set([...testCards, fallbackCard].map(({ number }) => number))

const noReactions: React = async () => []

/** What is asked about a person before a card is theirs, and what is known of persons. */
const openChecks = (parts: AppParts, ctx: CheckoutContext) => ({
  identity: openIdentity(parts, ctx.clock),
  screener: openScreener(ctx.db, parts.config.screening),
  ...openPersons(ctx, parts.config),
})

/** The sandbox is for staging: `readConfig` refuses it in production. */
function openIdentity({ config: { identity }, identity: make }: AppParts, clock: Clock): IdentityProvider {
  const named = () => (identity.provider === 'sandbox' ? sandboxIdentity({ clock }) : reviewByPersons)
  return withTimeout(make?.({ clock }) ?? named(), identity)
}
