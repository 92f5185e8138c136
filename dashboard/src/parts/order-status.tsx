import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  start: 'wait',
  'in-progress': 'info',
  retrying: 'wait',
  expiring: 'wait',
  'complete-ok': 'good',
  'complete-failed': 'bad',
}

/** The statuses of orders, as they are said; docs/states/order.md has what leads from one to another. */
export const orderStatuses = {
  en: {
    start: 'Not paid yet',
    'in-progress': 'Under way',
    retrying: 'Trying again',
    expiring: 'Card expires',
    'complete-ok': 'Done',
    'complete-failed': 'Failed',
  },
  ro: {
    start: 'Neplătită încă',
    'in-progress': 'În curs',
    retrying: 'Se reîncearcă',
    expiring: 'Cardul expiră',
    'complete-ok': 'Încheiată',
    'complete-failed': 'Eșuată',
  },
} satisfies Texts<Readonly<Record<string, string>>>

export function OrderStatus({ status }: { status: string }) {
  const t: Readonly<Record<string, string>> = useTexts<Readonly<Record<string, string>>>(orderStatuses)
  return <Badge tone={tones[status] ?? 'neutral'}>{t[status] ?? status}</Badge>
}

/** Why an order ended, beside the reasons for which a payment is declined. */
export const orderEnds: Texts<Readonly<Record<string, string>>> = {
  en: {
    attempts_used_up: 'all tries were used up',
    retries_exhausted: 'all tries were used up',
    authorization_voided: 'the authorization was voided',
    charged_back: 'a payment was charged back',
    customer_deleted: 'the customer was removed',
    merchant_closed: 'the merchant was closed',
    provider_unreachable: 'the bank could not be reached',
    cancelled: 'cancelled',
    cancelled_by_merchant: 'cancelled by the shop',
    cancelled_by_shopper: 'cancelled by the customer',
  },
  ro: {
    attempts_used_up: 'toate încercările s-au epuizat',
    retries_exhausted: 'toate încercările s-au epuizat',
    authorization_voided: 'autorizarea a fost anulată',
    charged_back: 'o plată a fost contestată și pierdută',
    customer_deleted: 'clientul a fost șters',
    merchant_closed: 'comerciantul a fost închis',
    provider_unreachable: 'banca nu a putut fi contactată',
    cancelled: 'anulată',
    cancelled_by_merchant: 'anulată de magazin',
    cancelled_by_shopper: 'anulată de client',
  },
}
