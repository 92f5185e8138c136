import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  open: 'good',
  inactive: 'neutral',
  expired: 'neutral',
  'used-up': 'info',
  removed: 'neutral',
}

/** Whether a payment link can be paid now, and if not, why not. */
export const linkStatuses = {
  en: { open: 'Open', inactive: 'Closed', expired: 'Last day passed', 'used-up': 'Used up', removed: 'Removed' },
  ro: {
    open: 'Deschis',
    inactive: 'Închis',
    expired: 'Ultima zi a trecut',
    'used-up': 'Folosit de tot',
    removed: 'Șters',
  },
} satisfies Texts<Readonly<Record<string, string>>>

export function LinkStatus({ status }: { status: keyof (typeof linkStatuses)['en'] }) {
  const t = useTexts(linkStatuses)
  return <Badge tone={tones[status] ?? 'neutral'}>{t[status]}</Badge>
}
