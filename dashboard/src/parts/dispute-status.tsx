import { type Texts, useTexts } from '../i18n/language.tsx'
import { Badge, type Tone } from '../ui/badge.tsx'

const tones: Readonly<Record<string, Tone>> = {
  opened: 'wait',
  needsResponse: 'wait',
  submitting: 'info',
  accepting: 'info',
  responded: 'info',
  accepted: 'neutral',
  expired: 'bad',
  lost: 'bad',
  won: 'good',
}

/** The statuses of disputes, as docs/states/dispute-case.md has them. */
export const disputeStatuses: Texts<Readonly<Record<string, string>>> = {
  en: {
    opened: 'Opened',
    needsResponse: 'Needs your answer',
    submitting: 'Evidence is being sent',
    accepting: 'Being accepted',
    responded: 'With the bank',
    accepted: 'Accepted',
    expired: 'Deadline passed',
    lost: 'Lost',
    won: 'Won',
  },
  ro: {
    opened: 'Deschisă',
    needsResponse: 'Așteaptă răspunsul tău',
    submitting: 'Dovezile se trimit',
    accepting: 'Se acceptă',
    responded: 'La bancă',
    accepted: 'Acceptată',
    expired: 'Termen depășit',
    lost: 'Pierdută',
    won: 'Câștigată',
  },
}

export function DisputeStatus({ status }: { status: string }) {
  const t = useTexts(disputeStatuses)
  return <Badge tone={tones[status] ?? 'neutral'}>{t[status] ?? status}</Badge>
}
