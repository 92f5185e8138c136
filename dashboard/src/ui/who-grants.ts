import { type Texts, useTexts } from '../i18n/language.tsx'
import { usePersonScope } from '../session.tsx'

const texts: Texts<Record<'platform' | 'merchant' | 'partner', string>> = {
  en: {
    platform: 'An owner of the platform can give it to you, under Settings → Staff.',
    merchant: 'An owner of this merchant can give it to you, under Settings → Team; so can an owner of the platform.',
    partner: 'An owner of this partner can give it to you, under Settings → Team; so can an owner of the platform.',
  },
  ro: {
    platform: 'Ți-o poate da un proprietar al platformei, la Setări → Personal.',
    merchant:
      'Ți-o poate da un proprietar al acestui comerciant, la Setări → Echipa; la fel un proprietar al platformei.',
    partner: 'Ți-o poate da un proprietar al acestui partener, la Setări → Echipa; la fel un proprietar al platformei.',
  },
}

/** Who can give the person a permission that their role lacks. */
export function useWhoGrants(): string {
  return useTexts(texts)[usePersonScope()?.kind ?? 'platform']
}
