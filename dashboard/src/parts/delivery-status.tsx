import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = { waiting: 'wait', delivered: 'good', parked: 'bad' }

export const deliveryStatuses: Texts<Readonly<Record<string, string>>> = {
  en: { waiting: 'On its way', delivered: 'Delivered', parked: 'Parked' },
  ro: { waiting: 'Pe drum', delivered: 'Livrată', parked: 'Oprită' },
}

export function DeliveryStatus({ status }: { status: string }) {
  const t = useTexts(deliveryStatuses)
  return <Badge tone={tones[status] ?? 'neutral'}>{t[status] ?? status}</Badge>
}
