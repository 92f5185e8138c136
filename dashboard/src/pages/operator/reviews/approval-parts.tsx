import type { Reply } from '../../../api/client.ts'
import { useTexts } from '../../../i18n/language.tsx'
import { Money } from '../../../parts/money.tsx'
import type { Fields } from '../../common/audit/changes.tsx'
import { MerchantName, PartnerName, useNamed } from '../names.tsx'
import { AmountIn } from './requested-invoices.tsx'
import { requestedTexts } from './requested-texts.ts'
import { approvalActions } from './statuses.ts'

type Approval = Reply<'getApproval'>

/** How much money it is about, where that is known: of a refund, a payout, a credit note. */
export function AmountAsked({ of: { request } }: { of: Pick<Approval, 'request'> }) {
  const t = useTexts(requestedTexts)
  const { amount, currency, total, reported } = (typeof request === 'object' ? (request ?? {}) : {}) as Fields
  const whole = total ?? reported
  if (whole !== undefined) return <AmountIn text={whole} />
  if (amount === undefined || currency === undefined) return null
  if (!/^\d/.test(String(amount))) return `${t.allAvailable} (${currency})`
  return <Money amount={String(amount)} currency={String(currency)} />
}

export function OwnerName({ of: { kind, id } }: { of: Approval['owner'] }) {
  const t = useTexts(requestedTexts)
  if (kind === 'merchant') return <MerchantName id={id} />
  return kind === 'partner' ? <PartnerName id={id} /> : t.platform
}

/** What an approval is called: what is done and about what, by its name where it has one. */
export function useApprovalTitle(): (approval: Pick<Approval, 'action' | 'subject' | 'owner'>) => string {
  const t = useTexts(requestedTexts)
  const actions = useTexts(approvalActions)
  const merchants = useNamed('merchants')
  const sites = useNamed('sites')
  return ({ action, subject: { type, id }, owner }) => {
    const merchant = merchants.find((one) => String(one.id) === owner.id)?.name
    const siteId = /^site (\d+)$/.exec(id)?.[1]
    const site = sites.find((one) => String(one.id) === siteId)?.name
    const isMerchants = ofMerchants.has(type) || id.startsWith('merchant ')
    const name = id === 'everybody' ? t.allMerchants : (site ?? (isMerchants ? merchant : undefined) ?? id)
    return `${actions[action]}: ${name}`
  }
}
const ofMerchants: ReadonlySet<string> = new Set(['merchant', 'payoutTerms', 'billingDetails'])
