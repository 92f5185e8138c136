/** The rows of one table through which an installation reaches somebody outside, or is reached. */
type CutOff = {
  table: string
  /** The condition of the rows `r` that are cut off, false of each afterwards; `$1`, here and in `set`, is the moment. */
  which: string
  set: string
  /** The things that the audit names for these rows, since their seals follow its entries. */
  audited?: { type: string; id: string; after: Readonly<Record<string, unknown>> }
}

const version = 'version = r.version + 1'
const ends = (column: string) => ({ which: `r.${column} is null or r.${column} > $1`, set: `${column} = $1` })
const used = (table: string): CutOff => ({ table, which: 'r.used_at is null', set: 'used_at = $1' })
/** What waits to be delivered is parked: a person may send it again, to the address that its receiver has then. */
const parked = (table: string): CutOff => ({
  table,
  which: `r.status = 'waiting'`,
  set: `status = 'parked', due_at = null, leased_until = null, ${version}`,
})

const keysEnded = { keys: 'ended' }
const ofSite = { notificationUrl: null, backUrl: null, live: false }
const ofPartner = { webhookUrl: null, decisionUrl: null, live: false }

/** The connections to acquirers: without credentials, so that none can be enabled before it has others. */
const connections: readonly CutOff[] = [
  {
    table: 'processors.connections',
    which: `r.mode = 'live' or r.disabled_at is null`,
    set: `mode = 'test', disabled_at = coalesce(r.disabled_at, $1), default_at = null, changed_at = $1, ${version}`,
    audited: { type: 'connection', id: 'r.name', after: { mode: 'test', disabled: true, credentials: 'ended' } },
  },
  {
    table: 'processors.credentials',
    ...ends('expires_at'),
    audited: { type: 'connection', id: 'r.connection', after: { credentials: 'ended' } },
  },
  {
    table: 'wallets.keys',
    ...ends('ended_at'),
    audited: {
      type: 'wallet',
      id: '(select a.wallet from wallets.accounts a where a.id = r.account_id)',
      after: keysEnded,
    },
  },
]

/** Stores and partners: nothing is sent to them, and their live keys open nothing. */
const callers: readonly CutOff[] = [
  {
    table: 'directory.sites',
    which: 'r.live or r.notification_url is not null or r.back_url is not null',
    set: `live = false, notification_url = null, back_url = null, ${version}`,
    audited: { type: 'site', id: 'r.id::text', after: ofSite },
  },
  {
    table: 'directory.site_keys',
    ...ends('expires_at'),
    audited: { type: 'site', id: 'r.site_id::text', after: keysEnded },
  },
  {
    table: 'partners.partners',
    which: 'r.live or r.webhook_url is not null or r.decision_url is not null',
    set: `live = false, webhook_url = null, decision_url = null, ${version}`,
    audited: { type: 'partner', id: 'r.id::text', after: ofPartner },
  },
  ...['partners.api_keys', 'partners.signing_keys'].map((table) => ({
    table,
    ...ends('expires_at'),
    audited: { type: 'partner', id: 'r.partner_id::text', after: keysEnded },
  })),
]

/** Money that would leave: to the bank accounts of merchants, and coins to addresses that are real. */
const money: readonly CutOff[] = [
  {
    table: 'merchant_payouts.bank_accounts',
    which: `r.status = 'active'`,
    set: `status = 'held', hold_reason = 'this is a test copy', ${version}`,
    audited: { type: 'bankAccount', id: 'r.id::text', after: { status: 'held' } },
  },
  {
    table: 'deposits.chains',
    which: 'r.active',
    set: `active = false, ${version}`,
    audited: { type: 'chain', id: 'r.name', after: { active: false } },
  },
]

const messages: readonly CutOff[] = [
  {
    table: 'threeds.results',
    which: `r.status = 'waiting'`,
    set: `status = 'undeliverable', due_at = null, leased_until = null`,
  },
  ...['notifications.notifications', 'webhooks.events', 'emails.emails', 'staff_emails.emails', 'holders.emails'].map(
    parked,
  ),
]

/** Staff log in anew with their passwords; what lets people in without one ends. */
const logins: readonly CutOff[] = [
  { table: 'access.staff_sessions', ...ends('ended_at') },
  {
    table: 'access.staff_tokens',
    ...ends('revoked_at'),
    audited: { type: 'staff', id: 'r.staff_id::text', after: { tokens: 'revoked' } },
  },
  ...[
    'access.staff_invitations',
    'access.staff_challenges',
    'holders.registrations',
    'holders.password_resets',
    'holders.pending_logins',
    'cards.page_tokens',
  ].map(used),
]

/** Everything in the database that reaches outside or lets somebody in; settings of the environment are not in it. */
export const cutOffs: readonly CutOff[] = [...connections, ...callers, ...money, ...messages, ...logins]

/** Rows that are deleted: with the first a copy could sign access tokens that production takes, and none of them has an end. */
export const deletedRows = ['access.token_keys', 'holders.refresh_tokens', 'holders.wallet_challenges'] as const
