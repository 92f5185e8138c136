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
