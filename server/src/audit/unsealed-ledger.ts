/** Sums of lines of the ledger, which `verify` adds up again. */
export const derivedOfLedger: Readonly<Record<string, string>> = {
  'ledger.checkpoints': 'they are sums of lines: check-accounts.ts',
  'ledger.closed_days': 'their balances are sums of lines: check-accounts.ts',
  'ledger.day_balances': 'they are sums of lines: check-accounts.ts',
  'ledger.guarded_balances': 'they are sums of lines: check-accounts.ts',
}
