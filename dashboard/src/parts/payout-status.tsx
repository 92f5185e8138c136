import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  created: 'wait',
  submitted: 'info',
  paid: 'good',
  failed: 'bad',
  returned: 'bad',
  cancelled: 'neutral',
}

/** The statuses of payouts to merchants, as docs/states/merchant-payout.md has them. */
export const payoutStatuses: Texts<Readonly<Record<string, string>>> = {
  en: {
    created: 'Waiting for the bank',
    submitted: 'With the bank',
    paid: 'Paid',
    failed: 'Refused by the bank',
    returned: 'Returned by the bank',
    cancelled: 'Cancelled',
  },
  ro: {
    created: 'Așteaptă banca',
    submitted: 'La bancă',
    paid: 'Plătit',
    failed: 'Refuzat de bancă',
    returned: 'Returnat de bancă',
    cancelled: 'Anulat',
  },
}

export function PayoutStatus({ status }: { status: string }) {
  const t = useTexts(payoutStatuses)
  return <Badge tone={tones[status] ?? 'neutral'}>{t[status] ?? status}</Badge>
}
