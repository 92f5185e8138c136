import { randomBytes } from 'node:crypto'
import type { TestCard } from './cards.ts'
import { missing } from './errors.ts'

/** Everything the account has. Objects are kept nearly as the API shows them; `show-*` adds the rest. */
export type State = {
  settings: Settings
  /** Seconds since 1970. */
  now(): number
  url(): string
  intents: Map<string, Intent>
  setups: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  customers: Map<string, { id: string }>
  methods: Map<string, Method>
  files: Map<string, { id: string; purpose: string; filename: string; size: number }>
  /** Oldest first. */
  events: Event[]
  transactions: Transaction[]
  payouts: Payout[]
}

export type Settings = {
  secretKey: string
  webhookSecret: string
  mitExemption: boolean
  networkTokens: boolean
  rawCards: boolean
}

/** A payment intent, or a setup intent, which has no amount. */
export type Intent = {
  id: string
  object: 'payment_intent' | 'setup_intent'
  client_secret: string
  status: string
  amount: number
  amount_received: number
  currency: string
  capture_method: string
  customer: string | null
  payment_method: string | null
  setup_future_usage: string | null
  metadata: Record<string, string>
  next_action: Record<string, unknown> | null
  last_error: Record<string, unknown> | null
  cancellation_reason: string | null
  charge: string | null
  created: number
  /** While the bank asks: what will be decided then. */
  asked?: Attempt | undefined
}

/** A card on its way to the bank. */
export type Attempt = {
  number: string
  card: TestCard
  cvc: string | undefined
  returnUrl: string
  method: string | null
}

export type Method = { id: string; number: string; customer: string | null }

export type Charge = {
  id: string
  intent: string
  amount: number
  captured: number
  refunded: number
  disputed: number
  currency: string
  status: 'succeeded' | 'failed'
  number: string
  card: TestCard
  networkId: string | null
  cvcCheck: string | null
  threeDSecure: { authentication_flow: string; result: string } | null
  created: number
}

export type Refund = {
  id: string
  charge: string
  intent: string
  amount: number
  currency: string
  status: string
  metadata: Record<string, string>
  failure_reason?: string
  created: number
}

export type Dispute = {
  id: string
  charge: string
  intent: string
  amount: number
  currency: string
  reason: string
  status: string
  evidence: Record<string, string>
  submissions: number
  transactions: string[]
  created: number
}

export type Event = { id: string; type: string; created: number; object: Record<string, unknown> }

export type Transaction = {
  id: string
  amount: number
  fee: number
  currency: string
  type: string
  reporting_category: string
  source: string
  created: number
  available_on: number
  payout: string | null
}

export type Payout = {
  id: string
  amount: number
  currency: string
  status: string
  created: number
  arrival_date: number
}

export const openState = (settings: Settings, now: () => number, url: () => string): State => ({
  ...{ settings, now, url },
  intents: new Map(),
  setups: new Map(),
  charges: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  customers: new Map(),
  methods: new Map(),
  files: new Map(),
  events: [],
  transactions: [],
  payouts: [],
})

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export function get<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id)
  if (!thing) throw missing(id)
  return thing
}

export function record(state: State, type: string, object: Record<string, unknown>): void {
  state.events.push({ id: newId('evt'), type, created: state.now(), object: structuredClone(object) })
}

export function addTransaction(
  state: State,
  transaction: Pick<Transaction, 'amount' | 'fee' | 'currency' | 'type' | 'reporting_category' | 'source'>,
  availableAtOnce = false,
): Transaction {
  const created = state.now()
  const available_on = availableAtOnce ? created : created + 2 * 86_400
  const added = { ...transaction, id: newId('txn'), created, available_on, payout: null }
  state.transactions.push(added)
  return added
}
