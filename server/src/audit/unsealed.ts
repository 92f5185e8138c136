/** Tables whose rows `verify` computes again from others, and which check does. */
export const derived: Readonly<Record<string, string>> = {
  'ledger.checkpoints': 'they are sums of lines: check-accounts.ts',
  'ledger.guarded_balances': 'they are sums of lines: check-accounts.ts',
  'vault.cards': 'each is opened, and its fingerprint compared with the stored card’s, which is sealed: check-vault.ts',
  'settlement.cut_offs': 'a site with money to settle has a next cut-off: check-due.ts',
  'disputes.cursors': 'each connector’s disputes are read again soon: check-due.ts',
  'florin.scheduled_tasks': 'each task is due again soon: check-due.ts',
}

/** Tables that need no seal, and why. */
export const unsealed: Readonly<Record<string, string>> = {
  'directory.key_proofs': 'the program itself proves its keys by them at every start',
  'florin.clock': 'staging only: operators set it',
  'florin.idempotency_keys': 'they are deleted after 30 days; what a request did is sealed with its rows',
  'florin.list_checkpoints': 'they only tell how long lists are',
  'florin.migrations': 'the program compares them with its files at each start',
  'florin.rate_limits': 'they live for minutes and are unlogged',
  'sandbox_mailbox.emails': 'staging only: what a mailbox outside would hold',
  'seals.pages': 'the hashes of the chain cover them',
  'seals.seals': 'each hash covers the one before it',
  'shoppers.seal_salts':
    'every digest of a shopper depends on theirs; an empty one is allowed only after erasure: check-salts.ts',
  'subscriptions.links_sent': 'it only limits how often a link is sent',
  'velocity.attempts': 'they only limit how often cards are tried, and fade within hours',
  'velocity.counts': 'they only limit how often cards are tried, and fade within hours',
}
