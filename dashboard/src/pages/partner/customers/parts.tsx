import type { Entry } from '../../../api/client.ts'
import { type Texts, useTexts } from '../../../i18n/language.tsx'
import { statusesOf } from '../../../parts/status.tsx'

export const customerStates = statusesOf<Entry<'listCustomers'>['status']>({
  active: ['good', 'Active', 'Activ'],
  closed: ['neutral', 'Closed', 'Închis'],
})
export const CustomerStatus = customerStates.Status

export const accountStates = statusesOf<Entry<'listCustomerAccounts'>['status']>({
  active: ['good', 'Active', 'Activ'],
  closed: ['neutral', 'Closed', 'Închis'],
})

const texts = {
  en: { email: 'e-mail', password: 'password', code: 'and a code', wallet: 'wallet', partner: 'your server' },
  ro: { email: 'e-mail', password: 'parolă', code: 'și un cod', wallet: 'portofel', partner: 'serverul tău' },
} satisfies Texts<unknown>

/** How a customer logs in. */
export function LoginWays({ of }: { of: Entry<'listCustomers'> }) {
  const t = useTexts(texts)
  const ways = [
    of.hasEmail && of.hasPassword && [t.email, t.password].join(', '),
    of.secondFactor && t.code,
    of.wallets > 0 && t.wallet,
  ].filter(Boolean)
  return <>{ways.length > 0 ? ways.join(', ') : t.partner}</>
}
