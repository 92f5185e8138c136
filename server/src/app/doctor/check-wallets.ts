import { type WalletExpiry, walletAccounts, walletExpiries } from '#acquiring/wallets'
import type { App } from '../compose.ts'
import { type Finding, ok, warning, wrong } from './finding.ts'

const page = 'docs/operating/wallets.md'

/** What of Apple Pay and Google Pay expires: within a month, or already. */
export async function checkWallets({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<Finding[]> {
  const now = clock.now()
  return walletExpiries(await walletAccounts(db)).map((expiry) => {
    const { expiresAt } = expiry
    const [about, day] = [aboutOf(expiry), expiresAt.toZonedDateTimeISO('UTC').toPlainDate()]
    if (Temporal.Instant.compare(expiresAt, now) <= 0)
      return wrong(about, `expired on ${day}: it opens no payment`, whatToDo(expiry))
    const isSoon = Temporal.Instant.compare(expiresAt, now.add(soon)) <= 0
    return isSoon ? warning(about, `expires on ${day}`, whatToDo(expiry)) : ok(about, `is valid until ${day}`)
  })
}
const soon = { hours: 24 * 30 }

const names = { applePay: 'Apple Pay', googlePay: 'Google Pay' } as const
const parts = {
  processing_certificate: ['payment processing certificate', 'florin wallet apple --processing-certificate'],
  identity_certificate: ['merchant identity certificate', 'florin wallet apple --identity-certificate'],
  root_certificate: ['root certificate', 'florin wallet apple --root'],
  signing_keys: ['list of signing keys', 'florin wallet google --root-keys'],
} as const

const aboutOf = ({ wallet, part }: WalletExpiry): string => `${names[wallet]}: ${parts[part][0]}`
const whatToDo = ({ part }: WalletExpiry): string => `Add the next one: ${parts[part][1]}. ${page}`
