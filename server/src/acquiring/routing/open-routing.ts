import { isMerchantCurrency } from '#acquiring/ids'
import type { ConnectorId, Connectors } from '#connectors/acquirer/registry.ts'
import type { PublicTestCard } from '#connectors/acquirer/test-card.ts'
import { type Author, auditEntry, type Directory, platformOwner, type SiteId, shortMemory } from '#core/directory'
import type { Clock } from '#kernel/base/clock.ts'
import { commit, insert, type Ref, ref, update, type Write, type Writer } from '#kernel/db/commit/commit.ts'
import { findTestCard } from './find-test-card.ts'
import { type Pause, type PauseInput, pauseConnector, readPauses, resumeConnector } from './pauses.ts'
import { refuse } from './refusals.ts'
import { type Facts, type NewRule, type Rule, type RuleId, route } from './route.ts'

/** What an operator says of a rule, not yet checked. */
export type RuleInput = {
  priority: number
  connector: string
  siteId?: number | undefined
  currency?: string | undefined
  brand?: string | undefined
  bin?: string | undefined
}

/** The rules of this installation. They are kept in memory for five seconds at the most; every change is audited. */
export type Routing = {
  /** The connectors for a payment, best first. At least one: the default of the installation. */
  connectorsFor(facts: Facts): Promise<readonly ConnectorId[]>
  /** Of these, those that no operator has disabled; as it was some seconds ago at most. */
  enabledAmong(ids: readonly ConnectorId[]): Promise<readonly ConnectorId[]>
  /** See `findTestCard`. */
  testCardFor(where: Pick<Facts, 'siteId' | 'currency'>): Promise<PublicTestCard | undefined>
  rules(): Promise<readonly Rule[]>
  /** Refuses, by field, what is not here or cannot be. */
  addRule(input: { by: Author; rule: RuleInput; alongside?: (id: Ref) => Write[] }): Promise<Rule>
  removeRule(input: { by: Author; id: RuleId }): Promise<void>
  /** The connectors that are paused, by their names. They are in `connectorsFor` all the same. */
  paused(): Promise<ReadonlyMap<ConnectorId, Pause>>
  /** The same, read at this moment: for what was planned before. */
  pausedNow(): Promise<ReadonlyMap<ConnectorId, Pause>>
  pause(input: PauseInput): Promise<Pause>
  resume(input: PauseInput): Promise<void>
}

type RoutingContext = Writer & {
  clock: Clock
  connectors: Connectors
  directory: Pick<Directory, 'site'>
  connections: { isEnabled(connector: ConnectorId): Promise<boolean> }
  /** Of each connector that has one; in production of none. */
  testCards: ReadonlyMap<ConnectorId, PublicTestCard>
  /** The connector of the cards that this installation issues, and whether a number begins as theirs do. */
  ownCards?: { connector: string; isOwn(bin: string): Promise<boolean> } | undefined
}

export function openRouting(ctx: RoutingContext): Routing {
  const { db, clock, connectors, connections, testCards, ownCards } = ctx
  const memory = shortMemory((_: 'all') => readRules(ctx), { clock })
  const pauses = shortMemory((_: 'all') => readPauses(db), { clock })
  const routing: Routing = {
    connectorsFor: async (facts) => {
      const own = ownCards && (await ownCards.isOwn(facts.bin)) ? connectors.find(ownCards.connector) : undefined
      const ruled = route((await memory.get('all')) ?? [], facts, connectors.ids[0])
      const order = own ? [own.id, ...ruled.filter((id) => id !== own.id)] : ruled
      // A rule may name a connector that another program of this installation has, and this one has not yet.
      return order.filter((id) => connectors.find(id))
    },
    enabledAmong: async (ids) => {
      const enabled = await Promise.all(ids.map((id) => connections.isEnabled(id)))
      return ids.filter((_, index) => enabled[index])
    },
    testCardFor: (where) => findTestCard({ ...routing, connectors, testCards }, where),
    rules: () => readRules({ db }),
    paused: async () => (await pauses.get('all')) ?? new Map(),
    pausedNow: () => readPauses(db),
    pause: (input) => pauseConnector(ctx, input).finally(pauses.forget),
    resume: (input) => resumeConnector(ctx, input).finally(pauses.forget),
    addRule: async ({ by, rule: input, alongside }) => {
      const rule = await checked(ctx, input)
      const now = clock.now()
      const as = ref('rule')
      const { siteId, currency, brand, bin, ...rest } = rule
      const named = { currency: currency ?? null, brand: brand ?? null, bin: bin ?? null }
      const ids = await commit(
        ctx,
        now,
        [
          insert('routing.rules', { ...rest, site_id: siteId ?? null, ...named, created_at: now }, { as }),
          auditEntry(now, by, {
            action: 'routingRuleAdded',
            owner: platformOwner,
            subject: { type: 'routingRule', id: as },
            after: rule,
          }),
          ...(alongside?.(as) ?? []),
        ],
        'open-routing',
      )
      memory.forget()
      return { ...rule, id: ids<RuleId>(as) }
    },
    removeRule: async ({ by, id }) => {
      const rule = (await readRules({ db })).find((one) => one.id === id)
      if (!rule) throw refuse('routing_rule_not_found', { field: 'id' })
      const now = clock.now()
      const { id: _, ...before } = rule
      await commit(
        ctx,
        now,
        [
          update('routing.rules', { set: { removed_at: now }, where: { id, removed_at: null } }),
          auditEntry(now, by, {
            action: 'routingRuleRemoved',
            owner: platformOwner,
            subject: { type: 'routingRule', id },
            before,
          }),
        ],
        'open-routing',
      )
      memory.forget()
    },
  }
  return routing
}

async function readRules({ db }: Pick<Writer, 'db'>): Promise<Rule[]> {
  const rows = await db.read
    .selectFrom('routing.rules')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('priority')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    priority: row.priority,
    connector: row.connector,
    siteId: row.site_id ?? undefined,
    currency: row.currency ?? undefined,
    brand: row.brand ?? undefined,
    bin: row.bin ?? undefined,
  }))
}

async function checked({ connectors, directory }: RoutingContext, input: RuleInput): Promise<NewRule> {
  const { priority, siteId, currency, brand, bin } = input
  const wrong = (field: string, why: string) => refuse('invalid_routing_rule', { field, why })
  const found = connectors.find(input.connector)
  if (!found) throw refuse('routing_connector_not_found', { field: 'connector', connectors: connectors.ids.join(', ') })
  if (!Number.isInteger(priority) || priority < 1 || priority > priorityMax)
    throw wrong('priority', `The priority is a number from 1 to ${priorityMax}; the lowest goes first.`)
  if (siteId !== undefined && !(Number.isInteger(siteId) && (await directory.site(siteId as SiteId))))
    throw wrong('siteId', 'There is no site with this number.')
  if (currency !== undefined && !isMerchantCurrency(currency))
    throw wrong('currency', 'This currency is not known here.')
  if (brand !== undefined && !/^[a-z]{2,20}$/.test(brand))
    throw wrong('brand', 'The brand is a word in small letters, such as visa or mastercard.')
  if (bin !== undefined && !/^\d{1,8}$/.test(bin))
    throw wrong('bin', 'The BIN is the first 1 to 8 digits of the card number.')
  return { priority, connector: found.id, siteId: siteId as SiteId | undefined, currency, brand, bin }
}
const priorityMax = 10_000
